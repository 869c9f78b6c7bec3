import { problemOf } from '#machines/flows/boxes/box.selectors.ts';
import {
  expenseToDelete,
  failedToDelete,
  isConfirmingDeletion,
  isDeleting,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useProblemMessage } from '../problems/use-problem-message.ts';
import type { BoxSendSnapshot, SendBoxEvent } from './use-box-send.ts';

export interface DeletionDialogProps {
  snapshot: BoxSendSnapshot;
  send: SendBoxEvent;
}

/** Asks before an expense goes; stays while it goes, and when nobody answered. */
export function DeletionDialog({ snapshot, send }: DeletionDialogProps) {
  const failed = failedToDelete(snapshot);
  const message = useProblemMessage(problemOf(snapshot));
  const expense = expenseToDelete(snapshot);
  const deleting = isDeleting(snapshot);
  return (
    <ConfirmDialog
      open={isConfirmingDeletion(snapshot) || deleting || failed}
      title="Confirmar eliminación"
      confirmLabel="Eliminar"
      confirmTone="primary"
      cancelTone="danger"
      busy={deleting}
      busyLabel="Eliminando…"
      error={failed ? message?.msg : undefined}
      onConfirm={() => send({ type: failed ? 'RETRY' : 'CONFIRM' })}
      onCancel={() => send({ type: failed ? 'BACK' : 'CANCEL' })}
    >
      Se eliminará de la caja el recibo {expense?.recibo} de {expense?.proveedor_nombre}, con su
      soporte.
    </ConfirmDialog>
  );
}
