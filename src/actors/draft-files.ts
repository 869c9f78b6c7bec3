/**
 * The file of a form that is not saved yet, beside its draft. Files are no text, so they are in the
 * browser's database; where that is full, forbidden or missing, nothing is kept and the page says so.
 */
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import { draftLifetime, draftName } from './drafts.ts';

interface KeptFile {
  id_usuario: number;
  file: File;
  /** Epoch milliseconds. */
  kept: number;
}

let opened: UseStore | null = null;

/** @throws Error where the browser has no database */
function store(): UseStore {
  opened ??= createStore('caja-menor', 'archivos');
  return opened;
}

/** Returns the answer of the database, or a substitute for its silence: a file that is not kept can be chosen again. */
async function orElse<Answer>(missing: Answer, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch {
    return missing;
  }
}

/** @returns false when the browser did not keep it */
export const keepFile = (key: DraftKey, file: File, now: number): Promise<boolean> =>
  orElse(false, async () => {
    const kept: KeptFile = { id_usuario: key.id_usuario, file, kept: now };
    await set(draftName(key), kept, store());
    return true;
  });

export const keptFile = (key: DraftKey): Promise<File | null> =>
  orElse(null, async () => (await get<KeptFile>(draftName(key), store()))?.file ?? null);

export const removeFile = (key: DraftKey): Promise<void> =>
  orElse(undefined, () => del(draftName(key), store()));

const removeWhere = (isToGo: (kept: KeptFile) => boolean): Promise<void> =>
  orElse(undefined, async () => {
    const all = await entries<string, KeptFile>(store());
    await Promise.all(all.filter(([, kept]) => isToGo(kept)).map(([name]) => del(name, store())));
  });

/** Called at the logout. */
export const removeFilesOf = (id_usuario: number): Promise<void> =>
  removeWhere((kept) => kept.id_usuario === id_usuario);

/** Forgets what is too old, of whichever person. */
export const removeOldFiles = (now: number): Promise<void> =>
  removeWhere(({ kept }) => now - kept >= draftLifetime);
