import { millisecondsInDay } from 'date-fns/constants';
import type { DraftKey, Typed } from '#machines/flows/drafts/draft.machine.ts';
import type { Phrases } from '#machines/flows/review/decision-rules.ts';
import { browserTable, orElse } from '../../wire/browser-table.ts';
import { storeText, storedJson, storedText } from '../../wire/browser-storage.ts';

/**
 * Unsaved forms of a user, stored in this browser for that user only. A draft survives a reload, a crash and the end
 * of the session; it is removed by the save, by the logout, or when it expires.
 *
 * The fields are text in `localStorage`, which is written synchronously, even while the page is closing.
 */

/** Raise it when the type of a form field changes: drafts of older formats are then ignored. */
const draftFormat = 1;

export interface Draft<Values extends object> extends Typed {
  values: Values;
  /** Epoch milliseconds. */
  saved: number;
}

/** Milliseconds after which a draft expires. */
export const draftLifetime = 7 * millisecondsInDay;

const prefix = 'borrador/';
const ownedBy = (id_usuario: number): string => `${prefix}${id_usuario}/`;

/** Storage key of a draft. */
export const draftName = ({ id_usuario, form, object }: DraftKey): string =>
  `${ownedBy(id_usuario)}${form}/${object}`;

/** True for the user stored in this browser: after a logout none is, and no draft is written. */
const isStoredPerson = ({ id_usuario }: DraftKey): boolean =>
  localStorage.getItem('id_usuario') === String(id_usuario);

const isDraft = (value: unknown): value is Draft<object> =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  value.format === draftFormat &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null &&
  'shown' in value &&
  typeof value.shown === 'object' &&
  'idempotencyKey' in value &&
  typeof value.idempotencyKey === 'string' &&
  'saved' in value &&
  typeof value.saved === 'number';

function storedDraft(name: string): Draft<object> | null {
  const value = storedJson(name);
  return isDraft(value) ? value : null;
}

const isUnexpired = (draft: Draft<object> | null, now: number): draft is Draft<object> =>
  draft !== null && now - draft.saved < draftLifetime;

const sameKind = (one: unknown, other: unknown): boolean =>
  one === null || other === null
    ? typeof one !== 'string' && typeof other !== 'string'
    : typeof one === typeof other && Array.isArray(one) === Array.isArray(other);

/** The saved values of fields that the form still has, where their type matches; else the initial values. */
const matchingFields = <Values extends object>(values: object, form: Values): Values =>
  Object.fromEntries(
    Object.entries(form).map(([name, empty]) => {
      const typed: unknown = (values as Record<string, unknown>)[name];
      return [name, typed !== undefined && sameKind(typed, empty) ? typed : empty];
    }),
  ) as Values;

/**
 * Reads a draft over the initial values of its form.
 * @returns null when there is no draft, or it has expired
 */
export function readDraft<Values extends object>(
  key: DraftKey,
  form: Values,
  now: number,
): Draft<Values> | null {
  const draft = storedDraft(draftName(key));
  if (!isUnexpired(draft, now)) return null;
  const { shown, idempotencyKey, saved, sent = false } = draft;
  return { values: matchingFields(draft.values, form), shown, idempotencyKey, saved, sent };
}

/** @returns false when the browser cannot store it: storage is full or blocked, or the user has logged out */
export const writeDraft = <Values extends object>(key: DraftKey, draft: Draft<Values>): boolean =>
  isStoredPerson(key) &&
  storeText(draftName(key), JSON.stringify({ ...draft, format: draftFormat }));

export const removeDraft = (key: DraftKey): void => localStorage.removeItem(draftName(key));

const names = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(prefix));

/** Called at the logout. */
export function removeDraftsOf(id_usuario: number): void {
  for (const name of names())
    if (name.startsWith(ownedBy(id_usuario))) localStorage.removeItem(name);
}

/** Removes expired and unreadable drafts of all users. */
export function removeOldDrafts(now: number): void {
  for (const name of names())
    if (!isUnexpired(storedDraft(name), now)) localStorage.removeItem(name);
}

/**
 * File of an unsaved form, stored beside its draft in IndexedDB, since `localStorage` holds only text. Where IndexedDB
 * is full, blocked or missing, nothing is stored and the page shows a notice.
 */

interface StoredFile {
  id_usuario: number;
  file: File;
  /** Epoch milliseconds. */
  saved: number;
}

const files = browserTable<StoredFile>('caja-menor', 'archivos');

/** @returns false when the browser could not store it; the user can choose the file again */
export const saveDraftFile = (key: DraftKey, file: File, now: number): Promise<boolean> => {
  const saved = { id_usuario: key.id_usuario, file, saved: now };
  return orElse(
    false,
    files.set(draftName(key), saved).then(() => true),
  );
};

export const storedFile = async (key: DraftKey): Promise<File | null> =>
  (await orElse(undefined, files.get(draftName(key))))?.file ?? null;

export const removeFile = (key: DraftKey): Promise<void> =>
  orElse(undefined, files.remove(draftName(key)));

async function removeWhere(isToGo: (saved: StoredFile) => boolean): Promise<void> {
  const all = await orElse([], files.entries());
  const names = all.filter(([, saved]) => isToGo(saved)).map(([name]) => name);
  await orElse(undefined, files.remove(...names));
}

/** Called at the logout. */
export const removeFilesOf = (id_usuario: number): Promise<void> =>
  removeWhere((saved) => saved.id_usuario === id_usuario);

/** Removes expired files of all users. */
export const removeOldFiles = (now: number): Promise<void> =>
  removeWhere(({ saved }) => now - saved >= draftLifetime);

/**
 * Latest observations of a user in decisions, by choice, stored in this browser for that user until the logout. An
 * earlier release stored one list, which does not tell approvals from rejections: it is not read.
 */

const phrasesName = (id_usuario: number | string): string => `frases/${id_usuario}`;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((phrase) => typeof phrase === 'string');

const isPhrases = (value: unknown): value is Phrases =>
  typeof value === 'object' &&
  value !== null &&
  'approved' in value &&
  isList(value.approved) &&
  'rejected' in value &&
  isList(value.rejected);

export function storedPhrases(id_usuario: number): Phrases {
  const value = storedJson(phrasesName(id_usuario));
  return isPhrases(value) ? value : { approved: [], rejected: [] };
}

/** Stores them for the user of this browser; after a logout there is none, and nothing is stored. */
export function storePhrases(phrases: Phrases): void {
  const owner = storedText('id_usuario');
  if (owner !== null) storeText(phrasesName(owner), JSON.stringify(phrases));
}

/** Called at the logout. */
export const removePhrasesOf = (id_usuario: number): boolean =>
  storeText(phrasesName(id_usuario), null);
