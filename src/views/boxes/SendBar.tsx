import { chakra } from '@chakra-ui/react/styled-system';
import { Send } from 'lucide-react';
import {
  accountOf,
  expensesOf,
  failedToSend,
  problemOf,
} from '#machines/flows/boxes/box.selectors.ts';
import {
  failedToWrite,
  isConfirmingSend,
  isSending,
  noticeOf,
  problemTitleOf,
  sendReasons,
  showsSend,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { type Reason, spokenText } from '../../components/reason.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { useProblemMessage } from '../problems/use-problem-message.ts';
import { reasonLines, type Remedies } from './send-reasons.ts';
import type { BoxSendSnapshot, SendBoxEvent } from './use-box-send.ts';

export interface SendBarProps {
  snapshot: BoxSendSnapshot;
  send: SendBoxEvent;
  /** Things that the person gives up by sending. */
  warning: string;
  /** Where what is missing can be done. */
  remedies: Remedies;
}

/** Sends the box after a question, says why it cannot be sent, and what became of it. */
export function SendBar({ snapshot, send, warning, remedies }: SendBarProps) {
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  const message = useProblemMessage(problem);
  const reasons = reasonLines(sendReasons(snapshot), remedies);
  const failed = failedToSend(snapshot);
  const sending = isSending(snapshot);
  return (
    <>
      {notice === null ? null : <InlineAlert tone="success">{notice}</InlineAlert>}
      {failedToWrite(snapshot) ? null : (
        <ProblemAlert problem={problem} title={problemTitleOf(snapshot)} />
      )}
      <chakra.div
        display="flex"
        flexDirection={{ base: 'column', sm: 'row' }}
        alignItems={{ base: 'stretch', sm: 'center' }}
        justifyContent="space-between"
        gap="3"
      >
        <SendSummary snapshot={snapshot} reasons={reasons} />
        {showsSend(snapshot) ? (
          <GuardedButton
            icon={Send}
            reasons={reasons}
            waiting={!snapshot.can({ type: 'SEND' })}
            onClick={() => send({ type: 'SEND' })}
          >
            Enviar
          </GuardedButton>
        ) : null}
      </chakra.div>
      <ConfirmDialog
        open={isConfirmingSend(snapshot) || sending || failed}
        title="Confirmar envío de caja"
        confirmLabel="Ok"
        busy={sending}
        busyLabel="Enviando…"
        error={failed ? message?.msg : undefined}
        onConfirm={() => send({ type: failed ? 'RETRY' : 'CONFIRM' })}
        onCancel={() => send({ type: failed ? 'BACK' : 'CANCEL' })}
      >
        {warning}
      </ConfirmDialog>
    </>
  );
}

interface SendSummaryProps {
  snapshot: BoxSendSnapshot;
  reasons: readonly Reason[];
}

/** Says what is sent, or what keeps it from being sent; on a phone the button itself says that, below it. */
function SendSummary({ snapshot, reasons }: SendSummaryProps) {
  const count = expensesOf(snapshot).length;
  const figures = accountOf(snapshot).map(({ label, amount }) => `${label}: ${amount}`);
  const summary = [`${count} ${count === 1 ? 'gasto' : 'gastos'}`, ...figures.slice(-1)].join(
    ' · ',
  );
  const kept = showsSend(snapshot) && reasons.length > 0;
  return (
    <chakra.p textStyle="sm" color="fg.muted">
      {kept ? (
        <>
          <chakra.span display="none" smDown={{ display: 'inline' }}>
            {summary}
          </chakra.span>
          <chakra.span smDown={{ display: 'none' }}>{spokenText(reasons)}</chakra.span>
        </>
      ) : (
        summary
      )}
    </chakra.p>
  );
}

/** There is something to do with the box, or something to say about it. */
export const hasSendBar = (snapshot: BoxSendSnapshot): boolean =>
  showsSend(snapshot) || noticeOf(snapshot) !== null || problemOf(snapshot) !== null;
