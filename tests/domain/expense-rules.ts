/**
 * The state machine of an expense as handwritten tables. Any event outside them must be refused without a
 * change.
 */
import type { Consequence, ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { BoxStateName, ExpenseStateName } from '#machines/domain/stages/states.ts';

/** The stored states of an expense in each box state; no other pair is a state of the chart. */
export const places = {
  open: ['unreviewed', 'unreviewedMaintenance'],
  supervision: ['unreviewed', 'unreviewedMaintenance', 'supervisorApproved', 'supervisorRejected'],
  maintenance: [
    'pendingMaintenance',
    'maintenanceApproved',
    'maintenanceRejected',
    'supervisorApproved',
    'supervisorRejected',
  ],
  preliminary: [
    'supervisorApproved',
    'maintenanceApproved',
    'accountingApproved',
    'accountingRejected',
    'supervisorRejected',
    'maintenanceRejected',
  ],
  readyToShip: [
    'accountingApproved',
    'accountingRejected',
    'supervisorRejected',
    'maintenanceRejected',
  ],
  finalAccounting: [
    'supervisorApproved',
    'finalApproved',
    'finalRejected',
    'accountingRejected',
    'supervisorRejected',
    'maintenanceRejected',
  ],
  closed: [
    'finalApproved',
    'finalRejected',
    'accountingRejected',
    'supervisorRejected',
    'maintenanceRejected',
  ],
} as const satisfies Record<BoxStateName, readonly ExpenseStateName[]>;

export const boxes = Object.keys(places) as BoxStateName[];

export const profiles = [1, 2, 3, 4, 5, 6, 7, 8] as const;

type Moves = Partial<Record<ExpenseStateName, ExpenseStateName | 'removed'>>;

interface Rule {
  /** Box states that allow the event. */
  box: readonly BoxStateName[];
  by: readonly ProfileId[];
  /** Whether the user who recorded the expense may send it. */
  own: boolean;
  moves: Moves;
  /** For an expense state in several box states: the only box state that accepts the event. */
  at?: Partial<Record<ExpenseStateName, BoxStateName>>;
  /** The guard of the profile, and the guard of the person if `own` is false. */
  guards: readonly [string, string?];
}

const unmarked = {
  unreviewed: 'supervisorApproved',
  unreviewedMaintenance: 'supervisorApproved',
  supervisorApproved: 'supervisorApproved',
  supervisorRejected: 'supervisorApproved',
} as const;

export const rules: Record<ExpenseCommand['type'], Rule> = {
  'EXPENSE.ATTACH_SUPPORT': {
    box: ['open'],
    by: [2, 4],
    own: true,
    moves: { unreviewed: 'unreviewed', unreviewedMaintenance: 'unreviewedMaintenance' },
    guards: ['actorIsStore'],
  },
  'EXPENSE.REMOVE': {
    box: ['open'],
    by: [2, 4],
    own: true,
    moves: { unreviewed: 'removed', unreviewedMaintenance: 'removed' },
    guards: ['actorIsStore'],
  },
  'EXPENSE.CORRECT': {
    box: ['supervision', 'maintenance', 'preliminary'],
    by: [2, 4],
    own: true,
    moves: {
      supervisorRejected: 'unreviewed',
      maintenanceRejected: 'pendingMaintenance',
      accountingRejected: 'supervisorApproved',
    },
    at: {
      supervisorRejected: 'supervision',
      maintenanceRejected: 'maintenance',
      accountingRejected: 'preliminary',
    },
    guards: ['actorIsStore'],
  },
  'SUPERVISOR.APPROVE': {
    box: ['supervision'],
    by: [3],
    own: false,
    moves: unmarked,
    guards: ['actorIsSupervisor', 'actorDidNotRecord'],
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
    guards: ['actorIsSupervisor', 'actorDidNotRecord'],
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
    guards: ['actorIsSupervisor'],
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
    guards: ['actorIsAccounting'],
  },
  'MAINTENANCE.APPROVE': {
    box: ['maintenance'],
    by: [5],
    own: false,
    moves: { pendingMaintenance: 'maintenanceApproved' },
    guards: ['actorIsMaintenance', 'actorDidNotRecord'],
  },
  'MAINTENANCE.REJECT': {
    box: ['maintenance'],
    by: [5],
    own: false,
    moves: { pendingMaintenance: 'maintenanceRejected' },
    guards: ['actorIsMaintenance', 'actorDidNotRecord'],
  },
  'ACCOUNTING.APPROVE': {
    box: ['preliminary'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'accountingApproved',
      maintenanceApproved: 'accountingApproved',
    },
    guards: ['actorIsAccounting', 'actorDidNotRecord'],
  },
  'ACCOUNTING.REJECT': {
    box: ['preliminary'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'accountingRejected',
      maintenanceApproved: 'accountingRejected',
    },
    guards: ['actorIsAccounting', 'actorDidNotRecord'],
  },
  'EXPENSE.ITEMISE': {
    box: ['preliminary', 'finalAccounting'],
    by: [6],
    own: true,
    moves: { supervisorApproved: 'supervisorApproved' },
    guards: ['actorIsAccounting'],
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
    guards: ['actorIsAccounting', 'actorDidNotRecord'],
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
    guards: ['actorIsAccounting', 'actorDidNotRecord'],
  },
};

/** Moves of an expense with its box, for any actor; `withMaintenance`, if it needs maintenance. */
export const arrivals: Record<
  Consequence,
  {
    to: BoxStateName;
    from: Partial<Record<BoxStateName, Moves>>;
    withMaintenance?: Moves;
  }
> = {
  'BOX.SENT': {
    to: 'supervision',
    from: {
      open: { unreviewed: 'unreviewed', unreviewedMaintenance: 'unreviewedMaintenance' },
    },
  },
  'BOX.ENTERED_MAINTENANCE': {
    to: 'maintenance',
    from: {
      supervision: {
        unreviewedMaintenance: 'pendingMaintenance',
        supervisorApproved: 'supervisorApproved',
        supervisorRejected: 'supervisorRejected',
      },
    },
    withMaintenance: { supervisorApproved: 'pendingMaintenance' },
  },
  'BOX.ENTERED_PRELIMINARY': {
    to: 'preliminary',
    from: {
      supervision: {
        supervisorApproved: 'supervisorApproved',
        supervisorRejected: 'supervisorRejected',
      },
      maintenance: {
        maintenanceApproved: 'maintenanceApproved',
        maintenanceRejected: 'maintenanceRejected',
        supervisorApproved: 'supervisorApproved',
        supervisorRejected: 'supervisorRejected',
      },
    },
  },
  'BOX.REVIEWED': {
    to: 'readyToShip',
    from: {
      preliminary: {
        accountingApproved: 'accountingApproved',
        accountingRejected: 'accountingRejected',
        supervisorRejected: 'supervisorRejected',
        maintenanceRejected: 'maintenanceRejected',
      },
    },
  },
  'BOX.SHIPPED': {
    to: 'finalAccounting',
    from: {
      readyToShip: {
        accountingApproved: 'supervisorApproved',
        accountingRejected: 'accountingRejected',
        supervisorRejected: 'supervisorRejected',
        maintenanceRejected: 'maintenanceRejected',
      },
    },
  },
  'BOX.CLOSED': {
    to: 'closed',
    from: {
      finalAccounting: {
        finalApproved: 'finalApproved',
        finalRejected: 'finalRejected',
        accountingRejected: 'accountingRejected',
        supervisorRejected: 'supervisorRejected',
        maintenanceRejected: 'maintenanceRejected',
      },
    },
  },
};
