import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { dateTimeInBogota } from '#machines/domain/dates.ts';
import { type Change, changeLine } from '#machines/flows/changes.ts';
import type { Typed } from '#machines/flows/drafts/draft.machine.ts';
import { browserDraft, whenDraftChangesElsewhere, whenPageHides } from '../../actors/drafts.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import type { FormDraft } from './use-form-draft.ts';

export interface KeptDraftProps<Values extends object>
  extends Pick<DraftNoticeProps, 'changes' | 'author' | 'warning' | 'onDiscard'> {
  draft: FormDraft<Values>;
  typed: Typed & { values: Values };
  /** The fields can be changed. */
  open: boolean;
  /** Saved: nothing is left to keep. */
  over?: boolean;
  /** Something beside the fields would be lost with the page. */
  losesMore?: boolean;
  /** What else was not recovered. */
  children?: ReactNode;
}

/** Keeps a form while it is filled in, and says what was recovered. */
export function KeptDraft<Values extends object>({
  draft,
  typed,
  open,
  over = false,
  losesMore = false,
  onDiscard,
  children,
  ...notice
}: KeptDraftProps<Values>) {
  const { failed, elsewhere, recovered, dismiss, forget } = useKeptDraft(draft, typed, over);
  useLeaveGuard(failed || losesMore);
  return (
    <>
      {draft.restored === null || !recovered || !open ? null : (
        <DraftNotice
          {...notice}
          kept={draft.restored.kept}
          onDiscard={() => {
            forget();
            onDiscard();
          }}
          onClose={dismiss}
        />
      )}
      {children}
      {elsewhere && !over ? <OtherTabNotice /> : null}
    </>
  );
}

interface DraftNoticeProps {
  /** Epoch milliseconds. */
  kept: number;
  /** Differences of the object since then. */
  changes?: readonly Change[];
  /** 'por Ana, 10:32', or empty. */
  author?: string;
  /** Sentences about the draft, beside how old it is. */
  warning?: string;
  onDiscard: () => void;
  onClose: () => void;
}

/** That the form begins with what the person had typed before. */
function DraftNotice({
  kept,
  changes = [],
  author = '',
  warning = '',
  onDiscard,
  onClose,
}: DraftNoticeProps) {
  return (
    <InlineAlert
      tone={changes.length > 0 || warning !== '' ? 'warning' : 'info'}
      title="Recuperamos lo que había escrito"
      reasons={changes.map(changeLine)}
      onClose={onClose}
      action={
        <GuardedButton size="sm" variant="outline" onClick={onDiscard}>
          Descartar
        </GuardedButton>
      }
    >
      {`Es del ${dateTimeInBogota(kept)} y no se había guardado.`}
      {warning && ` ${warning}`}
      {changes.length > 0 ? ` Desde entonces el gasto cambió${author && ` (${author})`}:` : null}
    </InlineAlert>
  );
}

/** Two tabs with the same form: what is recovered later is what was typed last. */
function OtherTabNotice() {
  return (
    <InlineAlert tone="info" title="Este formulario también está abierto en otra pestaña">
      Lo que escribió aquí sigue aquí. Si cierra las dos sin guardar, se recupera lo último que se
      escribió en cualquiera de ellas.
    </InlineAlert>
  );
}

/**
 * Keeps what is typed while it is typed.
 * @param over saved: nothing is left to keep
 */
function useKeptDraft<Values extends object>(
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
