import type { ActorRefFrom } from 'xstate';
import type { accountingDecisionMachine } from '#machines/flows/accounting-decision.machine.ts';
import type { finalDecisionMachine } from '#machines/flows/final-decision.machine.ts';
import type { maintenanceDecisionMachine } from '#machines/flows/maintenance-decision.machine.ts';
import type { supervisorDecisionMachine } from '#machines/flows/supervisor-decision.machine.ts';

/** A running decision flow, of whichever stage: what its screen and panel need is the same. */
export type AnyDecision =
  | ActorRefFrom<typeof supervisorDecisionMachine>
  | ActorRefFrom<typeof maintenanceDecisionMachine>
  | ActorRefFrom<typeof accountingDecisionMachine>
  | ActorRefFrom<typeof finalDecisionMachine>;
