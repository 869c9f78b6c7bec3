import { chakra } from '@chakra-ui/react/styled-system';
import { counted } from '#machines/domain/values/texts.ts';
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
  sendSummaryOf,
  showsSend,
  whereSentOf,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { keyOf } from '../../ui/fields/reason.ts';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';
import { useProblemMessage } from '../../app/problems/use-problem-message.ts';
import { reasonLines, type Remedies } from './send-reasons.ts';
import type { BoxSendSnapshot, SendBoxEvent } from './use-box-send.ts';

interface SendBarProps {
  snapshot: BoxSendSnapshot;
  send: SendBoxEvent;
  /** Things that the person gives up by sending. */
  warning: string;
  /** Warning to be read before the box goes; '' for none. */
  alert?: string;
  /** Where what is missing can be done. */
  remedies: Remedies;
}

/** At the lower edge of a narrow screen; within the band of a wide one. */
const barLook = {
  position: { base: 'fixed', lg: 'static' },
  _print: { display: 'none' },
  insetX: '0',
  bottom: '0',
  zIndex: 'docked',
  display: { base: 'grid', lg: 'contents' },
  gap: '2',
  px: '4',
  py: '2',
  bg: 'bg.panel',
  borderTopWidth: '1px',
  boxShadow: '0 -2px 16px rgb(15 23 42 / 0.1)',
} as const;

/** Sends the box after a question, says why it cannot be sent, and what became of it. */
export function SendBar({ snapshot, send, warning, alert = '', remedies }: SendBarProps) {
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  const reasons = reasonLines(sendReasons(snapshot), remedies);
  return (
    <chakra.div css={barLook}>
      {notice !== null || (problem !== null && !failedToWrite(snapshot)) ? (
        <chakra.div order={{ lg: 1 }} flex={{ lg: '1 1 100%' }}>
          {notice === null ? null : (
            <InlineAlert tone="success" title={notice}>
              {whereSentOf(snapshot)}
            </InlineAlert>
          )}
          {failedToWrite(snapshot) ? null : (
            <ProblemAlert problem={problem} title={problemTitleOf(snapshot)} />
          )}
        </chakra.div>
      ) : null}
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent={{ base: 'space-between', lg: 'end' }}
        gap="3"
        flex={{ lg: '1' }}
      >
        {/* What is missing, else what is sent; the button has the whole reason. */}
        <chakra.p
          textStyle="sm"
          color="fg.muted"
          minW="0"
          textAlign={{ lg: 'end' }}
          lineClamp={{ lg: 2 }}
        >
          {showsSend(snapshot) && reasons.length > 0 ? (
            <>
              <span>{reasons.slice(-1).map(keyOf)}</span>
              <chakra.span hideBelow="lg">
                {reasons.slice(0, -1).map((reason) => `. ${keyOf(reason)}`)}
              </chakra.span>
            </>
          ) : (
            boxInShort(snapshot)
          )}
        </chakra.p>
        {showsSend(snapshot) ? (
          <GuardedButton
            icon={Send}
            reasons={reasons}
            inBar
            waiting={!snapshot.can({ type: 'SEND' })}
            onClick={() => send({ type: 'SEND' })}
          >
            Enviar
          </GuardedButton>
        ) : null}
      </chakra.div>
      <SendQuestion snapshot={snapshot} send={send} warning={warning} alert={alert} />
    </chakra.div>
  );
}

/** Asks once more, with the figures, before the box goes. */
export function SendQuestion({
  snapshot,
  send,
  warning,
  alert = '',
}: Pick<SendBarProps, 'snapshot' | 'send' | 'warning' | 'alert'>) {
  const message = useProblemMessage(problemOf(snapshot));
  const failed = failedToSend(snapshot);
  const sending = isSending(snapshot);
  return (
    <ConfirmDialog
      open={isConfirmingSend(snapshot) || sending || failed}
      title="Confirmar envío de caja"
      confirmLabel="Ok"
      busy={sending && 'Enviando…'}
      error={failed ? message?.msg : undefined}
      onConfirm={() => send({ type: failed ? 'RETRY' : 'CONFIRM' })}
      onCancel={() => send({ type: failed ? 'BACK' : 'CANCEL' })}
    >
      <chakra.div display="grid" gap="4">
        {alert === '' ? null : <InlineAlert tone="warning">{alert}</InlineAlert>}
        <DescriptionList
          columns={2}
          items={sendSummaryOf(snapshot).map(({ label, amount }) => ({ label, value: amount }))}
        />
        <p>{warning}</p>
      </chakra.div>
    </ConfirmDialog>
  );
}

/** 'n gastos · Por reembolsar: $ …' */
export function boxInShort(snapshot: BoxSendSnapshot): string {
  const { length } = expensesOf(snapshot);
  const figures = accountOf(snapshot).map(({ label, amount }) => `${label}: ${amount}`);
  return [counted(length, 'gasto', 'gastos'), ...figures.slice(-1)].join(' · ');
}

/** There is something to do with the box, or something to say about it. */
export const hasSendBar = (snapshot: BoxSendSnapshot): boolean =>
  showsSend(snapshot) || noticeOf(snapshot) !== null || problemOf(snapshot) !== null;
