import { useFormikContext } from 'formik';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import { type AnyDecision, choose } from './any-decision.ts';
import type { DecisionFormValues } from './decision-form.ts';

/** Approves or rejects in the flow and in the form. */
export function useChoice(decision: AnyDecision): (choice: Choice) => void {
  const { setFieldValue } = useFormikContext<DecisionFormValues>();
  return (choice) => {
    choose(decision, choice);
    void setFieldValue('estado', choice);
  };
}
