import type { ActorRefFrom } from 'xstate';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import type { Choice } from '#machines/domain/decision-event.ts';
import type { itemisationMachine } from '#machines/flows/decisions/itemisation.machine.ts';

/** A running decision flow, of whichever stage. */
export type AnyDecision = ActorRefFrom<DecisionMachine>;

/** A flow in which accounting splits an expense, with or without a decision. */
export type AnySplit = AnyDecision | ActorRefFrom<typeof itemisationMachine>;

/** A flow that loads an expense and saves something about it. */
export type AnyReview = AnySplit;

const choiceEvents = { approved: 'CHOOSE_APPROVED', rejected: 'CHOOSE_REJECTED' } as const;

/** Chooses in the flow what a form says. */
export const choose = (decision: AnyDecision, choice: Choice): void =>
  decision.send({ type: choiceEvents[choice] });
