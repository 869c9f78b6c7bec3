/** Values of every decision form, as its controls need them, and back to those of the flows. */
import { setIn } from 'formik';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import type { DecisionValues } from '#machines/flows/review/decision-rules.ts';

export interface DecisionFormValues extends DecisionValues {
  estado: Choice | '';
}

/** The fields of a stage with its choice. */
export const decisionFormValues = <Values extends DecisionValues>(
  values: Values,
  choice: Choice | null,
): Values & DecisionFormValues => ({ ...values, estado: choice ?? '' });

/** The field under which the sentence of a guard is shown; a guard of the whole form has none. */
const fieldOfGuard: Readonly<Record<string, string>> = {
  observationIsGiven: 'observacion',
  accountingObservationIsGiven: 'observacion',
  reasonIsGiven: 'id_rechazo',
  reimbursementIsAllowed: 'reembolsar',
  reimbursementIsGiven: 'reembolsar',
  reimbursementIsPositive: 'reembolsar',
  reimbursementIsWithinCap: 'reembolsar',
  reimbursementIsWithinValue: 'reembolsar',
  documentClassIsGiven: 'indicador',
  personTypeIsGiven: 'tipo_persona',
};

const isOfTheForm = (guard: string): boolean =>
  /^(itemisation|actor|box|reimbursementIsSettled)/.test(guard);

/** For formik: what the flow refused, by field. */
export const errorsByField = (sentences: Readonly<Record<string, string>>): object =>
  Object.entries(sentences)
    .filter(([guard]) => !isOfTheForm(guard))
    .reduce<object>(
      (errors, [guard, sentence]) => setIn(errors, fieldOfGuard[guard] ?? guard, sentence),
      {},
    );
