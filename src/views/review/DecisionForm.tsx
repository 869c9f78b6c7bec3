import { Formik } from 'formik';
import type { ReactNode } from 'react';
import { fieldErrorsOf } from '#machines/flows/decision.selectors.ts';
import { FormBody } from '../../components/FormBody.tsx';
import type { AnyReview } from './any-decision.ts';
import { errorsByField } from './decision-form.ts';

export interface DecisionFormProps<Values extends object> {
  decision: AnyReview;
  initialValues: Values;
  /** Sends SAVE: the flow, not the form, knows what is missing. */
  onSave: (values: Values) => void;
  children: ReactNode;
}

/** The fields belong to formik, the rules to the flow: what it refuses comes back beside the fields. */
export function DecisionForm<Values extends object>({
  decision,
  initialValues,
  onSave,
  children,
}: DecisionFormProps<Values>) {
  return (
    <Formik
      initialValues={initialValues}
      validateOnBlur={false}
      onSubmit={(values, { setErrors, setSubmitting }) => {
        onSave(values);
        setErrors(errorsByField(fieldErrorsOf(decision.getSnapshot())));
        setSubmitting(false);
      }}
    >
      <FormBody label="Revisión del gasto">{children}</FormBody>
    </Formik>
  );
}
