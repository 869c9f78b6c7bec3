/**
 * Users or stores come from a file: what becomes of each row is shown before any of them is written.
 *
 * empty       no file was chosen
 * reviewing   the file is being read
 * unreviewed  the file cannot be read, or the answer did not come: try again, or choose another
 * reviewed    each row is there with its result; nothing is written yet
 * importing   the right rows are being written
 * unimported  they were refused, or the answer did not come: a new review shows which of them are there
 * imported    the right rows are there; another file may be chosen
 */
import type { ImportedTable, ImportReview } from '#contract/calls/import.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { named } from '../call-actors.ts';
import { given, type Problem } from '../result.ts';
import { flow, keepsAs, keepsGiven, retries, tries, when } from '../steps.ts';

export interface RowImportContext {
  tabla: ImportedTable;
  /** Null before one was chosen. */
  file: File | null;
  review: ImportReview | null;
  done: AnswerOf<'/importarFilas'>;
  problem: Problem | null;
}

export type RowImportEvent =
  | { type: 'CHOOSE'; file: File }
  | { type: 'IMPORT' }
  /** The same file, from the start. */
  | { type: 'RETRY' };

/** The file that both calls send. */
export interface RowFile {
  tabla: ImportedTable;
  file: File;
}

const fileOf = ({ context: { tabla, file } }: { context: RowImportContext }): RowFile => ({
  tabla,
  file: given(file),
});

const choosing = { target: 'reviewing', actions: keepsGiven('file') } as const;

export const rowImportMachine = flow({
  types: {
    context: {} as RowImportContext,
    input: {} as Pick<RowImportContext, 'tabla'>,
    events: {} as RowImportEvent,
  },
  actors: {
    revisarImportacion: named<ImportReview, RowFile>('revisarImportacion'),
    importarFilas: named<AnswerOf<'/importarFilas'>, RowFile & { huella: string }>('importarFilas'),
  },
})
  .extend({
    guards: {
      someRowIsRight: ({ context }) =>
        context.review?.filas.some(({ resultado }) => resultado === 'correcta') === true,
    },
  })
  .createMachine({
    id: 'rowImport',
    description: 'Usuarios o tiendas llegan de un archivo, revisados fila por fila.',
    context: ({ input }) => ({
      tabla: input.tabla,
      file: null,
      review: null,
      done: [],
      problem: null,
    }),
    initial: 'empty',
    states: {
      empty: { description: 'Sin archivo', on: { CHOOSE: choosing } },
      reviewing: {
        description: 'Revisando el archivo',
        tags: 'loading',
        invoke: {
          ...tries('revisarImportacion', 'unreviewed', [
            { guard: when('succeeded'), target: 'reviewed', actions: keepsAs('review') },
          ]),
          input: fileOf,
        },
      },
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
      importing: {
        description: 'Creando las filas correctas',
        tags: 'pending',
        invoke: {
          ...tries('importarFilas', 'unimported', [
            { guard: when('succeeded'), target: 'imported', actions: keepsAs('done') },
          ]),
          input: ({ context }) => ({
            ...fileOf({ context }),
            huella: given(context.review).huella,
          }),
        },
      },
      unimported: {
        description: 'No se crearon, o no se sabe',
        tags: 'failed',
        on: { CHOOSE: choosing, ...retries('reviewing') },
      },
      imported: { description: 'Creadas', tags: 'done', on: { CHOOSE: choosing } },
    },
  });
