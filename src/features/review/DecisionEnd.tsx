import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { ArrowRight, ReceiptText, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { type StageName, stages } from '#machines/domain/box/stages.ts';
import {
  failedToWrite,
  problemTitleOf,
  sendReasons,
  showsSend,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { expensesOf, problemOf } from '#machines/flows/boxes/box.selectors.ts';
import { isAllDecided, nextOf } from '#machines/flows/review/cockpit.machine.ts';
import { isDone, isReviewing } from '#machines/flows/review/decision-rules.ts';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';
import { useIdParam } from '../../app/screens/use-list-address.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import {
  type BoxSendMachine,
  BoxSent,
  SendQuestion,
  boxInShort,
  expenseLinks,
  isSent,
  reasonLines,
  reviewWarning,
  useBoxSend,
} from '../boxes/SendBar.tsx';
import { boxSend } from '../boxes/box.actors.ts';
import { DecisionOutcome } from './DecisionOutcome.tsx';
import { type AnyDecision, useCockpitPlace } from './cockpit-context.ts';
import { staysOpen } from '#machines/domain/expense/expense-places.ts';

interface CockpitSendProps {
  stage: StageName;
  /** Called before the question: the person goes on from here. */
  onSend: () => void;
  machine?: BoxSendMachine;
  /** The other ways on, until the box is sent. */
  children: ReactNode;
}

/** Sends the box where its last expense was decided, and says what comes next. */
function CockpitSend({ stage, onSend, machine = boxSend, children }: CockpitSendProps) {
  const { pathOf } = useCockpitPlace();
  const { sender } = stages[stage];
  const { snapshot, send } = useBoxSend(machine, { sender, id_caja: useIdParam('idCaja') });
  const rows = expensesOf(snapshot);
  if (isSent(snapshot)) return <BoxSent snapshot={snapshot} />;
  if (!showsSend(snapshot)) return children;
  return (
    <>
      <chakra.div display="grid" gap="2">
        <chakra.p textStyle="sm">
          No queda nada por decidir. Sigue enviar la caja: {boxInShort(snapshot)}
        </chakra.p>
        {failedToWrite(snapshot) ? null : (
          <ProblemAlert problem={problemOf(snapshot)} title={problemTitleOf(snapshot)} />
        )}
        <GuardedButton
          icon={Send}
          size="lg"
          fullWidth
          reasons={reasonLines(sendReasons(snapshot), (refusal) =>
            expenseLinks(refusal, rows, ({ id }) => pathOf(id)),
          )}
          waiting={!snapshot.can({ type: 'SEND' })}
          onClick={() => {
            onSend();
            send({ type: 'SEND' });
          }}
        >
          Enviar
        </GuardedButton>
        <SendQuestion snapshot={snapshot} send={send} warning={reviewWarning} />
      </chakra.div>
      {children}
    </>
  );
}

interface DecisionEndProps {
  decision: AnyDecision;
  stage: StageName;
}

interface SavingProps extends DecisionEndProps {
  /** The button that approves and leads on, where the stage has one. */
  quick: ReactNode;
}

const endings = {
  open: 'Podrá cambiarla hasta que envíe la caja.',
  final: 'Es definitiva: después de guardarla no se puede cambiar.',
} as const;

/** Save, what it means, and where it leads: nobody waits for the way back. */
export function DecisionEnd({ decision, stage, quick }: SavingProps) {
  const { hasReceipt, showsReceipt, toggleReceipt } = useCockpitPlace();
  const done = useSelector(decision, isDone);
  const reviewing = useSelector(decision, isReviewing);
  const open = staysOpen(stage);
  return (
    // The way on comes first once there is one.
    <chakra.div display="grid" gap="1.5" order={done ? -1 : undefined}>
      <DecisionOutcome
        decision={decision}
        before={
          hasReceipt ? (
            <chakra.div flex="1 1 0" display={{ base: 'block', xl: 'none' }}>
              <GuardedButton
                variant="outline"
                size="lg"
                icon={ReceiptText}
                fullWidth
                onClick={toggleReceipt}
              >
                {showsReceipt ? 'Ocultar el soporte' : 'Ver el soporte'}
              </GuardedButton>
            </chakra.div>
          ) : null
        }
        after={
          reviewing ? (
            <>
              {quick === null ? null : (
                <chakra.div flex={{ base: '1 1 100%', xl: '1 1 0' }} minW="0">
                  {quick}
                </chakra.div>
              )}
              <chakra.p
                flex={{ base: '1 1 100%', xl: quick === null ? '1 1 0' : '1 1 100%' }}
                textStyle="xs"
                color={open ? 'fg.muted' : 'amber.900'}
              >
                {open ? endings.open : endings.final}
              </chakra.p>
            </>
          ) : null
        }
      >
        {done ? <AfterSave decision={decision} stage={stage} /> : null}
      </DecisionOutcome>
    </chakra.div>
  );
}

function AfterSave({ decision, stage }: DecisionEndProps) {
  const { cockpit, pathOf, back, boxSend } = useCockpitPlace();
  const next = useSelector(cockpit, nextOf);
  const allDecided = useSelector(cockpit, isAllDecided);
  const ways = (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {next === null || allDecided ? null : (
        <LinkButton to={pathOf(next.id)} icon={ArrowRight}>
          Siguiente gasto (J)
        </LinkButton>
      )}
      <LinkButton to={back.to} variant={next === null && !allDecided ? 'solid' : 'outline'}>
        Volver a la caja
      </LinkButton>
      {staysOpen(stage) ? (
        <GuardedButton variant="outline" onClick={() => cockpit.send({ type: 'CHANGE' })}>
          Cambiar (C)
        </GuardedButton>
      ) : null}
    </chakra.div>
  );
  if (!allDecided) return ways;
  return (
    <CockpitSend
      stage={stage}
      {...(boxSend && { machine: boxSend })}
      onSend={() => decision.send({ type: 'STAY' })}
    >
      {ways}
    </CockpitSend>
  );
}
