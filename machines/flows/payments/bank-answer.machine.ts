/**
 * Reads the answer of a bank about a batch, and saves how answers of that bank are read.
 *
 * empty    no file is chosen
 * reading  the file is being read
 * unread   the file cannot be read, or there was no answer: RETRY, or choose another file
 * read     each line is shown with its result; nothing is confirmed by reading
 * saving   the format of the bank, or the meaning of a word, is being saved; then the file is read again
 */
import type { SnapshotFrom } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type Problem, assertPresent, named } from '../steps/result.ts';
import { assignFromEvent, flow, loadState, retries, writeState } from '../steps/steps.ts';

export type BankAnswer = AnswerOf<'/leerRespuestaBanco'>;
export type AnswerLine = BankAnswer['lineas'][number];
export type AnswerWord = BankAnswer['palabras'][number];
export type AnswerHeading = BankAnswer['encabezados'][number];

interface BankAnswerInput {
  id_lote: number;
}

/** What is saved about a bank. */
export type BankSave =
  | { path: '/guardarFormatoBanco'; body: RequestOf<'/guardarFormatoBanco'> }
  | { path: '/decidirPalabraBanco'; body: RequestOf<'/decidirPalabraBanco'> };

const nothing = {
  /** Null until one is chosen. */
  file: null as File | null,
  answer: null as BankAnswer | null,
  request: null as BankSave | null,
  problem: null as Problem | null,
};

export type BankAnswerContext = BankAnswerInput & typeof nothing;

export type BankAnswerEvent =
  | { type: 'CHOOSE'; file: File }
  | { type: 'SAVE'; request: BankSave }
  /** Discards the file and its answer. */
  | { type: 'CANCEL' }
  /** Reads the same file again. */
  | { type: 'RETRY' };

interface Args {
  context: BankAnswerContext;
}

const choosing = { target: 'reading', actions: assignFromEvent('file') } as const;

export const bankAnswerMachine = flow<{
  context: BankAnswerContext;
  input: BankAnswerInput;
  events: BankAnswerEvent;
}>()({
  leerRespuestaBanco: named<BankAnswer, BankAnswerInput & { file: File }>('leerRespuestaBanco'),
  guardarDelBanco: named<unknown, BankSave>('guardarDelBanco'),
}).createMachine({
  id: 'bankAnswer',
  description: 'La respuesta del banco sobre un lote, línea por línea.',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'empty',
  states: {
    empty: { description: 'Sin archivo', on: { CHOOSE: choosing } },
    reading: loadState('Leyendo el archivo', 'leerRespuestaBanco', {
      input: ({ context: { id_lote, file } }: Args) => ({ id_lote, file: assertPresent(file) }),
      assignTo: 'answer',
      shown: 'read',
      failed: 'unread',
    }),
    unread: {
      description: 'No se pudo leer',
      tags: 'failed',
      on: { CHOOSE: choosing, ...retries('reading') },
    },
    read: {
      description: 'Leído',
      tags: 'shown',
      on: {
        CHOOSE: choosing,
        SAVE: { target: 'saving', actions: assignFromEvent('request') },
        CANCEL: { target: 'empty', actions: 'forgetProblem' },
        ...retries('reading'),
      },
    },
    saving: writeState('Guardando cómo responde el banco', 'guardarDelBanco', {
      input: ({ context }: Args) => assertPresent(context.request),
      saved: 'reading',
      refused: 'read',
    }),
  },
});

type Snapshot = SnapshotFrom<typeof bankAnswerMachine>;

export const isReading = (snapshot: Snapshot): boolean => snapshot.matches('reading');
/** Accepts RETRY or CHOOSE. */
export const failedToRead = (snapshot: Snapshot): boolean => snapshot.matches('unread');
export const isSaving = (snapshot: Snapshot): boolean => snapshot.matches('saving');

/** The answer that is shown; null while there is none. */
export const answerOf = (snapshot: Snapshot): BankAnswer | null =>
  snapshot.matches('read') || snapshot.matches('saving') ? snapshot.context.answer : null;

/** Lines with this result whose payment still waits for the bank. @param waiting ids of those boxes */
const linesWith = (
  answer: BankAnswer,
  result: AnswerLine['resultado'],
  waiting: readonly number[],
): (AnswerLine & { id_caja: number })[] =>
  answer.lineas.flatMap((line) =>
    line.resultado === result && line.id_caja !== null && waiting.includes(line.id_caja)
      ? [{ ...line, id_caja: line.id_caja }]
      : [],
  );

/** The payments that the bank made, with its references. */
export const answeredPayments = (
  answer: BankAnswer,
  waiting: readonly number[],
): { id_caja: number; referencia: string }[] =>
  linesWith(answer, 'hecho', waiting).map(({ id_caja, referencia }) => ({ id_caja, referencia }));

/** The payments that the bank refused, by its reason. */
export function refusedByReason(
  answer: BankAnswer,
  waiting: readonly number[],
): { motivo: string; cajas: number[] }[] {
  const lines = linesWith(answer, 'rechazado', waiting);
  const reasons = new Set(lines.map(({ motivo }) => motivo));
  return [...reasons].map((motivo) => ({
    motivo,
    cajas: lines.filter((line) => line.motivo === motivo).map(({ id_caja }) => id_caja),
  }));
}

/** The words of the file whose meaning nobody has said, or a second person has not agreed on. */
export const openWords = ({ palabras }: BankAnswer): AnswerWord[] =>
  palabras.filter(({ acordada }) => acordada === 0);
