/** The flow of a draft in this browser: apart from what the session forgets of drafts, which comes with the first page. */
import { type DraftKey, draftMachine } from '#machines/flows/drafts/draft.machine.ts';
import { draftName, removeDraft, writeDraft } from './drafts.ts';

/** Calls the listener when another tab writes or removes the draft. @returns how to stop listening */
export function whenDraftChangesElsewhere(key: DraftKey, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === draftName(key)) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** Calls the listener when the page goes out of sight or is closed. @returns how to stop listening */
export function whenPageHides(listener: () => void): () => void {
  const changed = () => {
    if (document.visibilityState === 'hidden') listener();
  };
  window.addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', changed);
  return () => {
    window.removeEventListener('pagehide', listener);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** The flow of a draft, saved in this browser. */
export const browserDraft = draftMachine.provide({
  actions: {
    keepDraft: ({ self }, { key, untouched, typed }) => {
      if (JSON.stringify(typed.values) === JSON.stringify(untouched)) removeDraft(key);
      else if (!writeDraft(key, { ...typed, saved: Date.now() })) {
        self.send({ type: 'NOT_KEPT' });
        return;
      }
      self.send({ type: 'KEPT' });
    },
    removeDraft: (_, key) => removeDraft(key),
  },
});
