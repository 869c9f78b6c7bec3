import { useSelector } from '@xstate/react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { type PlainStage, type StageName, stages } from '#machines/domain/stages.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { choiceOfCode, decisionValues } from '#machines/flows/decisions/decision-rules.ts';
import { reasonsOf } from '#machines/flows/decisions/decision.selectors.ts';
import { decisions } from '../../actors/expense-decision.actors.ts';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import type { AnyDecision } from './any-decision.ts';
import { CatalogueSummary } from './CatalogueSummary.tsx';
import { Cockpit, type CockpitProps } from './Cockpit.tsx';
import { decisionFormValues } from './decision-form.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { ReviewLayout } from './ReviewLayout.tsx';

export interface PlainDecisionViewProps extends Pick<CockpitProps, 'box' | 'boxSend'> {
  stage: PlainStage;
  /** The flow with the bodies of its actors. */
  machine?: DecisionMachine;
}

/** The form of a stage without fields of its own: everything but the decision is read only. */
export default function PlainDecisionView({
  stage,
  machine = decisions[stage],
  ...box
}: PlainDecisionViewProps) {
  return <Cockpit {...box} stage={stage} machine={machine} form={PlainForm} />;
}

interface PlainFormProps {
  stage: StageName;
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
        expense={expense}
        decision={<DecisionPanel decision={decision} stage={stage} expense={expense} />}
      >
        {stages[stage].sender === 'accounting' ? <CatalogueSummary expense={expense} /> : null}
        <ObservationHistory dense expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}
