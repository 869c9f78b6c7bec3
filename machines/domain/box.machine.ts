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
import { explainer, type Guard, predicatesOf, profileGuard } from './explain.ts';
import { formatMoney } from './money.ts';
import type { Actor } from './permissions.ts';
import { type StageName, stages } from './stages.ts';
import { type ExpenseStateName, expenseStates } from './states.ts';

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

const isIn = (expense: BoxExpense, ...names: readonly ExpenseStateName[]): boolean =>
  names.some((name) => expenseStates[name].codigo === expense.estado);

/** The expenses that the reviewer who has the box must still mark. */
const unmarkedExpenses = (stage: StageName, { expenses }: BoxContext): BoxExpense[] =>
  expenses.filter((expense) => isIn(expense, ...stages[stage].waiting));

/** What the supervisor's send turns into "pending maintenance". */
const goesToMaintenance = (expense: BoxExpense): boolean =>
  isIn(expense, 'unreviewedMaintenance') ||
  (expense.needsMaintenance && isIn(expense, 'supervisorApproved'));

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

/** Holds when the stage that has the box marked every expense. */
const everyExpenseIsMarked = (stage: StageName) => ({
  asks: 'state' as const,
  mensaje: 'Debe marcar todos los gastos para poder enviar',
  holds: ({ context }: { context: BoxContext }) => unmarkedExpenses(stage, context).length === 0,
  missing: ({ context }: { context: BoxContext }) => {
    const gastos = unmarkedExpenses(stage, context).map(({ id }) => id);
    return {
      detalle:
        gastos.length === 1
          ? 'Falta 1 gasto por marcar'
          : `Faltan ${gastos.length} gastos por marcar`,
      gastos,
    };
  },
});

const onlySends = (who: string) => `Solo ${who} puede enviar la caja en esta etapa.`;

export const boxGuards = {
  actorIsStore: profileGuard([2, 4], 'Solo la tienda puede hacer esto con su caja.'),
  actorIsSupervisor: profileGuard([3], onlySends('el supervisor')),
  actorIsMaintenance: profileGuard([5], onlySends('mantenimiento')),
  actorIsAccounting: profileGuard([6], onlySends('contabilidad')),
  hasExpenses: {
    asks: 'state',
    mensaje: 'No hay recibos para enviar',
    holds: ({ context }) => context.expenses.length > 0,
  },
  everyExpenseHasSupport: {
    asks: 'state',
    mensaje: 'Cada gasto necesita su soporte: adjunte el archivo o elimine el gasto.',
    holds: ({ context }) => withoutSupport(context).length === 0,
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
    asks: 'form',
    mensaje: 'Los gastos superan el dinero disponible del fondo de la tienda.',
    holds: ({ context }) => (context.excess ?? 0) <= 0,
    missing: ({ context }) => ({
      detalle: `El fondo se excede en ${formatMoney(context.excess ?? 0)}`,
    }),
  },
  supervisorMarkedEveryExpense: everyExpenseIsMarked('supervisor'),
  someExpenseNeedsMaintenance: {
    asks: 'state',
    mensaje: 'Ningún gasto requiere la revisión de mantenimiento.',
    holds: ({ context }) => context.expenses.some(goesToMaintenance),
  },
  maintenanceMarkedEveryExpense: everyExpenseIsMarked('maintenance'),
  accountingMarkedEveryExpense: everyExpenseIsMarked('accounting'),
  finalMarkedEveryExpense: everyExpenseIsMarked('final'),
  shippingIsGiven: {
    asks: 'form',
    mensaje: 'Complete todos los campos',
    holds: ({ event }) => event.type === 'BOX.SHIP' && missingShipping(event).length === 0,
    missing: ({ event }) => {
      const campos = missingShipping(event);
      const names = campos.map((campo) => nameOfShippingField[campo]);
      return { detalle: `Falta ${names.join(' y ')}`, campos };
    },
  },
} satisfies Record<string, Guard<BoxContext, BoxEvent>>;

export type BoxGuard = keyof typeof boxGuards;

export const boxMachine = setup({
  types: {
    context: {} as BoxContext,
    events: {} as BoxEvent,
    input: {} as BoxContext,
  },
  guards: predicatesOf<BoxContext, BoxEvent, BoxGuard>(boxGuards),
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

export const { explain: explainBox, explainIntention: explainBoxIntention } = explainer<
  BoxContext,
  BoxEvent,
  BoxGuard
>({
  machine: boxMachine,
  guards: boxGuards,
  stateSentence: () => 'El estado actual de la caja no permite esta acción.',
});
