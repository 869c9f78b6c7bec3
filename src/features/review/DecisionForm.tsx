import type { ReactNode } from 'react';
import { changesBetween } from '#machines/flows/steps/changes.ts';
import {
  changeAuthorOf,
  changesOf,
  expenseIdOf,
  expenseOf,
  fieldErrorsOf,
  isDone,
  isReadOnly,
  isReviewing,
  reasonsOf,
} from '#machines/flows/review/decision-rules.ts';
import type { Values } from '#machines/flows/review/reviews.ts';
import { shownExpense } from '#machines/flows/expenses/expense-facts.ts';
import { given } from '#machines/flows/steps/result.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { Form } from '../../ui/fields/Form.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { SavedDraft } from '../drafts/SavedDraft.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import type { AnyDecision } from './any-decision.ts';
import { errorsByField } from './decision-form.ts';

interface DecisionFormProps {
  /** Its expense is there. */
  decision: AnyDecision;
  /** Names the form among those that a person may have begun: its stage. */
  name: string;
  initialValues: Values;
  children: ReactNode;
}

/** The fields belong to formik, the rules to the flow: what it refuses comes back beside the fields. */
export function DecisionForm({ decision, name, initialValues, children }: DecisionFormProps) {
  const snapshot = useSnapshot(decision);
  const draft = useFormDraft(name, expenseIdOf(snapshot), initialValues);
  const { restored, untouched, idempotencyKey } = draft;
  const shown = shownExpense(given(expenseOf(snapshot)), reasonsOf(snapshot));
  return (
    <Form
      label="Revisión del gasto"
      initialValues={restored?.values ?? untouched}
      validateOnBlur={false}
      onSubmit={(values, { setErrors, setSubmitting }) => {
        // The flow, not the form, knows what is missing.
        decision.send({ type: 'SAVE', values });
        setErrors(errorsByField(fieldErrorsOf(decision.getSnapshot())));
        setSubmitting(false);
      }}
    >
      {({ values, resetForm }) => (
        <>
          <SavedDraft
            draft={draft}
            typed={{ values, shown, idempotencyKey }}
            open={isReviewing(snapshot) || isReadOnly(snapshot)}
            over={isDone(snapshot)}
            // What changed since the form was opened is said where it is saved.
            changes={
              restored === null || changesOf(snapshot).length > 0
                ? []
                : changesBetween(restored.shown, shown)
            }
            author={changeAuthorOf(snapshot, serverToday())}
            onDiscard={() => {
              resetForm({ values: untouched });
              decision.send({ type: 'DISCARD' });
            }}
          />
          {children}
        </>
      )}
    </Form>
  );
}
