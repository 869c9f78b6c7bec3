import type { ReactNode } from 'react';
import type { Values } from '#machines/flows/decisions/reviews.ts';
import { fieldErrorsOf } from '#machines/flows/decisions/decision.selectors.ts';
import { Form } from '../../components/Form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import type { AnyDecision } from './any-decision.ts';
import { DecisionDraft } from './DecisionDraft.tsx';
import { errorsByField } from './decision-form.ts';

export interface DecisionFormProps {
  decision: AnyDecision;
  /** Names the form among those that a person may have begun: its stage. */
  name: string;
  initialValues: Values;
  children: ReactNode;
}

/** The fields belong to formik, the rules to the flow: what it refuses comes back beside the fields. */
export function DecisionForm({ decision, name, initialValues, children }: DecisionFormProps) {
  const draft = useFormDraft(name, decision.getSnapshot().context.id_gasto, initialValues);
  return (
    <Form
      label="Revisión del gasto"
      initialValues={draft.restored?.values ?? draft.untouched}
      validateOnBlur={false}
      onSubmit={(values, { setErrors, setSubmitting }) => {
        // The flow, not the form, knows what is missing.
        decision.send({ type: 'SAVE', values });
        setErrors(errorsByField(fieldErrorsOf(decision.getSnapshot())));
        setSubmitting(false);
      }}
    >
      <DecisionDraft decision={decision} draft={draft} />
      {children}
    </Form>
  );
}
