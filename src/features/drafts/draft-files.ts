/**
 * The file of a form that is not saved yet, beside its draft. Files are no text, so they are in the
 * browser's database; where that is full, forbidden or missing, nothing is saved and the page says so.
 */
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { browserTable, orElse } from '../../wire/browser-table.ts';
import { draftLifetime, draftName } from './drafts.ts';

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
