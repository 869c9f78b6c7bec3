/**
 * The file of a form that is not saved yet, beside its draft. Files are no text, so they are in the
 * browser's database; where that is full, forbidden or missing, nothing is kept and the page says so.
 */
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { browserTable, orElse } from '../../wire/browser-table.ts';
import { draftLifetime, draftName } from './drafts.ts';

interface KeptFile {
  id_usuario: number;
  file: File;
  /** Epoch milliseconds. */
  kept: number;
}

const files = browserTable<KeptFile>('caja-menor', 'archivos');

/** @returns false when the browser did not keep it: it can be chosen again */
export const keepFile = (key: DraftKey, file: File, now: number): Promise<boolean> => {
  const kept = { id_usuario: key.id_usuario, file, kept: now };
  return orElse(
    false,
    files.set(draftName(key), kept).then(() => true),
  );
};

export const keptFile = async (key: DraftKey): Promise<File | null> =>
  (await orElse(undefined, files.get(draftName(key))))?.file ?? null;

export const removeFile = (key: DraftKey): Promise<void> =>
  orElse(undefined, files.remove(draftName(key)));

async function removeWhere(isToGo: (kept: KeptFile) => boolean): Promise<void> {
  const all = await orElse([], files.entries());
  const names = all.filter(([, kept]) => isToGo(kept)).map(([name]) => name);
  await orElse(undefined, files.remove(...names));
}

/** Called at the logout. */
export const removeFilesOf = (id_usuario: number): Promise<void> =>
  removeWhere((kept) => kept.id_usuario === id_usuario);

/** Forgets what is too old, of whichever person. */
export const removeOldFiles = (now: number): Promise<void> =>
  removeWhere(({ kept }) => now - kept >= draftLifetime);
