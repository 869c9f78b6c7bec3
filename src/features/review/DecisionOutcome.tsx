import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { ArrowRight, ReceiptText, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { type StageName, stages } from '#machines/domain/stages/stages.ts';
import { staysOpen } from '#machines/domain/expense/expense-places.ts';
import {
  problemTitleOf,
  sendReasons,
  showsSend,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { expensesOf } from '#machines/flows/boxes/box.selectors.ts';
import { isAllDecided, nextOf } from '#machines/flows/review/cockpit.machine.ts';
import {
  asksProposed,
  asksUnseen,
  changeAuthorOf,
  changesOf,
  isDone,
  isOutdated,
  isPending,
  isReadOnly,
  isReviewing,
  leadsBack,
  noticeOf,
  problemOf,
  proposedOf,
} from '#machines/flows/review/decision-rules.ts';
import { isUnanswered } from '#machines/flows/steps/result.ts';
import { ChangeNotice } from '../../shell/problems/ChangeOutcome.tsx';
import { Submission } from '../../shell/problems/Submission.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InvalidFields } from '../../ui/fields/InvalidFields.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { boxSend } from '../boxes/box.actors.ts';
import {
  type BoxSendMachine,
  BoxSent,
  SendQuestion,
  boxSummary,
  expenseLinks,
  isSent,
  reasonLines,
  reviewWarning,
  useBoxSend,
} from '../boxes/SendBar.tsx';
import { type AnyDecision, useCockpitContext } from './LoadedExpense.tsx';

/** Changes that another user made to the expense meanwhile, shown above the save button. */
export function ReviewChanges({ decision }: { decision: AnyDecision }) {
  const snapshot = useSnapshot(decision);
  return (
    <ChangeNotice
      title="El gasto cambió mientras lo revisaba"
      changes={changesOf(snapshot)}
      author={changeAuthorOf(snapshot, serverToday())}
    />
  );
}

/** Id of the element that describes the fields while they cannot be changed. */
export const outcomeId = 'resultado-de-la-revision';

interface DecisionOutcomeProps {
  decision: AnyDecision;
  /** Elements before and after the save button, on its line. */
  before?: ReactNode;
  after?: ReactNode;
  /** Links shown after the save. */
  children?: ReactNode;
}

/** Save button and outcome of the save; every failure offers a next action. */
export function DecisionOutcome(props: DecisionOutcomeProps) {
  return (
    <chakra.div id={outcomeId} display="contents">
      <Outcome {...props} />
    </chakra.div>
  );
}

function Outcome({ decision, before, after, children }: DecisionOutcomeProps) {
  const snapshot = useSnapshot(decision);
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  if (notice !== null)
    return (
      <>
        {/* Only one success message: once the box is sent, that of the send. */}
        <chakra.div css={{ '&:has(~ [data-sent])': { display: 'none' } }}>
          <InlineAlert tone="success" title={notice} isResult>
            {leadsBack(snapshot) ? 'En un momento vuelve a la caja.' : null}
          </InlineAlert>
        </chakra.div>
        {children}
      </>
    );
  if (isOutdated(snapshot))
    return (
      <>
        <ProblemAlert problem={problem} />
        <GuardedButton fullWidth size="lg" onClick={() => decision.send({ type: 'RELOAD' })}>
          Actualizar la información
        </GuardedButton>
      </>
    );
  const asks = (event: 'APPROVE_UNSEEN' | 'CONFIRM', yes: string) => (
    <chakra.div data-save="" data-question="" display="grid" gap="2">
      {before}
      <ButtonRow inBar align="start">
        <GuardedButton variant="outline" onClick={() => decision.send({ type: 'BACK' })}>
          Volver
        </GuardedButton>
        <GuardedButton onClick={() => decision.send({ type: event })}>{yes}</GuardedButton>
      </ButtonRow>
    </chakra.div>
  );
  if (asksUnseen(snapshot))
    return (
      <>
        <InlineAlert tone="warning" title="No se ha visto el soporte">
          Ábralo, o apruebe sin verlo: el registro lo dirá.
        </InlineAlert>
        {asks('APPROVE_UNSEEN', 'Aprobar sin verlo')}
      </>
    );
  if (asksProposed(snapshot))
    return (
      <>
        <InlineAlert
          tone="warning"
          title="Propuesto como la última vez; al guardar es definitivo"
          reasons={proposedOf(snapshot)}
        />
        {asks('CONFIRM', 'Guardar así')}
      </>
    );
  if (isUnanswered(snapshot))
    return (
      <Submission
        snapshot={snapshot}
        send={decision.send}
        title="Los datos no se han guardado"
        back="Volver al formulario"
      />
    );
  return (
    <>
      <ReviewChanges decision={decision} />
      <ProblemAlert problem={problem}>
        <InvalidFields />
      </ProblemAlert>
      <chakra.div data-save="" display="flex" flexWrap="wrap" alignItems="center" gap="2">
        {before}
        {isReadOnly(snapshot) ? null : (
          <chakra.div flex="1 1 0">
            <GuardedButton
              type="submit"
              size="lg"
              fullWidth
              busy={isPending(snapshot) && 'Procesando…'}
            >
              Guardar
            </GuardedButton>
          </chakra.div>
        )}
        {after}
      </chakra.div>
    </>
  );
}

interface CockpitSendProps {
  stage: StageName;
  /** Called before the confirmation of the send, to cancel the automatic return to the box. */
  onSend: () => void;
  machine?: BoxSendMachine;
  /** Other links, shown until the box is sent. */
  children: ReactNode;
}

/** Sends the box after its last expense was decided, and shows the outcome. */
function CockpitSend({ stage, onSend, machine = boxSend, children }: CockpitSendProps) {
  const { pathOf } = useCockpitContext();
  const { sender } = stages[stage];
  const { snapshot, send } = useBoxSend(machine, { sender, id_caja: useIdParam('idCaja') });
  const rows = expensesOf(snapshot);
  if (isSent(snapshot)) return <BoxSent snapshot={snapshot} />;
  if (!showsSend(snapshot)) return children;
  return (
    <>
      <chakra.div display="grid" gap="2">
        <chakra.p textStyle="sm">
          No queda nada por decidir. Sigue enviar la caja: {boxSummary(snapshot)}
        </chakra.p>
        {isUnanswered(snapshot) ? null : (
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
  /** Buttons that decide and open the next expense; null at stages without them. */
  quick: ReactNode;
}

const endings = {
  open: 'Podrá cambiarla hasta que envíe la caja.',
  final: 'Es definitiva: después de guardarla no se puede cambiar.',
} as const;

/** Save button with the consequence of the decision, and the links after it. */
export function DecisionEnd({ decision, stage, quick }: SavingProps) {
  const { hasReceipt, showsReceipt, toggleReceipt } = useCockpitContext();
  const done = useSelector(decision, isDone);
  const reviewing = useSelector(decision, isReviewing);
  const open = staysOpen(stage);
  return (
    // After the save the links come first.
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
                <chakra.div flex="1 1 100%" minW="0">
                  {quick}
                </chakra.div>
              )}
              <chakra.p
                flex={{ base: '1 1 100%', xl: quick === null ? '1 1 0' : '1 1 100%' }}
                textStyle="xs"
                // On a phone the receipt needs the space; a final decision is always announced.
                hideBelow={open ? 'md' : undefined}
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
  const { cockpit, pathOf, back, boxSend } = useCockpitContext();
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
