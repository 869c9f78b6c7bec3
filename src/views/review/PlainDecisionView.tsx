import { useActorRef, useSelector } from '@xstate/react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { type PlainStage, stages } from '#machines/domain/stages.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { choiceOfCode, decisionValues } from '#machines/flows/decisions/decision-rules.ts';
import { reasonsOf } from '#machines/flows/decisions/decision.selectors.ts';
import { decisions } from '../../actors/expense-decision.actors.ts';
import { labelOf } from '../../screens/labels.ts';
import { linkTo } from '../../screens/paths.ts';
import { ExpenseFacts } from '../expenses/ExpenseFacts.tsx';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import { SupportPanel } from '../expenses/SupportPanel.tsx';
import type { AnyDecision } from './any-decision.ts';
import { CatalogueSummary } from './CatalogueSummary.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { DecisionScreen } from './DecisionScreen.tsx';
import { decisionFormValues } from './decision-form.ts';
import { ReviewLayout } from './ReviewLayout.tsx';
import { useDecisionInput } from './use-decision-input.ts';

export interface PlainDecisionViewProps {
  stage: PlainStage;
  /** The flow with the bodies of its actors. */
  machine?: DecisionMachine;
}

/** The form of a stage without fields of its own: everything but the decision is read only. */
export default function PlainDecisionView({
  stage,
  machine = decisions[stage],
}: PlainDecisionViewProps) {
  const input = useDecisionInput(stage);
  const decision = useActorRef(machine, { input });
  const { box, expense: screen } = stages[stage];
  return (
    <DecisionScreen
      decision={decision}
      title={labelOf(screen)}
      back={linkTo(box, { idCaja: input.id_caja })}
    >
      {(expense) => <PlainForm stage={stage} decision={decision} expense={expense} />}
    </DecisionScreen>
  );
}

interface PlainFormProps {
  stage: PlainStage;
  decision: AnyDecision;
  expense: Expense;
}

function PlainForm({ stage, decision, expense }: PlainFormProps) {
  const reasons = useSelector(decision, reasonsOf);
  return (
    <DecisionForm
      decision={decision}
      name={stage}
      initialValues={decisionFormValues(
        decisionValues(stage, expense),
        choiceOfCode(stage, expense.estado),
      )}
      onSave={(typed) => decision.send({ type: 'SAVE', values: typed })}
    >
      <ReviewLayout
        decision={<DecisionPanel decision={decision} stage={stage} expense={expense} />}
      >
        <ExpenseFacts expense={expense} />
        {stages[stage].sender === 'accounting' ? <CatalogueSummary expense={expense} /> : null}
        <SupportPanel expense={expense} />
        <ObservationHistory expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}
