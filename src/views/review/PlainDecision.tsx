import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { StageName } from '#machines/domain/stages.ts';
import { reasonsOf } from '#machines/flows/decisions/decision.selectors.ts';
import { choiceOfCode } from '#machines/flows/decisions/decision-rules.ts';
import type { DecisionValues } from '#machines/flows/decisions/decision-rules.ts';
import { ExpenseFacts } from '../expenses/ExpenseFacts.tsx';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import { SupportPanel } from '../expenses/SupportPanel.tsx';
import type { AnyDecision } from './any-decision.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { decisionFormValues, toDecisionValues } from './decision-form.ts';
import { ReviewLayout } from './ReviewLayout.tsx';

export interface PlainDecisionProps {
  decision: AnyDecision;
  stage: StageName;
  expense: Expense;
  /** What was decided before, as the fields begin. */
  values: DecisionValues;
  onSave: (values: DecisionValues) => void;
  /** More to read, between the facts and the document. */
  children?: ReactNode;
}

/** Facts to read and a decision to take, without fields of its own. */
export function PlainDecision({
  decision,
  stage,
  expense,
  values,
  onSave,
  children,
}: PlainDecisionProps) {
  const reasons = useSelector(decision, reasonsOf);
  return (
    <DecisionForm
      decision={decision}
      name={stage}
      initialValues={decisionFormValues(values, choiceOfCode(stage, expense.estado))}
      onSave={(typed) => onSave(toDecisionValues(typed))}
    >
      <ReviewLayout
        decision={<DecisionPanel decision={decision} stage={stage} expense={expense} />}
      >
        <ExpenseFacts expense={expense} />
        {children}
        <SupportPanel expense={expense} />
        <ObservationHistory expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}
