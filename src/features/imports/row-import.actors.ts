/** Actor implementations of the import of users and stores. */
import { fromPromise } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import { rowImportMachine } from '#machines/flows/imports/row-import.machine.ts';
import type { Refused } from '#machines/flows/steps/result.ts';
import { upload } from '../../wire/client.ts';

const changedOnDisk: Refused = {
  ok: false,
  status: 422,
  msg: 'El archivo cambió en su equipo después de elegirlo: elíjalo de nuevo.',
  motivos: [],
};

/** Sends the bytes as they are now; refuses when another program has written the file since it was chosen. */
async function send<Path extends '/revisarImportacion' | '/importarFilas'>(
  path: Path,
  fields: RequestOf<Path>,
  file: File,
) {
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? changedOnDisk : upload(path, fields, new File([bytes], file.name));
}

export const rowImport = rowImportMachine.provide({
  actors: {
    revisarImportacion: fromPromise(({ input: { file, ...fields } }) =>
      send('/revisarImportacion', fields, file),
    ),
    importarFilas: fromPromise(({ input: { file, ...fields } }) =>
      send('/importarFilas', fields, file),
    ),
  },
});
