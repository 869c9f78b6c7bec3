/** Actor implementations of the import of users and stores. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import type { ImportReview } from '#contract/calls/import.calls.ts';
import { type RowFile, rowImportMachine } from '#machines/flows/imports/row-import.machine.ts';
import type { Refused, Result } from '#machines/flows/result.ts';
import { uploadRows } from './client.ts';

const changedOnDisk: Refused = {
  ok: false,
  status: 422,
  msg: 'El archivo cambió en su equipo después de elegirlo: elíjalo de nuevo.',
  motivos: [],
};

/** The bytes as they are now; null when another program has written the file since it was chosen. */
const copyOf = (file: File): Promise<File | null> =>
  file.arrayBuffer().then(
    (bytes) => new File([bytes], file.name),
    () => null,
  );

const revisarImportacion = fromPromise<Result<ImportReview>, RowFile>(
  async ({ input: { tabla, file } }) => {
    const copy = await copyOf(file);
    return copy ? uploadRows('/revisarImportacion', { tabla }, copy) : changedOnDisk;
  },
);

const importarFilas = fromPromise<Result<AnswerOf<'/importarFilas'>>, RowFile & { huella: string }>(
  async ({ input: { tabla, huella, file } }) => {
    const copy = await copyOf(file);
    return copy ? uploadRows('/importarFilas', { tabla, huella }, copy) : changedOnDisk;
  },
);

export const rowImport = rowImportMachine.provide({
  actors: { revisarImportacion, importarFilas },
});
