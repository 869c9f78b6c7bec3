import type { ActorRefFrom } from 'xstate';
import type { accountingDecisionMachine } from '#machines/flows/accounting-decision.machine.ts';
import type { finalDecisionMachine } from '#machines/flows/final-decision.machine.ts';
import type { itemisationMachine } from '#machines/flows/itemisation.machine.ts';
import type { maintenanceDecisionMachine } from '#machines/flows/maintenance-decision.machine.ts';
import type { supervisorDecisionMachine } from '#machines/flows/supervisor-decision.machine.ts';

/** A running decision flow, of whichever stage: what its panel needs is the same. */
export type AnyDecision =
  | ActorRefFrom<typeof supervisorDecisionMachine>
  | ActorRefFrom<typeof maintenanceDecisionMachine>
  | ActorRefFrom<typeof accountingDecisionMachine>
  | ActorRefFrom<typeof finalDecisionMachine>;

/** A flow in which accounting splits an expense, with or without a decision. */
export type AnySplit =
  | ActorRefFrom<typeof accountingDecisionMachine>
  | ActorRefFrom<typeof itemisationMachine>;

/** A flow that loads an expense and saves something about it. */
export type AnyReview = AnyDecision | AnySplit;
