import type { ActorRefFrom } from 'xstate';
import type { DecisionMachine } from '#machines/flows/review/decision.machine.ts';
import type { Choice } from '#machines/domain/review/joint-approval.ts';

/** A running decision flow of whichever stage, or the one in which accounting splits without deciding. */
export type AnyDecision = ActorRefFrom<DecisionMachine>;

const choiceEvents = { approved: 'CHOOSE_APPROVED', rejected: 'CHOOSE_REJECTED' } as const;

/** Chooses in the flow what a form says. */
export const choose = (decision: AnyDecision, choice: Choice): void =>
  decision.send({ type: choiceEvents[choice] });
