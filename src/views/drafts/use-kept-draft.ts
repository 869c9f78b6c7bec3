import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect } from 'react';
import type { Typed } from '#machines/flows/drafts/draft.machine.ts';
import { browserDraft, whenDraftChangesElsewhere, whenPageHides } from '../../actors/drafts.ts';
import type { FormDraft } from './use-form-draft.ts';

/**
 * Keeps what is typed while it is typed.
 * @param over saved: nothing is left to keep
 */
export function useKeptDraft<Values extends object>(
  { key, untouched, restored }: FormDraft<Values>,
  typed: Typed & { values: Values },
  over: boolean,
) {
  const draft = useActorRef(browserDraft, {
    input: { key, untouched, typed, isRestored: restored !== null },
  });
  const text = JSON.stringify([typed.values, typed.idempotencyKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown beside it is no reason to keep it
  useEffect(() => {
    draft.send(over ? { type: 'SAVED' } : { type: 'TYPED', typed });
  }, [draft, text, over]);

  // Before the actor is stopped, which a plain effect would come after.
  useLayoutEffect(() => {
    const hide = () => draft.send({ type: 'HIDE' });
    const stops = [
      whenPageHides(hide),
      whenDraftChangesElsewhere(key, () => draft.send({ type: 'CHANGED_ELSEWHERE' })),
    ];
    return () => {
      for (const stop of stops) stop();
      hide();
    };
  }, [draft, key]);

  return {
    /** The browser keeps nothing: a reload would lose what was typed. */
    failed: useSelector(draft, (snapshot) => snapshot.hasTag('unkept')),
    /** The same form is open in another tab, where somebody typed or saved. */
    elsewhere: useSelector(draft, (snapshot) => snapshot.hasTag('elsewhere')),
    /** The form began with what had been typed before, and the person has not read so. */
    recovered: useSelector(draft, (snapshot) => snapshot.hasTag('recovered')),
    dismiss: () => draft.send({ type: 'DISMISS' }),
    /** Gives the draft up; the form is the caller's to put back. */
    forget: () => draft.send({ type: 'DISCARD' }),
  };
}
