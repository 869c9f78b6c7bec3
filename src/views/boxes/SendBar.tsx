import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  failedToSend,
  failedToWrite,
  isConfirmingSend,
  isSending,
  noticeOf,
  problemOf,
  sendReasons,
  showsSend,
} from '#machines/flows/box-send.selectors.ts';
import { boxSendMessages } from '#machines/flows/box-send.machine.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { ProblemAlert } from '../shared/ProblemAlert.tsx';
import type { BoxSendSnapshot, SendBoxEvent } from './use-box-send.ts';

export interface SendBarProps {
  snapshot: BoxSendSnapshot;
  send: SendBoxEvent;
  /** Buttons beside the one that sends. */
  children?: ReactNode;
}

/** Sends the box after a question, says why it cannot be sent, and what became of it. */
export function SendBar({ snapshot, send, children }: SendBarProps) {
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  const reasons = sendReasons(snapshot);
  const failed = failedToSend(snapshot);
  const sending = isSending(snapshot);
  return (
    <>
      {notice === null ? null : <InlineAlert tone="success">{notice}</InlineAlert>}
      {failedToWrite(snapshot) ? null : <ProblemAlert problem={problem} />}
      <ButtonRow>
        {children}
        {showsSend(snapshot) ? (
          <GuardedButton
            icon={Send}
            reasons={reasons}
            disabled={reasons.length === 0 && !snapshot.can({ type: 'SEND' })}
            onClick={() => send({ type: 'SEND' })}
          >
            Enviar
          </GuardedButton>
        ) : null}
      </ButtonRow>
      <ConfirmDialog
        open={isConfirmingSend(snapshot) || sending || failed}
        title={boxSendMessages.confirmTitle}
        confirmLabel="Ok"
        busy={sending}
        busyLabel="Enviando…"
        error={failed ? problem?.msg : undefined}
        onConfirm={() => send({ type: failed ? 'RETRY' : 'CONFIRM' })}
        onCancel={() => send({ type: failed ? 'BACK' : 'CANCEL' })}
      >
        Después de enviarla no podrá cambiar lo que decidió sobre esta caja.
      </ConfirmDialog>
    </>
  );
}

/** There is something to do with the box, or something to say about it. */
export const hasSendBar = (snapshot: BoxSendSnapshot): boolean =>
  showsSend(snapshot) || noticeOf(snapshot) !== null || problemOf(snapshot) !== null;
