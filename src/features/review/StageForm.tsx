import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { type StageName, stages } from '#machines/domain/box/stages.ts';
import {
  type DecisionValues,
  choiceOfCode,
  decisionValues,
  reasonsOf,
} from '#machines/flows/review/decision-rules.ts';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import { CatalogueSummary } from './AccountingSummary.tsx';
import type { AnyDecision } from './any-decision.ts';
import { decisionFormValues } from './decision-form.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { ReviewLayout, type ReviewLayoutProps } from './ReviewLayout.tsx';

export interface StageFormProps {
  stage: StageName;
  decision: AnyDecision;
  expense: Expense;
}

interface DecidedProps extends StageFormProps, Pick<ReviewLayoutProps, 'brief' | 'beside'> {
  /** The fields of the stage as they begin. */
  values: DecisionValues;
  /** Fields of the decision that only this stage has. */
  fields?: ReactNode;
  /** Facts that only this stage has. */
  children?: ReactNode;
}

/** The form in which a stage decides; whoever else may open it reads. */
export function StageForm({ values, fields, children, ...props }: DecidedProps) {
  const { stage, decision, expense, ...layout } = props;
  const reasons = useSelector(decision, reasonsOf);
  return (
    <DecisionForm
      decision={decision}
      name={stage}
      initialValues={decisionFormValues(values, choiceOfCode(stage, expense.estado))}
    >
      <ReviewLayout
        {...layout}
        expense={expense}
        decision={
          <DecisionPanel decision={decision} stage={stage} expense={expense}>
            {fields}
          </DecisionPanel>
        }
      >
        {children}
        <ObservationHistory dense expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}

/** A stage without fields of its own: everything but the decision is read only. */
export const PlainForm = (props: StageFormProps) => (
  <StageForm {...props} values={decisionValues(props.stage, props.expense)}>
    {stages[props.stage].sender === 'accounting' ? (
      <CatalogueSummary expense={props.expense} />
    ) : null}
  </StageForm>
);
