import type {
  RecordListContext,
  RecordListEvent,
} from '#machines/flows/records/record-list.machine.ts';
import {
  asksForDeletion,
  changeIsRefused,
  changeProblemOf,
  failedToDelete,
  failedToToggle,
  isDeleting,
  noticeOf,
  recordListMessages,
} from '#machines/flows/records/record-list.selectors.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { useSaidProblem } from '../problems/use-said-problem.ts';

type ChangeEvent = Extract<
  RecordListEvent<unknown>,
  { type: 'CONFIRM' | 'CANCEL' | 'RETRY_CHANGE' | 'DISMISS' }
>;

export interface RecordChangeProps {
  snapshot: Parameters<typeof noticeOf>[0] & { context: RecordListContext<unknown, unknown> };
  send: (event: ChangeEvent) => void;
}

/** What became of switching or deleting a record, over the list. */
export function RecordChange({ snapshot, send }: RecordChangeProps) {
  const notice = noticeOf(snapshot);
  const problem = useSaidProblem(changeProblemOf(snapshot));
  const dismiss = () => send({ type: 'DISMISS' });
  if (notice !== null) return <InlineAlert tone="success">{notice}</InlineAlert>;
  if (changeIsRefused(snapshot))
    return (
      <InlineAlert tone="danger" title="No se hizo el cambio" onClose={dismiss}>
        {problem?.msg}
      </InlineAlert>
    );
  if (!failedToToggle(snapshot)) return null;
  return (
    <InlineAlert
      tone="danger"
      title="No se sabe si el cambio se hizo"
      onClose={dismiss}
      action={
        <GuardedButton size="sm" onClick={() => send({ type: 'RETRY_CHANGE' })}>
          Reintentar
        </GuardedButton>
      }
    >
      {problem?.msg}
      {problem?.codigo_soporte ? ` Código de soporte: ${problem.codigo_soporte}` : ''}
    </InlineAlert>
  );
}

/** Asks before a record goes; stays while it goes, and when nobody answered. @param name of the record */
export function RecordDeletion({ snapshot, send, name }: RecordChangeProps & { name: string }) {
  const failed = failedToDelete(snapshot);
  const said = useSaidProblem(changeProblemOf(snapshot));
  return (
    <ConfirmDialog
      open={asksForDeletion(snapshot)}
      title={recordListMessages.deleteTitle}
      confirmLabel="Eliminar"
      confirmTone="primary"
      cancelTone="danger"
      busy={isDeleting(snapshot)}
      busyLabel="Eliminando…"
      error={failed ? said?.msg : undefined}
      onConfirm={() => send({ type: failed ? 'RETRY_CHANGE' : 'CONFIRM' })}
      onCancel={() => send({ type: failed ? 'DISMISS' : 'CANCEL' })}
    >
      Se eliminará «{name}». Esta acción no se puede deshacer.
    </ConfirmDialog>
  );
}
