/**
 * Imports users, stores, openings, categories or suppliers from a file; what each row creates or changes is shown before
 * any row is written.
 *
 * empty       no file is chosen
 * reviewing   the file is being reviewed
 * unreviewed  the file cannot be read, or there was no answer: RETRY, or choose another file
 * reviewed    each row is shown with its result; nothing is written yet
 * importing   the valid rows are being written
 * unimported  the import was refused, or there was no answer: RETRY reviews the file again and shows the written rows
 * imported    the valid rows are written; another file can be chosen
 */
import type { ImportReview, ImportedTable, ReviewedRow } from '#contract/calls/imports.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { type Problem, assertPresent, messageOf, named } from '../steps/result.ts';
import { flow, assignFromEvent, loadState, retries, writeState } from '../steps/steps.ts';
import type { SnapshotFrom } from 'xstate';

const nothing = {
  /** Null until one is chosen. */
  file: null as File | null,
  review: null as ImportReview | null,
  done: [] as AnswerOf<'/importarFilas'>,
  problem: null as Problem | null,
};

/** The import creates or changes the row. */
export const isWritten = (resultado: ReviewedRow['resultado']): boolean =>
  resultado === 'correcta' || resultado === 'cambia';

interface RowImportInput {
  tabla: ImportedTable;
}

export type RowImportContext = RowImportInput & typeof nothing;

export type RowImportEvent =
  | { type: 'CHOOSE'; file: File }
  | { type: 'IMPORT' }
  /** Reviews the same file again. */
  | { type: 'RETRY' };

/** The file that both calls send. */
interface RowFile extends RowImportInput {
  file: File;
}

interface Args {
  context: RowImportContext;
}

const fileOf = ({ context: { tabla, file } }: Args): RowFile => ({
  tabla,
  file: assertPresent(file),
});

const choosing = { target: 'reviewing', actions: assignFromEvent('file') } as const;

export const rowImportMachine = flow<{
  context: RowImportContext;
  input: RowImportInput;
  events: RowImportEvent;
}>()({
  revisarImportacion: named<ImportReview, RowFile>('revisarImportacion'),
  importarFilas: named<AnswerOf<'/importarFilas'>, RowFile & { huella: string }>('importarFilas'),
})
  .extend({
    guards: {
      someRowIsRight: ({ context }) =>
        context.review?.filas.some(({ resultado }) => isWritten(resultado)) === true,
    },
  })
  .createMachine({
    id: 'rowImport',
    description: 'Usuarios, tiendas o categorías llegan de un archivo, revisados fila por fila.',
    context: ({ input }) => ({ ...input, ...nothing }),
    initial: 'empty',
    states: {
      empty: { description: 'Sin archivo', on: { CHOOSE: choosing } },
      reviewing: loadState('Revisando el archivo', 'revisarImportacion', {
        input: fileOf,
        assignTo: 'review',
        shown: 'reviewed',
        failed: 'unreviewed',
      }),
      unreviewed: {
        description: 'No se pudo revisar',
        tags: 'failed',
        on: { CHOOSE: choosing, ...retries('reviewing') },
      },
      reviewed: {
        description: 'Revisado',
        tags: 'shown',
        on: {
          CHOOSE: choosing,
          IMPORT: { guard: 'someRowIsRight', target: 'importing' },
        },
      },
      importing: writeState('Escribiendo las filas correctas', 'importarFilas', {
        input: ({ context }: Args) => ({
          ...fileOf({ context }),
          huella: assertPresent(context.review).huella,
        }),
        assignTo: 'done',
        saved: 'imported',
        refused: 'unimported',
      }),
      unimported: {
        description: 'No se escribieron, o no se sabe',
        tags: 'failed',
        on: { CHOOSE: choosing, ...retries('reviewing') },
      },
      imported: { description: 'Escritas', tags: 'done', on: { CHOOSE: choosing } },
    },
  });

type Snapshot = SnapshotFrom<typeof rowImportMachine>;

export const isReviewing = (snapshot: Snapshot) => snapshot.matches('reviewing');
/** Accepts RETRY or CHOOSE. */
export const failedToReview = (snapshot: Snapshot) => snapshot.matches('unreviewed');
/** Accepts RETRY: the new review marks the rows that are already written. */
export const failedToImport = (snapshot: Snapshot) => snapshot.matches('unimported');
/** Accepts IMPORT or CHOOSE. */
export const isReviewed = (snapshot: Snapshot) => snapshot.matches('reviewed');
export const isImporting = (snapshot: Snapshot) => snapshot.matches('importing');
/** The success message; null before. */
export const importedMessage = (snapshot: Snapshot): string | null =>
  snapshot.matches('imported') ? messageOf(snapshot.context.done) : null;
export const fileNameOf = ({ context }: Snapshot): string | null => context.file?.name ?? null;
export const reviewOf = ({ context }: Snapshot) => context.review;
export const problemOf = ({ context }: Snapshot) => context.problem;

/** Number of rows by result. */
export const countOf = (rows: readonly ReviewedRow[], result: ReviewedRow['resultado']): number =>
  rows.filter(({ resultado }) => resultado === result).length;
