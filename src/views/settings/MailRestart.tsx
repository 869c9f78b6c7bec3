import type { SnapshotFrom } from 'xstate';
import type {
  OutgoingMailsEvent,
  outgoingMailsMachine,
} from '#machines/flows/mails/outgoing-mails.machine.ts';
import {
  failedToRestart,
  noticeOf,
  problemOf,
  restartIsRefused,
} from '#machines/flows/mails/outgoing-mails.selectors.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';

export interface MailRestartProps {
  snapshot: SnapshotFrom<typeof outgoingMailsMachine>;
  send: (event: OutgoingMailsEvent) => void;
}

/** What became of a mail that somebody wanted to be sent again. */
export function MailRestart({ snapshot, send }: MailRestartProps) {
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  const dismiss = () => send({ type: 'DISMISS' });
  if (notice !== null) return <InlineAlert tone="success">{notice}</InlineAlert>;
  if (restartIsRefused(snapshot))
    return (
      <InlineAlert tone="danger" title="El correo no se envió de nuevo" onClose={dismiss}>
        {problem?.msg}
      </InlineAlert>
    );
  if (!failedToRestart(snapshot)) return null;
  return (
    <InlineAlert
      tone="danger"
      title="No se sabe si el correo volvió a la cola"
      onClose={dismiss}
      action={
        <GuardedButton size="sm" onClick={() => send({ type: 'RETRY_RESTART' })}>
          Reintentar
        </GuardedButton>
      }
    >
      {problem?.msg}
      {problem?.codigo_soporte ? ` Código de soporte: ${problem.codigo_soporte}` : ''}
    </InlineAlert>
  );
}
