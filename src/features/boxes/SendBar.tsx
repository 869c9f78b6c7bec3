import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Send } from 'lucide-react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { counted } from '#machines/domain/values/texts.ts';
import type { BoxKey, boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import {
  isConfirmingSend,
  isSending,
  isSentByReviewer,
  noticeOf,
  problemTitleOf,
  sendReasons,
  sendSummaryOf,
  showsSend,
  whereSentOf,
} from '#machines/flows/boxes/box-send.selectors.ts';
import {
  accountOf,
  expensesOf,
  factsOf,
  failedToSend,
  problemOf,
} from '#machines/flows/boxes/box.selectors.ts';
import { isUnanswered } from '#machines/flows/steps/result.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../shell/session.ts';
import { ProblemAlert, useProblemMessage } from '../../shell/problems/ProblemAlert.tsx';
import { useDestination } from '../../shell/screens/use-destination.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { type Reason, type ReasonLink, keyOf } from '../../ui/fields/ReasonList.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { NextPending } from './box-lists.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';

export type BoxSendMachine = typeof boxSendMachine;
export type BoxSendSnapshot = SnapshotFrom<BoxSendMachine>;
export type SendBoxEvent = (event: EventFrom<BoxSendMachine>) => void;

/** Props of a screen that can send a box; tests pass their own `machine`. */
export interface BoxSendViewProps {
  machine?: BoxSendMachine;
}

/** Runs the flow that sends a box, and navigates on once the box is sent. */
export function useBoxSend(
  machine: BoxSendMachine,
  key: BoxKey,
): { snapshot: BoxSendSnapshot; send: SendBoxEvent } {
  const actor = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, { input: { actor, key } });
  useDestination(snapshot.output, factsOf(snapshot)?.box.id, whereSentOf(snapshot));
  return { snapshot, send };
}

/** Reasons why a box cannot be sent, each with links to what has to be completed. */

/** Links that help to resolve a refusal; empty when this user cannot resolve it. */
type Remedies = (refusal: FailedGuard) => readonly ReasonLink[];

/** Lines of each refusal: its fixed sentence, then the missing amount; links go with the last line. */
export const reasonLines = (refusals: readonly FailedGuard[], remedies: Remedies): Reason[] =>
  refusals.flatMap((refusal) => {
    const { mensaje, detalle } = refusal;
    const links = remedies(refusal);
    return detalle === undefined ? [{ text: mensaje, links }] : [mensaje, { text: detalle, links }];
  });

/** Links to the expenses named in a refusal. */
export const expenseLinks = (
  { gastos = [] }: FailedGuard,
  rows: readonly ExpenseRow[],
  screenOf: (row: ExpenseRow) => string,
): ReasonLink[] =>
  rows
    .filter(({ id }) => gastos.includes(id))
    .map((row) => ({
      label: `Recibo ${row.recibo} · ${row.proveedor_nombre}`,
      to: screenOf(row),
    }));

/** Warning shown before a reviewer sends a box. */
export const reviewWarning =
  'Después de enviarla no podrá cambiar lo que decidió sobre sus gastos.';

/** Once the box is sent, earlier messages about it no longer apply. */
export const isSent = (snapshot: BoxSendSnapshot): boolean => whereSentOf(snapshot) !== undefined;

/** Outcome of the send and, for a reviewer, a link to the next pending item. */
export function BoxSent({ snapshot }: { snapshot: BoxSendSnapshot }) {
  return (
    <chakra.div
      data-sent=""
      display="grid"
      gap="2"
      flex={{ lg: '1 1 100%' }}
      css={{ '& > a': { justifySelf: { lg: 'start' } } }}
    >
      <InlineAlert tone="success" title={noticeOf(snapshot) ?? ''} isResult>
        {whereSentOf(snapshot)}
      </InlineAlert>
      {isSentByReviewer(snapshot) ? <NextPending /> : null}
    </chakra.div>
  );
}

interface SendBarProps {
  snapshot: BoxSendSnapshot;
  send: SendBoxEvent;
  /** Consequence of sending, shown in the confirmation. */
  warning: string;
  /** Warning shown in the confirmation; '' for none. */
  alert?: string;
  /** Links to the screens that resolve a refusal. */
  remedies: Remedies;
}

/** Fixed to the bottom edge on narrow screens; inside the band on wide ones. */
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

/** Sends the box after a confirmation, and shows refusals and the outcome. */
export function SendBar({ snapshot, send, warning, alert = '', remedies }: SendBarProps) {
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  const refusals = sendReasons(snapshot);
  const reasons = reasonLines(refusals, remedies);
  const others = refusals.length - 1;
  if (isSent(snapshot))
    return (
      <chakra.div data-bar="" css={barLook}>
        <BoxSent snapshot={snapshot} />
      </chakra.div>
    );
  return (
    <chakra.div data-bar="" css={barLook}>
      {notice !== null || (problem !== null && !isUnanswered(snapshot)) ? (
        <chakra.div order={{ lg: 1 }} flex={{ lg: '1 1 100%' }}>
          {notice === null ? null : <InlineAlert tone="success" title={notice} isResult />}
          {isUnanswered(snapshot) ? null : (
            <ProblemAlert problem={problem} title={problemTitleOf(snapshot)} isResult />
          )}
        </chakra.div>
      ) : null}
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent={{ base: 'space-between', lg: 'end' }}
        gap="3"
        flex={{ lg: '1' }}
        minW={{ xl: 'min-content' }}
      >
        {/* The last reason, else a summary of the box; the button lists every reason. */}
        <chakra.p
          textStyle={{ base: 'sm', lg: 'xs' }}
          color="fg.muted"
          minW={{ base: '0', xl: '24' }}
          textWrap={{ lg: 'balance' }}
          textAlign={{ lg: 'end' }}
        >
          {showsSend(snapshot) && reasons.length > 0 ? (
            <>
              <span>{reasons.slice(-1).map(keyOf)}</span>
              {others > 0 ? (
                <chakra.span hideFrom="2xl">
                  {` (y ${counted(others, 'motivo', 'motivos')} más)`}
                </chakra.span>
              ) : null}
              <chakra.span hideBelow="2xl">
                {reasons.slice(0, -1).map((reason) => `. ${keyOf(reason)}`)}
              </chakra.span>
            </>
          ) : (
            boxSummary(snapshot)
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

/** Confirmation with the figures of the box. */
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

/** Number of expenses and last figure of the account: 'n gastos · Aprobado hasta ahora: $ …' */
export function boxSummary(snapshot: BoxSendSnapshot): string {
  const { length } = expensesOf(snapshot);
  const figures = accountOf(snapshot).map(({ label, amount }) =>
    `${label}: ${amount}`.replace('$ ', '$\u00a0'),
  );
  return [counted(length, 'gasto', 'gastos'), ...figures.slice(-1)].join(' · ');
}

/** The bar has an action or a message to show. */
export const hasSendBar = (snapshot: BoxSendSnapshot): boolean =>
  showsSend(snapshot) || noticeOf(snapshot) !== null || problemOf(snapshot) !== null;
