/** Selectors of the recording of an expense. */
import type { SnapshotFrom } from 'xstate';
import { successes } from '#contract/errors.ts';
import type { expenseEntryMachine } from './expense-entry.machine.ts';
import { fieldErrors } from '../steps/result.ts';
import type { supplierLookupMachine } from './supplier-lookup.machine.ts';

export { isLoading, problemOf } from '../steps/flow.selectors.ts';

type EntrySnapshot = SnapshotFrom<typeof expenseEntryMachine>;
type LookupSnapshot = SnapshotFrom<typeof supplierLookupMachine>;

/** The form is shown; it can be changed only while `isEditing`. */
export const showsForm = (snapshot: EntrySnapshot) => snapshot.hasTag('form');
export const isEditing = (snapshot: EntrySnapshot) => snapshot.matches('editing');
/** The expense is saved and only its file is missing. */
export const showsFile = (snapshot: EntrySnapshot) => snapshot.hasTag('file');
/** The file was never chosen, or the page was closed before it arrived: CHOOSE_FILE. */
export const awaitsFile = (snapshot: EntrySnapshot) => snapshot.matches('awaitingFile');
export const isSaving = (snapshot: EntrySnapshot) =>
  snapshot.matches('saving') || snapshot.matches('keeping');
/** This device keeps the expense before this one, and will send it. */
export const isAfterQueued = (snapshot: EntrySnapshot) =>
  snapshot.matches({ editing: 'afterQueued' });
export const isUploading = (snapshot: EntrySnapshot) => snapshot.matches('uploading');
/** No answer to the save: RETRY. */
export const failedToSave = (snapshot: EntrySnapshot) => snapshot.matches('failedToSave');
/** An earlier try made an expense with other data: START_ANEW. */
export const wasRecordedBefore = (snapshot: EntrySnapshot) => snapshot.matches('recordedBefore');
export const storeOf = (snapshot: EntrySnapshot) => snapshot.context.id_tienda;
/** For the header `Idempotency-Key`. */
export const idempotencyKeyOf = (snapshot: EntrySnapshot) => snapshot.context.idempotencyKey;
/** The id of the expense once it is saved; null before. */
export const recordedExpenseOf = (snapshot: EntrySnapshot) => snapshot.context.id_gasto;
/** Expenses recorded one after the other before this one: the form of each is another. */
export const recordedCountOf = (snapshot: EntrySnapshot) => snapshot.context.recorded;
/** The file did not arrive: RETRY or CHOOSE_FILE. */
export const failedToUpload = (snapshot: EntrySnapshot) => snapshot.matches('failedToUpload');
/** The file of the last SAVE or CHOOSE_FILE that was accepted. */
export const fileOf = (snapshot: EntrySnapshot) => snapshot.context.file;
/** 0 to 100. */
export const percentOf = (snapshot: EntrySnapshot) => snapshot.context.percent;
/** Null until loaded. */
export const factsOf = (snapshot: EntrySnapshot) => snapshot.context.facts;
/** The sentence of a field by its name; `archivo` is the file. */
export const fieldErrorsOf = (snapshot: EntrySnapshot) => fieldErrors(snapshot.context.problem);
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: EntrySnapshot): string | null =>
  snapshot.hasTag('done') ? successes.saved : null;

const noMatches: LookupSnapshot['context']['matches'] = [];
export const matchesOf = (snapshot: LookupSnapshot) =>
  snapshot.matches('choosing') ? snapshot.context.matches : noMatches;
export const isSearching = (snapshot: LookupSnapshot) =>
  snapshot.matches('waiting') || snapshot.matches('searching');
/** Nobody has the name that was typed. */
export const nobodyHasName = (snapshot: LookupSnapshot) => snapshot.matches('unnamed');
const noInvoices: LookupSnapshot['context']['invoices'] = [];
/** Electronic invoices of the chosen supplier that no expense has. */
export const offeredInvoicesOf = (snapshot: LookupSnapshot) =>
  snapshot.matches('known') ? snapshot.context.invoices : noInvoices;
/** The supplier is new: name, address, department and city are asked for. */
export const needsAddress = (snapshot: LookupSnapshot) => snapshot.hasTag('addressNeeded');
export const lookupFailed = (snapshot: LookupSnapshot) => snapshot.matches('failed');
export const municipalitiesAreLoading = (snapshot: LookupSnapshot) =>
  snapshot.matches({ unknown: 'loadingMunicipalities' });
/** The cities of the department did not come: RETRY. */
export const municipalitiesFailed = (snapshot: LookupSnapshot) =>
  snapshot.matches({ unknown: 'withoutMunicipalities' });
export const municipalitiesOf = (snapshot: LookupSnapshot) => snapshot.context.municipalities;
export const lookupProblemOf = (snapshot: LookupSnapshot) => snapshot.context.problem;
