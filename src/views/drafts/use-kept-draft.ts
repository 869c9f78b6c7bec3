import { useCallback, useEffect, useRef, useState } from 'react';
import type { Shown } from '#machines/flows/changes.ts';
import { removeDraft, whenDraftChangesElsewhere, writeDraft } from '../../actors/drafts.ts';
import type { FormDraft } from './use-form-draft.ts';

/** Milliseconds after the last key before what was typed is kept. */
const draftDelay = 400;

export interface KeptDraftOptions {
  /** What is shown of the object while it is typed. */
  shown: Shown;
  idempotencyKey: string;
  /** Saved: nothing is left to keep. */
  over: boolean;
}

/** Keeps what is typed while it is typed, at the latest when the page goes out of sight. */
export function useKeptDraft<Values extends object>(
  { key, untouched }: FormDraft<Values>,
  values: Values,
  { shown, idempotencyKey, over }: KeptDraftOptions,
) {
  const text = JSON.stringify({ values, idempotencyKey });
  /** What is kept, or what the form began with. */
  const last = useRef(text);
  const due = useRef<(() => void) | null>(null);
  const [failed, setFailed] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);

  const keep = useRef<() => void>(() => {});
  keep.current = () => {
    due.current = null;
    last.current = text;
    if (JSON.stringify(values) === JSON.stringify(untouched)) removeDraft(key);
    else setFailed(!writeDraft(key, { values, shown, idempotencyKey, kept: Date.now() }));
  };

  useEffect(() => {
    due.current = null;
    if (over) {
      removeDraft(key);
      return undefined;
    }
    if (text === last.current) return undefined;
    due.current = () => keep.current();
    const timer = setTimeout(() => due.current?.(), draftDelay);
    return () => clearTimeout(timer);
  }, [key, text, over]);

  useEffect(() => {
    const flush = () => due.current?.();
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushHidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushHidden);
      flush();
    };
  }, []);

  useEffect(() => whenDraftChangesElsewhere(key, () => setElsewhere(true)), [key]);

  const forget = useCallback(() => {
    due.current = null;
    removeDraft(key);
  }, [key]);

  return {
    /** The browser keeps nothing: a reload would lose what was typed. */
    failed,
    /** The same form is open in another tab, where somebody typed or saved. */
    elsewhere,
    /** Gives the draft up; the form is the caller's to put back. */
    forget,
  };
}
