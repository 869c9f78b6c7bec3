/** Events, context, guards and actions of `expenseEntryMachine`. */
import { assign } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { idempotencyGuard } from '#contract/errors.ts';
import {
  CallFailure,
  type Failure,
  type Problem,
  type Result,
  assertPresent,
  missing,
  named,
} from '../steps/result.ts';
import type { Destination } from '../steps/destination.ts';
import type { DraftKey } from '../drafts/draft.machine.ts';
import type { EntryRules, ExpenseEntryValues } from './expense-entry.form.ts';
import type { CategoryRow, DepartmentRow } from './expense-facts.ts';
import { flow, isValid } from '../steps/steps.ts';

export type EntrySuggestions = AnswerOf<'/sugerenciasGasto'>;

export interface ExpenseEntryFacts extends EntryRules {
  /** Recent values of the store, to be proposed; empty when they could not be loaded. */
  suggestions: EntrySuggestions;
  /** Categories of the store's format. */
  categories: readonly CategoryRow[];
  departments: readonly DepartmentRow[];
  /** The file that this browser stored before a reload, or the receipt of the origin; null without one. */
  file: File | null;
  /** The rejected expense that is recorded again; null otherwise. */
  origin: Expense | null;
}

export interface ExpenseEntryInput {
  id_tienda: number;
  /** Unique per form: a repeated save returns the same expense. */
  idempotencyKey: string;
  /** An expense that was recorded and still has no receipt; null for a new one. */
  id_gasto: number | null;
  /** Key of the draft and of its file in this browser. */
  draft: DraftKey;
  /** The rejected expense to record again; null otherwise. */
  origen: number | null;
}

export const nothing = {
  facts: null as ExpenseEntryFacts | null,
  request: null as RequestOf<'/enviarGasto'> | null,
  /** The form values of the last SAVE, as typed. */
  values: null as ExpenseEntryValues | null,
  file: null as File | null,
  /** Progress of the upload, 0 to 100. */
  percent: 0,
  /** Number of expenses recorded in a row before the one in the form. */
  recorded: 0,
  /** The key of the expense that follows this one; null when the person goes back to the box. */
  nextKey: null as string | null,
  problem: null as Problem | null,
};

export type ExpenseEntryContext = ExpenseEntryInput & typeof nothing;

export interface Chosen {
  file: File | null;
}

export interface Entry extends Chosen {
  values: ExpenseEntryValues;
  /** The `idempotencyKey` of the expense to record after this one; null when there is none. */
  nextKey: string | null;
}

export type ExpenseEntryEvent =
  | { type: 'RETRY' }
  | ({ type: 'SAVE' } & Entry)
  /** The form becomes another expense, with a key of its own. */
  | { type: 'START_ANEW'; idempotencyKey: string }
  /** Records another expense after a saved one. */
  | { type: 'RECORD_ANOTHER'; idempotencyKey: string }
  | ({ type: 'CHOOSE_FILE' } & Chosen)
  /** Sent by the actor of the upload. */
  | { type: 'UPLOAD.PROGRESS'; percent: number };

export interface SaveExpenseInput {
  body: RequestOf<'/enviarGasto'>;
  /** For the header `Idempotency-Key`. */
  idempotencyKey: string;
}

export interface UploadInput {
  id_gasto: number;
  archivo: File;
  onProgress: (percent: number) => void;
}

/** An expense for the queue of this device (`expense-queue.machine.ts`). */
export interface QueueOnDeviceInput {
  draft: DraftKey;
  clave: string;
  id_tienda: number;
  tienda: string;
  values: ExpenseEntryValues;
  request: RequestOf<'/enviarGasto'>;
  file: File;
  id_gasto: number | null;
}

/** Identifies a queued expense that the form has saved. */
type Reopened = Pick<ExpenseEntryContext, 'idempotencyKey' | 'id_gasto' | 'draft'>;

export interface StoredFile {
  key: DraftKey;
  file: File;
}

export interface LoadEntryInput {
  id_tienda: number;
  saved: DraftKey;
  origen: number | null;
}

export const expenseEntry = flow<{
  context: ExpenseEntryContext;
  events: ExpenseEntryEvent;
  input: ExpenseEntryInput;
  output: Destination;
  tags: 'form' | 'file';
}>()({
  loadEntry: named<ExpenseEntryFacts, LoadEntryInput>('loadEntry'),
  enviarGasto: named<AnswerOf<'/enviarGasto'>, SaveExpenseInput>('enviarGasto'),
  cargarSoporte: named<AnswerOf<'/cargarSoporte'>, UploadInput>('cargarSoporte'),
  /** Returns the idempotency key of the next expense; a refusal when this device cannot store this one. */
  queueOnDevice: named<string, QueueOnDeviceInput>('queueOnDevice'),
}).extend({
  guards: {
    expenseIsRecorded: ({ context }, result: Result<unknown>) =>
      result.ok && context.id_gasto !== null,
    entryIsComplete: isValid,
    /** An expense with other data was already saved under this key. */
    keyIsTaken: (_, result: Result<unknown>) =>
      !result.ok && result.motivos.some(({ guardia }) => guardia === idempotencyGuard),
    fileAloneIsMissing: ({ context }) => context.id_gasto !== null,
    anotherFollows: ({ context }, result: Result<unknown>) => result.ok && context.nextKey !== null,
    /** No answer, or a 5xx of a proxy. False without `request`: a reopened page knows only the file. */
    nobodyAnswered: ({ context }, { error }: Failure) =>
      context.request !== null && !(error instanceof CallFailure && error.status === 500),
    fileIsAcceptable: isValid,
  },
  actions: {
    setFacts: assign((_, facts: ExpenseEntryFacts) => ({ facts, file: facts.file })),
    setNewFund: assign(({ context }, { fund, today, suggestions }: ExpenseEntryFacts) => ({
      facts: { ...assertPresent(context.facts), fund, today, suggestions },
    })),
    beginNext: assign(({ context: { facts, recorded } }, idempotencyKey: string) => ({
      ...nothing,
      facts,
      recorded: recorded + 1,
      idempotencyKey,
      id_gasto: null,
      origen: null,
    })),
    setExpense: assign((_, [saved]: AnswerOf<'/enviarGasto'>) => ({
      id_gasto: saved?.id_gasto ?? null,
    })),
    startProgress: assign({ percent: 0 }),
    storeUpload: (_, _stored: StoredFile) => missing('storeUpload'),
    forgetFile: (_, _key: DraftKey) => missing('forgetFile'),
    /** Removes the corrected expense from the queue of this device. */
    forgetQueued: (_, _queued: Reopened) => missing('forgetQueued'),
  },
});
