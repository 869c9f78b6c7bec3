import { setIn, useFormikContext } from 'formik';
import { createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import type { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import type { DecisionValues } from '#machines/flows/review/decision-rules.ts';
import type { DecisionMachine } from '#machines/flows/review/decision.machine.ts';
import { given } from '#machines/flows/steps/result.ts';
import type { BoxSendMachine } from '../boxes/SendBar.tsx';

/** A running decision flow of whichever stage, or the one in which accounting splits without deciding. */
export type AnyDecision = ActorRefFrom<DecisionMachine>;

const choiceEvents = { approved: 'CHOOSE_APPROVED', rejected: 'CHOOSE_REJECTED' } as const;

/** Chooses in the flow what a form says. */
const choose = (decision: AnyDecision, choice: Choice): void =>
  decision.send({ type: choiceEvents[choice] });

/** Values of every decision form, as its controls need them, and back to those of the flows. */

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

/** Approves or rejects in the flow and in the form. */
export function useChoice(decision: AnyDecision): (choice: Choice) => void {
  const { setFieldValue } = useFormikContext<DecisionFormValues>();
  return (choice) => {
    choose(decision, choice);
    void setFieldValue('estado', choice);
  };
}

export type AnyCockpit = ActorRefFrom<typeof cockpitMachine>;

interface CockpitPlace {
  cockpit: AnyCockpit;
  /** The address of the decision on another expense of the box. */
  pathOf: (id_gasto: number) => string;
  /** The box. */
  back: { to: string; label: string };
  /** The receipt is shown beside the decision; without the list of the box it stands among the facts. */
  hasReceipt: boolean;
  /** On a phone the receipt is shown on demand. */
  showsReceipt: boolean;
  toggleReceipt: () => void;
  /** Letters alone are keys too. */
  singleKeys: boolean;
  setSingleKeys: (on: boolean) => void;
  /** The flow that sends the box, with the bodies of its actors; absent: that of the application. */
  boxSend?: BoxSendMachine | undefined;
}

export const CockpitContext = createContext<CockpitPlace | null>(null);

/** The expenses beside the decision on this screen. */
export const useCockpitPlace = (): CockpitPlace => given(use(CockpitContext));

/** Changes what has just been saved. */
export function reopen(decision: AnyDecision, cockpit: AnyCockpit): void {
  cockpit.send({ type: 'REOPENED' });
  decision.send({ type: 'CHANGE' });
}
