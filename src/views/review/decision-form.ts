/** Values of every decision form, as its controls need them, and back to those of the flows. */
import { setIn } from 'formik';
import type { Choice, DecisionValues } from '#machines/flows/decisions/decision-rules.ts';

export interface DecisionFormValues extends Omit<DecisionValues, 'id_rechazo'> {
  estado: Choice | '';
  /** Id of the rejection reason; empty while none is chosen. */
  id_rechazo: string;
}

export const textOf = (id: number | null): string => (id === null ? '' : String(id));
export const idOf = (text: string): number | null => (text === '' ? null : Number(text));

export const decisionFormValues = (
  { id_rechazo, observacion }: DecisionValues,
  choice: Choice | null,
): DecisionFormValues => ({ estado: choice ?? '', observacion, id_rechazo: textOf(id_rechazo) });

export const toDecisionValues = ({
  observacion,
  id_rechazo,
}: DecisionFormValues): DecisionValues => ({ observacion, id_rechazo: idOf(id_rechazo) });

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
