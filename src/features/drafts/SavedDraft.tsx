import { useActorRef } from '@xstate/react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { dateTimeInBogota, shortDateTime } from '#machines/domain/values/bogota-time.ts';
import {
  type DraftKey,
  type Typed,
  draftMachine,
  isElsewhere,
  isRecovered,
  isUnsaved,
} from '#machines/flows/drafts/draft.machine.ts';
import { factsOf } from '#machines/flows/session/session.setup.ts';
import { type Change, changeLine } from '#machines/flows/steps/changes.ts';
import { Session } from '../../shell/session.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { useLeaveGuard } from '../../ui/fields/InvalidFields.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { newIdempotencyKey } from '../../wire/client.ts';
import { type Draft, draftName, readDraft, removeDraft, writeDraft } from './drafts.ts';

export interface FormDraft<Values extends object> {
  key: DraftKey;
  /** Initial values of the form. */
  untouched: Values;
  /** Unsaved values that the same user typed earlier; null when there are none. */
  restored: Draft<Values> | null;
  /** Key of the draft, so that a creation whose answer was lost is not repeated. */
  idempotencyKey: string;
}

/** Reads the user's draft of a form once. @param object the object that the form edits */
export function useFormDraft<Values extends object>(
  form: string,
  object: number | string,
  untouched: Values,
): FormDraft<Values> {
  const id_usuario = Session.useSelector(factsOf)?.id_usuario ?? 0;
  const key = useMemo(
    () => ({ id_usuario, form, object: String(object) }),
    [id_usuario, form, object],
  );
  const [begun] = useState(() => {
    const restored = readDraft(key, untouched, Date.now());
    return { untouched, restored, idempotencyKey: restored?.idempotencyKey || newIdempotencyKey() };
  });
  return useMemo(() => ({ key, ...begun }), [key, begun]);
}

/** Draft flow of this browser. `drafts.ts`, which the session also uses, loads with the first page. */

/** Calls the listener when another tab writes or removes the draft. @returns unsubscribe function */
export function whenDraftChangesElsewhere(key: DraftKey, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === draftName(key)) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** Calls the listener when the page is hidden or closed. @returns unsubscribe function */
function whenPageHides(listener: () => void): () => void {
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

const browserDraft = draftMachine.provide({
  actions: {
    storeDraft: ({ self }, { key, untouched, typed }) => {
      if (JSON.stringify(typed.values) === JSON.stringify(untouched)) removeDraft(key);
      else if (!writeDraft(key, { ...typed, saved: Date.now() })) {
        self.send({ type: 'NOT_STORED' });
        return;
      }
      self.send({ type: 'STORED' });
    },
    removeDraft: (_, key) => removeDraft(key),
  },
});

interface SavedDraftProps<Values extends object> {
  draft: FormDraft<Values>;
  typed: Typed & { values: Values };
  /** The fields are editable. */
  open: boolean;
  /** A save is pending, or its outcome is unknown. */
  sent?: boolean;
  /** The form is saved: no draft is needed. */
  over?: boolean;
  /** Data outside the fields would be lost with the page. */
  losesMore?: boolean;
  /** Changes of the object since the draft was typed. */
  changes?: readonly Change[];
  /** 'por Ana, 10:32', or empty. */
  author?: string;
  /** Warning about the draft, shown after its date. */
  warning?: string;
  /** Called when the user discards the draft; the caller resets the form. */
  onDiscard: () => void;
  /** Notices about data that was not recovered. */
  children?: ReactNode;
}

/** Saves a form as a draft while it is filled in, and shows a notice when the form began with a draft. */
export function SavedDraft<Values extends object>({
  draft,
  typed,
  open,
  sent = false,
  over = false,
  losesMore = false,
  changes = [],
  author = '',
  warning = '',
  onDiscard,
  children,
}: SavedDraftProps<Values>) {
  const draftActor = useDraftActor(draft, { ...typed, sent }, over);
  const snapshot = useSnapshot(draftActor);
  // A reload would lose values that are not stored in the browser.
  useLeaveGuard(isUnsaved(snapshot) || losesMore);
  const discard = () => {
    draftActor.send({ type: 'DISCARD' });
    onDiscard();
  };
  return (
    <>
      {draft.restored !== null && open && isRecovered(snapshot) ? (
        <InlineAlert
          tone={changes.length > 0 || warning !== '' ? 'warning' : 'info'}
          title="Recuperamos lo que había escrito"
          reasons={changes.map(changeLine)}
          onClose={() => draftActor.send({ type: 'DISMISS' })}
          action={
            <GuardedButton size="sm" variant="outline" onClick={discard}>
              Descartar
            </GuardedButton>
          }
        >
          {`Es del ${shortDateTime(dateTimeInBogota(draft.restored.saved))} y ${
            draft.restored.sent ? 'se estaba guardando: mire si ya quedó.' : 'no se había guardado.'
          }`}
          {warning && ` ${warning}`}
          {changes.length > 0
            ? ` Desde entonces el gasto cambió${author && ` (${author})`}:`
            : null}
        </InlineAlert>
      ) : null}
      {children}
      {isElsewhere(snapshot) && !over ? (
        <InlineAlert tone="info" title="Este formulario también está abierto en otra pestaña">
          Lo que escribió aquí sigue aquí. Si cierra las dos sin guardar, se recupera lo último que
          se escribió en cualquiera de ellas.
        </InlineAlert>
      ) : null}
    </>
  );
}

/**
 * Saves the values as they are typed.
 * @param over the form is saved: no draft is needed
 */
function useDraftActor<Values extends object>(
  { key, untouched, restored }: FormDraft<Values>,
  typed: Typed & { values: Values },
  over: boolean,
) {
  const draft = useActorRef(browserDraft, {
    input: { key, untouched, typed, isRestored: restored !== null },
  });
  const text = JSON.stringify([typed.values, typed.idempotencyKey, typed.sent]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `shown` alone does not save the draft
  useEffect(() => {
    draft.send(over ? { type: 'SAVED' } : { type: 'TYPED', typed });
  }, [draft, text, over]);

  // A layout effect: its cleanup runs before the actor stops, that of a plain effect would run after.
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

  return draft;
}
