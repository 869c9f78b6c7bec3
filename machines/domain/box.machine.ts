/**
 * The law of a box: one reimbursement of one store, from its first expense to its closing.
 *
 * open            the store records expenses; the only state in which it can change
 * supervision     the supervisor marks every expense, except those that wait for maintenance
 * maintenance     maintenance marks the expenses of its categories
 * preliminary     accounting's first pass
 * readyToShip     the store ships the papers: company and guide
 * finalAccounting accounting's final pass over the papers
 * closed          reimbursed; nothing changes any more
 *
 * Pure: no timer, no clock, no I/O. The browser asks it what to show, the server what to refuse.
 */
import { and, assign, setup } from 'xstate';
import { explainer, type GuardFacts } from './explain.ts';
import { formatMoney } from './money.ts';
import type { Actor } from './permissions.ts';
import { type BoxStateName, type ExpenseStateName, expenseStates } from './states.ts';

/** Version written beside every event of the log: raise it when the meaning of a transition changes. */
export const boxMachineVersion = 2;

/** What the law of the box needs to know of each expense. */
export interface BoxExpense {
  id: number;
  estado: number;
  needsMaintenance: boolean;
  hasSupport: boolean;
}

export interface BoxContext {
  expenses: readonly BoxExpense[];
  /**
   * Centavos by which the boxes of the store, with what the event adds, exceed its fund, where that is forbidden;
   * absent where it is not, and in a replay: at most a warning then.
   */
  excess?: number;
}

/** The name decides whether a guide is asked for: a motorcycle courier gives none. */
export const isMotorizado = (empresa: string): boolean =>
  empresa.trim().toLowerCase() === 'motorizado';

export type BoxEvent =
  | { type: 'EXPENSE.RECORD'; actor: Actor; expense: BoxExpense }
  | { type: 'BOX.SEND'; actor: Actor }
  | { type: 'BOX.SEND_SUPERVISOR'; actor: Actor }
  | { type: 'BOX.SEND_MAINTENANCE'; actor: Actor }
  | { type: 'BOX.SEND_PRELIMINARY'; actor: Actor }
  | { type: 'BOX.SHIP'; actor: Actor; empresa: string | null; codigo: string }
  | { type: 'BOX.SEND_FINAL'; actor: Actor };

export type BoxEventType = BoxEvent['type'];

type GuardArgs = { context: BoxContext; event: BoxEvent };

const isIn = (expense: BoxExpense, ...names: ExpenseStateName[]): boolean =>
  names.some((name) => expenseStates[name].codigo === expense.estado);

/** The expense states that keep a box from being sent by the reviewer who has it. */
const unmarkedIn: Partial<Record<BoxStateName, ExpenseStateName[]>> = {
  supervision: ['unreviewed'],
  maintenance: ['pendingMaintenance'],
  preliminary: ['supervisorApproved', 'maintenanceApproved'],
  finalAccounting: ['supervisorApproved'],
};

/** The expenses that the reviewer who has the box must still mark. */
export const unmarkedExpenses = <Expense extends BoxExpense>(
  state: BoxStateName,
  expenses: readonly Expense[],
): Expense[] => expenses.filter((expense) => isIn(expense, ...(unmarkedIn[state] ?? [])));

/** What the supervisor's send turns into "pending maintenance". */
export const goesToMaintenance = (expense: BoxExpense): boolean =>
  isIn(expense, 'unreviewedMaintenance') ||
  (expense.needsMaintenance && isIn(expense, 'supervisorApproved'));

const isMarked = (state: BoxStateName, context: BoxContext): boolean =>
  unmarkedExpenses(state, context.expenses).length === 0;

const withoutSupport = ({ expenses }: BoxContext): BoxExpense[] =>
  expenses.filter((expense) => !expense.hasSupport);

const nameOfShippingField = {
  id_empresa: 'la empresa de envío',
  codigo: 'el número de guía',
} as const;

/** What the shipping of the papers lacks, by the names of the call; a motorcycle courier needs no guide. */
const missingShipping = (event: BoxEvent): (keyof typeof nameOfShippingField)[] => {
  if (event.type !== 'BOX.SHIP') return [];
  const { empresa, codigo } = event;
  const needsGuide = empresa === null || !isMotorizado(empresa);
  return [
    ...(empresa === null ? (['id_empresa'] as const) : []),
    ...(needsGuide && codigo.trim() === '' ? (['codigo'] as const) : []),
  ];
};

export const boxGuards = {
  actorIsStore: ({ event }: GuardArgs) => [2, 4].includes(event.actor.profile),
  actorIsSupervisor: ({ event }: GuardArgs) => event.actor.profile === 3,
  actorIsMaintenance: ({ event }: GuardArgs) => event.actor.profile === 5,
  actorIsAccounting: ({ event }: GuardArgs) => event.actor.profile === 6,
  hasExpenses: ({ context }: GuardArgs) => context.expenses.length > 0,
  everyExpenseHasSupport: ({ context }: GuardArgs) => withoutSupport(context).length === 0,
  fundIsEnough: ({ context }: GuardArgs) => (context.excess ?? 0) <= 0,
  supervisorMarkedEveryExpense: ({ context }: GuardArgs) => isMarked('supervision', context),
  someExpenseNeedsMaintenance: ({ context }: GuardArgs) => context.expenses.some(goesToMaintenance),
  maintenanceMarkedEveryExpense: ({ context }: GuardArgs) => isMarked('maintenance', context),
  accountingMarkedEveryExpense: ({ context }: GuardArgs) => isMarked('preliminary', context),
  finalMarkedEveryExpense: ({ context }: GuardArgs) => isMarked('finalAccounting', context),
  shippingIsGiven: ({ event }: GuardArgs) =>
    event.type === 'BOX.SHIP' && missingShipping(event).length === 0,
};

export type BoxGuard = keyof typeof boxGuards;

type BoxGuardFacts = GuardFacts<BoxContext, BoxEvent>;

/** What the reviewer who has the box in that state must still do. */
const everyExpenseMarked = (state: BoxStateName): BoxGuardFacts => ({
  kind: 'state',
  mensaje: 'Debe marcar todos los gastos para poder enviar',
  missing: ({ context }) => {
    const gastos = unmarkedExpenses(state, context.expenses).map(({ id }) => id);
    return {
      detalle:
        gastos.length === 1
          ? 'Falta 1 gasto por marcar'
          : `Faltan ${gastos.length} gastos por marcar`,
      gastos,
    };
  },
});

export const boxGuardFacts: Record<BoxGuard, BoxGuardFacts> = {
  actorIsStore: { kind: 'state', mensaje: 'Solo la tienda puede hacer esto con su caja.' },
  actorIsSupervisor: {
    kind: 'state',
    mensaje: 'Solo el supervisor puede enviar la caja en esta etapa.',
  },
  actorIsMaintenance: {
    kind: 'state',
    mensaje: 'Solo mantenimiento puede enviar la caja en esta etapa.',
  },
  actorIsAccounting: {
    kind: 'state',
    mensaje: 'Solo contabilidad puede enviar la caja en esta etapa.',
  },
  hasExpenses: { kind: 'state', mensaje: 'No hay recibos para enviar' },
  everyExpenseHasSupport: {
    kind: 'state',
    mensaje: 'Cada gasto necesita su soporte: adjunte el archivo o elimine el gasto.',
    missing: ({ context }) => {
      const gastos = withoutSupport(context).map(({ id }) => id);
      return {
        detalle:
          gastos.length === 1
            ? 'Hay 1 gasto sin soporte'
            : `Hay ${gastos.length} gastos sin soporte`,
        gastos,
      };
    },
  },
  fundIsEnough: {
    kind: 'rule',
    mensaje: 'Los gastos superan el dinero disponible del fondo de la tienda.',
    missing: ({ context }) => ({
      detalle: `El fondo se excede en ${formatMoney(context.excess ?? 0)}`,
    }),
  },
  supervisorMarkedEveryExpense: everyExpenseMarked('supervision'),
  someExpenseNeedsMaintenance: {
    kind: 'state',
    mensaje: 'Ningún gasto requiere la revisión de mantenimiento.',
  },
  maintenanceMarkedEveryExpense: everyExpenseMarked('maintenance'),
  accountingMarkedEveryExpense: everyExpenseMarked('preliminary'),
  finalMarkedEveryExpense: everyExpenseMarked('finalAccounting'),
  shippingIsGiven: {
    kind: 'rule',
    mensaje: 'Complete todos los campos',
    missing: ({ event }) => {
      const campos = missingShipping(event);
      const names = campos.map((campo) => nameOfShippingField[campo]);
      return { detalle: `Falta ${names.join(' y ')}`, campos };
    },
  },
};

export const boxMachine = setup({
  types: {
    context: {} as BoxContext,
    events: {} as BoxEvent,
    input: {} as BoxContext,
  },
  guards: boxGuards,
  actions: {
    addExpense: assign(({ context, event }) =>
      event.type === 'EXPENSE.RECORD' ? { expenses: [...context.expenses, event.expense] } : {},
    ),
  },
}).createMachine({
  id: 'box',
  description: 'Una caja: el reembolso de una tienda, desde su primer gasto hasta su cierre.',
  initial: 'open',
  context: ({ input }) => input,
  states: {
    open: {
      on: {
        'EXPENSE.RECORD': { guard: and(['actorIsStore', 'fundIsEnough']), actions: 'addExpense' },
        'BOX.SEND': {
          guard: and(['actorIsStore', 'hasExpenses', 'everyExpenseHasSupport', 'fundIsEnough']),
          target: 'supervision',
        },
      },
    },
    supervision: {
      on: {
        'BOX.SEND_SUPERVISOR': [
          {
            guard: and([
              'actorIsSupervisor',
              'supervisorMarkedEveryExpense',
              'someExpenseNeedsMaintenance',
            ]),
            description: 'Con gastos de mantenimiento',
            target: 'maintenance',
          },
          {
            guard: and(['actorIsSupervisor', 'supervisorMarkedEveryExpense']),
            description: 'Sin gastos de mantenimiento',
            target: 'preliminary',
          },
        ],
      },
    },
    maintenance: {
      on: {
        'BOX.SEND_MAINTENANCE': {
          guard: and(['actorIsMaintenance', 'maintenanceMarkedEveryExpense']),
          target: 'preliminary',
        },
      },
    },
    preliminary: {
      on: {
        'BOX.SEND_PRELIMINARY': {
          guard: and(['actorIsAccounting', 'accountingMarkedEveryExpense']),
          target: 'readyToShip',
        },
      },
    },
    readyToShip: {
      on: {
        'BOX.SHIP': { guard: and(['actorIsStore', 'shippingIsGiven']), target: 'finalAccounting' },
      },
    },
    finalAccounting: {
      on: {
        'BOX.SEND_FINAL': {
          guard: and(['actorIsAccounting', 'finalMarkedEveryExpense']),
          target: 'closed',
        },
      },
    },
    closed: { type: 'final' },
  },
});

/** The failing guards of an event in a snapshot, each with its sentence; empty when it is allowed. */
export const explainBox = explainer({
  machine: boxMachine,
  facts: boxGuardFacts,
  stateSentence: 'El estado actual de la caja no permite esta acción.',
});
