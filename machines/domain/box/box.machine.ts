/**
 * The state machine of a box: one reimbursement of one store, from its first expense to its closing.
 *
 * open            the store records expenses; the only state in which it can add or remove them
 * supervision     the supervisor marks every expense, except those that wait for maintenance
 * maintenance     maintenance marks the expenses of its categories
 * preliminary     accounting's first pass
 * readyToShip     the store opens the legalisation and ships the papers: company and guide
 * finalAccounting the papers arrive, and accounting makes its final pass
 * closed          decided; the payment machine handles its money
 *
 * Pure: no timer, no clock, no I/O. The browser uses it to enable controls, the server to refuse requests.
 */
import { and, assign, setup } from 'xstate';
import { byStage } from '#contract/wire-stages.ts';
import {
  type Circumstances,
  type Guard,
  explainer,
  predicatesOf,
  profileGuard,
  reviewerGuards,
  fundGuard,
} from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import { type SendType, type StageName, stages } from '../stages/stages.ts';
import { type ExpenseStateName, expenseStates } from '../stages/states.ts';
import {
  type Fact,
  type FactsOf,
  fact,
  hasHappened,
  isLaterOne,
  isLaterZero,
} from '../values/facts.ts';

/** Version of the rules; raise it when the meaning of a transition changes other than by a guard with `since`. */
export const chartsVersion = 4;

/** An expense as the state machine of the box sees it. */
export interface BoxExpense {
  id: number;
  estado: number;
  needsMaintenance: boolean;
  hasReceipt: boolean;
}

export const boxFacts = {
  /** The store has not opened the legalisation; absent in a replay, since older logs lack the event. */
  pdfUnread: fact('pdf_descargado', 'pdf_abierto', hasHappened, isLaterZero),
  /** The papers have arrived; absent in a replay until then. */
  hasPapers: fact('papeles', '', hasHappened, isLaterOne),
} as const satisfies Record<string, Fact>;

/** What guards ask of beside the expenses. */
export type BoxFacts = Circumstances & FactsOf<typeof boxFacts>;

export interface BoxContext extends BoxFacts {
  expenses: readonly BoxExpense[];
}

/** Recognises, by name, the motorcycle courier, who issues no guide. */
export const isMotorizado = (empresa: string): boolean =>
  empresa.trim().toLowerCase() === 'motorizado';

/** A reviewer sends the box to the next state. */
type ReviewSend<Type> = Type extends SendType ? { type: Type; actor: Person } : never;

/** Accounting closes the box; `seguida`: its payment is followed until the store has received it. */
type FinalSend = { type: 'BOX.SEND_FINAL'; actor: Person; seguida?: boolean };

export type BoxEvent =
  | { type: 'EXPENSE.RECORD'; actor: Person; expense: BoxExpense }
  | { type: 'BOX.SEND'; actor: Person }
  | { type: 'BOX.SHIP'; actor: Person; empresa: string | null; codigo: string }
  /** Sent by the server when the store opens the legalisation for the first time. */
  | { type: 'BOX.PDF_OPENED'; actor: Person }
  | { type: 'BOX.PAPERS_RECEIVED'; actor: Person }
  | ReviewSend<Exclude<SendType, FinalSend['type']>>
  | FinalSend;

export type BoxEventType = BoxEvent['type'];

const isIn = (expense: BoxExpense, ...names: readonly ExpenseStateName[]): boolean =>
  names.some((name) => expenseStates[name].codigo === expense.estado);

/** Expenses that the stage must still mark. */
const unmarkedExpenses = (stage: StageName, { expenses }: BoxContext): BoxExpense[] =>
  expenses.filter((expense) => isIn(expense, ...stages[stage].waiting));

/** True for an expense that the supervisor's send moves to "pending maintenance". */
const goesToMaintenance = (expense: BoxExpense): boolean =>
  isIn(expense, 'unreviewedMaintenance') ||
  (expense.needsMaintenance && isIn(expense, 'supervisorApproved'));

const withoutReceipt = ({ expenses }: BoxContext): BoxExpense[] =>
  expenses.filter((expense) => !expense.hasReceipt);

const nameOfShippingField = {
  id_empresa: 'la empresa de envío',
  codigo: 'el número de guía',
} as const;

/** The empty fields of a shipment, by the names of the call; a motorcycle courier needs no guide. */
const missingShipping = (event: BoxEvent): (keyof typeof nameOfShippingField)[] => {
  if (event.type !== 'BOX.SHIP') return [];
  const { empresa, codigo } = event;
  const needsGuide = empresa === null || !isMotorizado(empresa);
  return [
    ...(empresa === null ? (['id_empresa'] as const) : []),
    ...(needsGuide && codigo.trim() === '' ? (['codigo'] as const) : []),
  ];
};

/** Details of a guard that fails for some expenses: their number in words, and their ids. */
const counted = (expenses: readonly BoxExpense[], [one, many]: [string, string], what: string) => ({
  detalle:
    expenses.length === 1 ? `${one} 1 gasto ${what}` : `${many} ${expenses.length} gastos ${what}`,
  gastos: expenses.map(({ id }) => id),
});

/** Requires that the stage has marked every expense. */
const everyExpenseIsMarked = (stage: StageName) => ({
  asks: 'state' as const,
  mensaje: 'Debe marcar todos los gastos para poder enviar',
  holds: ({ context }: { context: BoxContext }) => unmarkedExpenses(stage, context).length === 0,
  missing: ({ context }: { context: BoxContext }) =>
    counted(unmarkedExpenses(stage, context), ['Falta', 'Faltan'], 'por decidir'),
});

export const boxGuards = {
  actorIsStore: profileGuard([2, 4], 'Solo la tienda puede hacer esto con su caja.'),
  ...reviewerGuards((who) => `Solo ${who} puede enviar la caja en esta etapa.`),
  hasExpenses: {
    asks: 'state',
    mensaje: 'No hay recibos para enviar',
    holds: ({ context }) => context.expenses.length > 0,
  },
  everyExpenseHasReceipt: {
    asks: 'state',
    mensaje: 'Cada gasto necesita su soporte: adjunte el archivo o elimine el gasto.',
    holds: ({ context }) => withoutReceipt(context).length === 0,
    missing: ({ context }) => counted(withoutReceipt(context), ['Hay', 'Hay'], 'sin soporte'),
  },
  fundIsEnough: fundGuard,
  ...byStage((_, stage) => `${stage}MarkedEveryExpense`, everyExpenseIsMarked),
  someExpenseNeedsMaintenance: {
    asks: 'state',
    mensaje: 'Ningún gasto requiere la revisión de mantenimiento.',
    holds: ({ context }) => context.expenses.some(goesToMaintenance),
  },
  shippingIsGiven: {
    asks: 'form',
    field: null,
    mensaje: 'Complete todos los campos',
    holds: ({ event }) => event.type === 'BOX.SHIP' && missingShipping(event).length === 0,
    missing: ({ event }) => {
      const campos = missingShipping(event);
      const names = campos.map((campo) => nameOfShippingField[campo]);
      return { detalle: `${names.length > 1 ? 'Faltan' : 'Falta'} ${names.join(' y ')}`, campos };
    },
  },
  legalisationIsOpened: {
    asks: 'state',
    since: 3,
    mensaje: 'Descargue el PDF de legalización antes de enviar.',
    holds: ({ context }) => context.pdfUnread !== true,
  },
  papersAreOnTheirWay: {
    asks: 'state',
    mensaje: 'Los papeles de esta caja ya se recibieron.',
    holds: ({ context }) => context.hasPapers !== true,
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
    addExpense: assign(({ context }, { expense }: { expense: BoxExpense }) => ({
      expenses: [...context.expenses, expense],
    })),
    markPdfOpened: assign({ pdfUnread: false }),
    markPapersReceived: assign({ hasPapers: true }),
  },
}).createMachine({
  id: 'box',
  description: 'Una caja: el reembolso de una tienda, desde su primer gasto hasta su cierre.',
  initial: 'open',
  context: ({ input }) => input,
  states: {
    open: {
      on: {
        'EXPENSE.RECORD': {
          guard: and(['actorIsStore', 'fundIsEnough']),
          actions: { type: 'addExpense', params: ({ event: { expense } }) => ({ expense }) },
        },
        'BOX.SEND': {
          guard: and(['actorIsStore', 'hasExpenses', 'everyExpenseHasReceipt', 'fundIsEnough']),
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
        'BOX.PDF_OPENED': { guard: 'actorIsStore', actions: 'markPdfOpened' },
        'BOX.SHIP': {
          guard: and(['actorIsStore', 'legalisationIsOpened', 'shippingIsGiven']),
          target: 'finalAccounting',
        },
      },
    },
    finalAccounting: {
      on: {
        'BOX.PAPERS_RECEIVED': {
          guard: and(['actorIsAccounting', 'papersAreOnTheirWay']),
          actions: 'markPapersReceived',
        },
        'BOX.SEND_FINAL': {
          guard: and(['actorIsAccounting', 'finalMarkedEveryExpense']),
          target: 'closed',
        },
      },
    },
    closed: { type: 'final' },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainBox = explainer<BoxContext, BoxEvent, BoxGuard>({
  machine: boxMachine,
  guards: boxGuards,
  stateSentence: () => 'El estado actual de la caja no permite esta acción.',
});
