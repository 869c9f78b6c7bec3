/**
 * The law of an expense as a table written by hand: what is not in it must be refused and must change
 * nothing.
 */
import type { ExpenseEventType } from '#machines/domain/expense-guards.ts';
import type { ProfileId } from '#machines/domain/permissions.ts';
import type { BoxStateName } from '#machines/domain/states.ts';

/** `recording` is only passed on the way to the first of them. */
export const states = [
  'unreviewed',
  'unreviewedMaintenance',
  'pendingMaintenance',
  'supervisorApproved',
  'supervisorRejected',
  'maintenanceApproved',
  'maintenanceRejected',
  'accountingApproved',
  'accountingRejected',
  'finalApproved',
  'finalRejected',
  'reserved',
  'removed',
] as const;
export type State = (typeof states)[number];

export const boxes = [
  'open',
  'supervision',
  'maintenance',
  'preliminary',
  'readyToShip',
  'finalAccounting',
  'closed',
] as const satisfies readonly BoxStateName[];

export const profiles = [1, 2, 3, 4, 5, 6, 7, 8] as const;

interface Law {
  /** In which states of its box. */
  box: readonly BoxStateName[];
  by: readonly ProfileId[];
  /** Whether the person who recorded the expense may. */
  own: boolean;
  moves: Partial<Record<State, State>>;
  /** From these states only when the expense needs maintenance. */
  onlyWithMaintenance?: readonly State[];
  /** The guards that say so: box, profile, person. */
  guards: readonly [string, string, string?];
}

const unmarked = {
  unreviewed: 'supervisorApproved',
  unreviewedMaintenance: 'supervisorApproved',
  supervisorApproved: 'supervisorApproved',
  supervisorRejected: 'supervisorApproved',
} as const;

export const law: Record<ExpenseEventType, Law> = {
  'EXPENSE.ATTACH_SUPPORT': {
    box: ['open'],
    by: [2, 4],
    own: true,
    moves: { unreviewed: 'unreviewed', unreviewedMaintenance: 'unreviewedMaintenance' },
    guards: ['boxIsOpen', 'actorIsStore'],
  },
  'EXPENSE.REMOVE': {
    box: ['open'],
    by: [2, 4],
    own: true,
    moves: { unreviewed: 'removed', unreviewedMaintenance: 'removed' },
    guards: ['boxIsOpen', 'actorIsStore'],
  },
  'SUPERVISOR.APPROVE': {
    box: ['supervision'],
    by: [3],
    own: false,
    moves: unmarked,
    guards: ['boxIsInSupervision', 'actorIsSupervisor', 'actorDidNotRecord'],
  },
  'SUPERVISOR.REJECT': {
    box: ['supervision'],
    by: [3],
    own: false,
    moves: {
      unreviewed: 'supervisorRejected',
      unreviewedMaintenance: 'supervisorRejected',
      supervisorApproved: 'supervisorRejected',
      supervisorRejected: 'supervisorRejected',
    },
    guards: ['boxIsInSupervision', 'actorIsSupervisor', 'actorDidNotRecord'],
  },
  'EXPENSE.CHOOSE_INVOICE': {
    box: ['supervision'],
    by: [3],
    own: true,
    moves: {
      unreviewed: 'unreviewed',
      unreviewedMaintenance: 'unreviewedMaintenance',
      supervisorApproved: 'supervisorApproved',
      supervisorRejected: 'supervisorRejected',
    },
    guards: ['boxIsInSupervision', 'actorIsSupervisor'],
  },
  'EXPENSE.INVOICE_FOUND': {
    box: ['open', 'supervision', 'maintenance', 'preliminary', 'readyToShip', 'finalAccounting'],
    by: [6],
    own: true,
    moves: {
      unreviewed: 'unreviewed',
      unreviewedMaintenance: 'unreviewedMaintenance',
      pendingMaintenance: 'pendingMaintenance',
      supervisorApproved: 'supervisorApproved',
      supervisorRejected: 'supervisorRejected',
      maintenanceApproved: 'maintenanceApproved',
      maintenanceRejected: 'maintenanceRejected',
      accountingApproved: 'accountingApproved',
      accountingRejected: 'accountingRejected',
      finalApproved: 'finalApproved',
      finalRejected: 'finalRejected',
    },
    guards: ['boxIsNotClosed', 'actorIsAccounting'],
  },
  'BOX.ENTERED_MAINTENANCE': {
    box: ['maintenance'],
    by: [3],
    own: true,
    moves: {
      unreviewedMaintenance: 'pendingMaintenance',
      supervisorApproved: 'pendingMaintenance',
    },
    onlyWithMaintenance: ['supervisorApproved'],
    guards: ['boxIsInMaintenance', 'actorIsSupervisor'],
  },
  'MAINTENANCE.APPROVE': {
    box: ['maintenance'],
    by: [5],
    own: false,
    moves: { pendingMaintenance: 'maintenanceApproved' },
    guards: ['boxIsInMaintenance', 'actorIsMaintenance', 'actorDidNotRecord'],
  },
  'MAINTENANCE.REJECT': {
    box: ['maintenance'],
    by: [5],
    own: false,
    moves: { pendingMaintenance: 'maintenanceRejected' },
    guards: ['boxIsInMaintenance', 'actorIsMaintenance', 'actorDidNotRecord'],
  },
  'ACCOUNTING.APPROVE': {
    box: ['preliminary'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'accountingApproved',
      maintenanceApproved: 'accountingApproved',
    },
    guards: ['boxIsInPreliminary', 'actorIsAccounting', 'actorDidNotRecord'],
  },
  'ACCOUNTING.REJECT': {
    box: ['preliminary'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'accountingRejected',
      maintenanceApproved: 'accountingRejected',
    },
    guards: ['boxIsInPreliminary', 'actorIsAccounting', 'actorDidNotRecord'],
  },
  'EXPENSE.ITEMISE': {
    box: ['preliminary', 'finalAccounting'],
    by: [6],
    own: true,
    moves: { supervisorApproved: 'supervisorApproved' },
    guards: ['boxIsInAccounting', 'actorIsAccounting'],
  },
  'BOX.SHIPPED': {
    box: ['finalAccounting'],
    by: [2, 4],
    own: true,
    moves: { accountingApproved: 'supervisorApproved' },
    guards: ['boxIsInFinalAccounting', 'actorIsStore'],
  },
  'FINAL.APPROVE': {
    box: ['finalAccounting'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'finalApproved',
      finalApproved: 'finalApproved',
      finalRejected: 'finalApproved',
    },
    guards: ['boxIsInFinalAccounting', 'actorIsAccounting', 'actorDidNotRecord'],
  },
  'FINAL.REJECT': {
    box: ['finalAccounting'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'finalRejected',
      finalApproved: 'finalRejected',
      finalRejected: 'finalRejected',
    },
    guards: ['boxIsInFinalAccounting', 'actorIsAccounting', 'actorDidNotRecord'],
  },
};

export const eventTypes = Object.keys(law) as ExpenseEventType[];
