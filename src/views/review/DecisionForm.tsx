import { Formik } from 'formik';
import type { ReactNode } from 'react';
import { fieldErrorsOf } from '#machines/flows/decisions/decision.selectors.ts';
import { FormBody } from '../../components/FormBody.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import type { AnyDecision } from './any-decision.ts';
import { DecisionDraft } from './DecisionDraft.tsx';
import { errorsByField } from './decision-form.ts';

export interface DecisionFormProps<Values extends object> {
  decision: AnyDecision;
  /** Names the form among those that a person may have begun: its stage. */
  name: string;
  initialValues: Values;
  /** Sends SAVE: the flow, not the form, knows what is missing. */
  onSave: (values: Values) => void;
  children: ReactNode;
}

/** The fields belong to formik, the rules to the flow: what it refuses comes back beside the fields. */
export function DecisionForm<Values extends object>({
  decision,
  name,
  initialValues,
  onSave,
  children,
}: DecisionFormProps<Values>) {
  const draft = useFormDraft(name, decision.getSnapshot().context.id_gasto, initialValues);
  return (
    <Formik
      initialValues={draft.restored?.values ?? draft.untouched}
      validateOnBlur={false}
      onSubmit={(values, { setErrors, setSubmitting }) => {
        onSave(values);
        setErrors(errorsByField(fieldErrorsOf(decision.getSnapshot())));
        setSubmitting(false);
      }}
    >
      <FormBody label="Revisión del gasto">
        <DecisionDraft decision={decision} draft={draft} />
        {children}
      </FormBody>
    </Formik>
  );
}
