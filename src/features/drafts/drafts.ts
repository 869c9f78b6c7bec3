import { millisecondsInDay } from 'date-fns/constants';
import type { DraftKey, Typed } from '#machines/flows/drafts/draft.machine.ts';
import { browserTable, orElse } from '../../wire/browser-table.ts';
import { storeText, storedJson, storedText } from '../../wire/browser-storage.ts';

/**
 * The unsaved forms of a person, saved in this browser for that person alone: it outlives
 * a reload, a crash and the end of the session, and goes with the save, with the logout or with its age.
 *
 * The fields are text in `localStorage`, since that is written at once, also while the page is closing.
 */

/** Raised whenever a form changes what its fields hold: what older pages saved is then forgotten. */
const draftFormat = 1;

export interface Draft<Values extends object> extends Typed {
  values: Values;
  /** Epoch milliseconds. */
  saved: number;
}

/** Milliseconds for which what nobody came back for stays. */
export const draftLifetime = 7 * millisecondsInDay;

const prefix = 'borrador/';
const ownedBy = (id_usuario: number): string => `${prefix}${id_usuario}/`;

/** The name under which a draft is saved. */
export const draftName = ({ id_usuario, form, object }: DraftKey): string =>
  `${ownedBy(id_usuario)}${form}/${object}`;

/** The owner is the person of this browser: after a logout nothing of his or hers is written any more. */
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

const isOfAge = (draft: Draft<object> | null, now: number): draft is Draft<object> =>
  draft !== null && now - draft.saved < draftLifetime;

const sameKind = (one: unknown, other: unknown): boolean =>
  one === null || other === null
    ? typeof one !== 'string' && typeof other !== 'string'
    : typeof one === typeof other && Array.isArray(one) === Array.isArray(other);

/** Keeps only the fields that the form still has, of the kind that it gives them. */
const fitting = <Values extends object>(values: object, form: Values): Values =>
  Object.fromEntries(
    Object.entries(form).map(([name, empty]) => {
      const typed: unknown = (values as Record<string, unknown>)[name];
      return [name, typed !== undefined && sameKind(typed, empty) ? typed : empty];
    }),
  ) as Values;

/**
 * Reads what was typed over an untouched form; null when there is nothing, or nothing that is
 * still of age.
 */
export function readDraft<Values extends object>(
  key: DraftKey,
  form: Values,
  now: number,
): Draft<Values> | null {
  const draft = storedDraft(draftName(key));
  if (!isOfAge(draft, now)) return null;
  const { shown, idempotencyKey, saved, sent = false } = draft;
  return { values: fitting(draft.values, form), shown, idempotencyKey, saved, sent };
}

/** @returns false when the browser keeps nothing: it is full, or forbids it */
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

/** Forgets what is too old or cannot be read, of whichever person. */
export function removeOldDrafts(now: number): void {
  for (const name of names()) if (!isOfAge(storedDraft(name), now)) localStorage.removeItem(name);
}

/**
 * The file of a form that is not saved yet, beside its draft. Files are no text, so they are in the
 * browser's database; where that is full, forbidden or missing, nothing is saved and the page says so.
 */

interface StoredFile {
  id_usuario: number;
  file: File;
  /** Epoch milliseconds. */
  saved: number;
}

const files = browserTable<StoredFile>('caja-menor', 'archivos');

/** @returns false when the browser did not keep it: it can be chosen again */
export const keepFile = (key: DraftKey, file: File, now: number): Promise<boolean> => {
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

/** Forgets what is too old, of whichever person. */
export const removeOldFiles = (now: number): Promise<void> =>
  removeWhere(({ saved }) => now - saved >= draftLifetime);

/** The last phrases of a person in decisions, saved in this browser for that person alone until the logout. */

const phrasesName = (id_usuario: number | string): string => `frases/${id_usuario}`;

const isPhrases = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((phrase) => typeof phrase === 'string');

/** The last one first; none where nothing is saved. */
export function storedPhrases(id_usuario: number): string[] {
  const value = storedJson(phrasesName(id_usuario));
  return isPhrases(value) ? value : [];
}

/** Keeps them for the person of this browser; after a logout there is none. */
export function storePhrases(phrases: readonly string[]): void {
  const owner = storedText('id_usuario');
  if (owner !== null) storeText(phrasesName(owner), JSON.stringify(phrases));
}

/** Called at the logout. */
export const removePhrasesOf = (id_usuario: number): boolean =>
  storeText(phrasesName(id_usuario), null);
