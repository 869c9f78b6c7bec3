/**
 * The state machine of a payment: the granted value of a closed box, or a movement of a fund, on its way to the store.
 *
 * waiting    the amount is to be paid; accounting has not added the payment to a batch
 * prepared   in a batch, which another person must authorise
 * authorised the batch can be sent to the bank
 * sent       sent to the bank; the file of the batch is written
 * paid       confirmed with day and reference; the store has not responded
 * claimed    the store reports that nothing arrived; accounting investigates
 * received   the store has the money; only the bank can still send it back
 * returnProposed
 *            accounting says that a confirmed payment came back; another person agrees, or it stays as it was
 * keptBack   the whole amount was kept back to lower the base of the fund: nothing is paid
 *
 * Pure, as the machine of the box. A payment is one attempt for one box or movement; after a removal or a return it waits again.
 * A payment that was confirmed goes back only by two people.
 */
import { and, assign, setup } from 'xstate';
import { explainer, type Guard, predicatesOf, profileGuard } from '../explain.ts';
import { freshRights } from '../people/authority.ts';
import type { Person } from '../people/profiles.ts';
import { shortDate } from '../values/bogota-time.ts';
import { formatMoney } from '../values/money.ts';
import { paymentStates } from './payment-states.ts';
import type { AccountPeople } from './store-account.ts';

/** Amounts in centavos. */
export interface PaymentContext {
  /** Granted value less what was kept back, the maximum of the payment. */
  granted: number;
  /** Id of the user who added it to its batch; null while it waits. */
  preparedBy: number | null;
  /** Id of the store's account at the preparation; null when the store had none, and while the payment waits. */
  account: number | null;
  /** Id of the store's current account; absent in a replay. */
  currentAccount?: number | null;
  /** Day and reference of its last confirmation or correction; null before the first one. */
  confirmed: Confirmation | null;
  /** `yyyy-MM-dd` of its sending, or of its authorisation when no file goes to the bank; absent in a replay. */
  notBefore?: string;
  /** Until when the actor's fresh rights move no money; null or absent when they do, and in a replay. */
  until?: number | null;
  /** Of the account that is paid, or would be paid now; null without one, absent in a replay. */
  accountPeople?: AccountPeople | null;
  /** The proposed return; null without one. */
  proposal: Proposal | null;
  /** Who took the amount over for the company; absent for any other payment, and in a replay. */
  takenOverBy?: number | null;
}

/** `dia` as `yyyy-MM-dd`; `referencia` of the bank. */
interface Confirmation {
  dia: string;
  referencia: string;
}

export interface Proposal {
  /** Id of the user who proposed the return. */
  by: number;
  /** State to which the payment goes back when the return is not agreed. */
  from: 'paid' | 'claimed' | 'received';
}

type Prepare = {
  type: 'PAYMENT.PREPARE';
  actor: Person;
  /** Id of the batch. */
  lote: number;
  valor: number;
  via: string;
  cuenta: number | null;
};

export type PaymentEvent =
  | Prepare
  /** Part of the payment lowers the base of the fund; `movimiento`: the decrease that asked for it. */
  | { type: 'PAYMENT.KEEP_BACK'; actor: Person; valor: number; movimiento: number }
  | { type: 'PAYMENT.TAKE_OUT'; actor: Person }
  | { type: 'PAYMENT.AUTHORISE'; actor: Person }
  | { type: 'PAYMENT.SEND'; actor: Person }
  | ({ type: 'PAYMENT.CONFIRM'; actor: Person } & Confirmation)
  /** The bank did not make a payment that was never confirmed. */
  | { type: 'PAYMENT.RETURN'; actor: Person; motivo: string }
  /** `dia_anterior`, `referencia_anterior`: the values that it replaces. */
  | ({
      type: 'PAYMENT.CORRECT';
      actor: Person;
      dia_anterior: string;
      referencia_anterior: string;
    } & Confirmation)
  | { type: 'PAYMENT.PROPOSE_RETURN'; actor: Person; motivo: string }
  | { type: 'PAYMENT.AGREE_RETURN'; actor: Person }
  | { type: 'PAYMENT.REFUSE_RETURN'; actor: Person }
  | { type: 'PAYMENT.RECEIVE'; actor: Person }
  | { type: 'PAYMENT.CLAIM'; actor: Person; nota: string };

export type PaymentEventType = PaymentEvent['type'];

type Field = 'dia' | 'referencia' | 'motivo' | 'nota';

/** Requires a non-empty text in the event. */
const isGiven = (field: Field, mensaje: string) => ({
  asks: 'form' as const,
  field,
  mensaje,
  holds: ({ event }: { event: PaymentEvent }) =>
    field in event && String(event[field as keyof PaymentEvent]).trim() !== '',
  missing: () => ({ campos: [field] }),
});

/** The return was proposed in this state. */
const wasIn = (state: Proposal['from']) => ({
  asks: 'state' as const,
  mensaje: `La devolución se propuso en estado «${paymentStates[state].nombre}».`,
  holds: ({ context }: { context: PaymentContext }) => context.proposal?.from === state,
});

export const paymentGuards = {
  actorIsAccounting: profileGuard([6], 'Solo contabilidad hace y sigue los giros.'),
  actorIsStore: profileGuard([2, 4], 'Solo la tienda dice si le llegó el dinero.'),
  actorDidNotPrepare: {
    asks: 'person',
    mensaje: 'Usted preparó este giro: otra persona debe autorizarlo.',
    holds: ({ context, event }) => event.actor.id !== context.preparedBy,
  },
  rightsAreSettled: {
    asks: 'state',
    since: 4,
    mensaje: freshRights.mensaje,
    holds: ({ context: { until = null } }) => until === null,
    missing: ({ context: { until } }) => ({ detalle: freshRights.detalle(until ?? 0) }),
  },
  actorDidNotProposeAccount: {
    asks: 'person',
    since: 4,
    mensaje: 'Usted propuso la cuenta de esta tienda: otra persona prepara y autoriza sus giros.',
    holds: ({ context: { accountPeople }, event }) => event.actor.id !== accountPeople?.proposed,
  },
  actorDidNotConfirmAccount: {
    asks: 'person',
    since: 4,
    mensaje: 'Usted confirmó la cuenta de esta tienda: otra persona prepara sus giros.',
    holds: ({ context: { accountPeople }, event }) => event.actor.id !== accountPeople?.confirmed,
  },
  accountIsSettled: {
    asks: 'person',
    since: 4,
    mensaje: 'Usted confirmó esta cuenta hace menos de 24 horas: todavía no autoriza giros a ella.',
    holds: ({ context: { accountPeople }, event }) =>
      event.actor.id !== accountPeople?.confirmed || accountPeople.until === null,
    missing: ({ context: { accountPeople } }) => ({
      detalle: freshRights.detalle(accountPeople?.until ?? 0),
    }),
  },
  actorDidNotTakeOver: {
    asks: 'person',
    mensaje: 'Usted asumió este gasto por la empresa: otra persona prepara su giro.',
    holds: ({ context: { takenOverBy }, event }) => event.actor.id !== takenOverBy,
  },
  keptIsGranted: {
    asks: 'form',
    field: 'retener',
    mensaje: 'No se puede retener más de lo que se gira.',
    holds: ({ context, event }) =>
      event.type === 'PAYMENT.KEEP_BACK' && event.valor > 0 && event.valor <= context.granted,
    missing: ({ context }) => ({ detalle: `Se giran ${formatMoney(context.granted)}` }),
  },
  keptIsWhole: {
    asks: 'form',
    field: 'retener',
    mensaje: 'Queda una parte por girar.',
    holds: ({ context, event }) =>
      event.type === 'PAYMENT.KEEP_BACK' && event.valor === context.granted,
  },
  amountIsGranted: {
    asks: 'form',
    field: null,
    mensaje: 'Un giro no supera lo que se aprobó de la caja.',
    holds: ({ context, event }) =>
      event.type === 'PAYMENT.PREPARE' && event.valor > 0 && event.valor <= context.granted,
    missing: ({ context }) => ({ detalle: `Se aprobaron ${formatMoney(context.granted)}` }),
  },
  accountIsUnchanged: {
    asks: 'state',
    mensaje: 'La cuenta de la tienda cambió después de preparar el giro: retírelo y revíselo.',
    holds: ({ context }) =>
      context.currentAccount === undefined || context.currentAccount === context.account,
  },
  wasNeverConfirmed: {
    asks: 'state',
    since: 4,
    mensaje: 'Este giro ya se confirmó: proponga su devolución y otra persona la aprueba.',
    holds: ({ context }) => context.confirmed === null,
  },
  actorDidNotPropose: {
    asks: 'person',
    mensaje: 'Usted propuso esta devolución: otra persona la aprueba o la niega.',
    holds: ({ context, event }) => event.actor.id !== context.proposal?.by,
  },
  wasPaid: wasIn('paid'),
  wasClaimed: wasIn('claimed'),
  confirmationChanges: {
    asks: 'form',
    field: 'referencia',
    mensaje: 'Cambie el día o la referencia: son los mismos que se confirmaron.',
    holds: ({ context: { confirmed }, event }) =>
      event.type === 'PAYMENT.CORRECT' &&
      (event.dia !== confirmed?.dia || event.referencia !== confirmed.referencia),
  },
  dayIsGiven: isGiven('dia', 'Indique el día del giro'),
  dayIsNotTooEarly: {
    asks: 'form',
    since: 4,
    field: 'dia',
    mensaje: 'El día del giro es anterior a su envío o a su autorización: revíselo.',
    holds: ({ context: { notBefore = '' }, event }) =>
      'dia' in event && (event.dia.trim() === '' || event.dia >= notBefore),
    missing: ({ context: { notBefore = '' } }) => ({ detalle: `Desde el ${shortDate(notBefore)}` }),
  },
  referenceIsGiven: isGiven('referencia', 'Escriba la referencia del giro'),
  reasonIsGiven: isGiven('motivo', 'Escriba por qué se devolvió el giro'),
  noteIsGiven: isGiven('nota', 'Cuente qué revisó antes de decir que no le llegó'),
} satisfies Record<string, Guard<PaymentContext, PaymentEvent>>;

export type PaymentGuard = keyof typeof paymentGuards;

const paymentSetup = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as PaymentContext,
  },
  guards: predicatesOf<PaymentContext, PaymentEvent, PaymentGuard>(paymentGuards),
  actions: {
    setPreparation: assign((_, { actor, cuenta }: Pick<Prepare, 'actor' | 'cuenta'>) => ({
      preparedBy: actor.id,
      account: cuenta,
    })),
    forgetAttempt: assign({
      preparedBy: null,
      account: null,
      confirmed: null,
      proposal: null,
    }),
    keepBack: assign(({ context }, { valor }: { valor: number }) => ({
      granted: context.granted - valor,
    })),
    setConfirmation: assign((_, { dia, referencia }: Confirmation) => ({
      confirmed: { dia, referencia },
    })),
    setProposal: assign((_, proposal: Proposal) => ({ proposal })),
    forgetProposal: assign({ proposal: null }),
  },
});

const confirming = paymentSetup.createStateConfig({
  on: {
    'PAYMENT.CONFIRM': {
      guard: and(['actorIsAccounting', 'dayIsGiven', 'dayIsNotTooEarly', 'referenceIsGiven']),
      actions: {
        type: 'setConfirmation',
        params: ({ event: { dia, referencia } }) => ({ dia, referencia }),
      },
      target: 'paid',
    },
    'PAYMENT.RETURN': {
      guard: and(['actorIsAccounting', 'wasNeverConfirmed', 'reasonIsGiven']),
      actions: 'forgetAttempt',
      target: 'waiting',
    },
  },
});

const takenOut = paymentSetup.createStateConfig({
  on: {
    'PAYMENT.TAKE_OUT': {
      guard: 'actorIsAccounting',
      actions: 'forgetAttempt',
      target: 'waiting',
    },
  },
});

const arriving = paymentSetup.createStateConfig({
  on: {
    'PAYMENT.RECEIVE': { guard: 'actorIsStore', target: 'received' },
  },
});

const correctable = paymentSetup.createStateConfig({
  on: {
    'PAYMENT.CORRECT': {
      guard: and([
        'actorIsAccounting',
        'dayIsGiven',
        'dayIsNotTooEarly',
        'referenceIsGiven',
        'confirmationChanges',
      ]),
      actions: {
        type: 'setConfirmation',
        params: ({ event: { dia, referencia } }) => ({ dia, referencia }),
      },
    },
  },
});

/** Transitions of a confirmed payment. */
const confirmed = (from: Proposal['from']) =>
  paymentSetup.createStateConfig({
    on: {
      ...correctable.on,
      'PAYMENT.PROPOSE_RETURN': {
        guard: and(['actorIsAccounting', 'reasonIsGiven']),
        actions: { type: 'setProposal', params: ({ event }) => ({ by: event.actor.id, from }) },
        target: 'returnProposed',
      },
    },
  });

const keepingBack = ['actorIsAccounting', 'keptIsGranted'] as const;

const kept = {
  type: 'keepBack',
  params: ({
    event: { valor },
  }: {
    event: Extract<PaymentEvent, { type: 'PAYMENT.KEEP_BACK' }>;
  }) => ({
    valor,
  }),
} as const;

const anotherPerson = ['actorIsAccounting', 'actorDidNotPropose'] as const;

export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  description:
    'Un giro: el dinero de una caja cerrada o de un movimiento del fondo, en camino a su tienda.',
  initial: 'waiting',
  context: ({ input }) => input,
  states: {
    waiting: {
      on: {
        'PAYMENT.PREPARE': {
          guard: and([
            'actorIsAccounting',
            'actorDidNotProposeAccount',
            'actorDidNotConfirmAccount',
            'actorDidNotTakeOver',
            'amountIsGranted',
          ]),
          actions: {
            type: 'setPreparation',
            params: ({ event: { actor, cuenta } }) => ({ actor, cuenta }),
          },
          target: 'prepared',
        },
        'PAYMENT.KEEP_BACK': [
          {
            guard: and([...keepingBack, 'keptIsWhole']),
            description: 'Todo el giro',
            actions: kept,
            target: 'keptBack',
          },
          { guard: and(keepingBack), description: 'Una parte', actions: kept },
        ],
      },
    },
    // Nothing is left to pay: the end beside the path of a payment, which the tag names.
    keptBack: {},
    prepared: {
      on: {
        'PAYMENT.AUTHORISE': {
          guard: and([
            'actorIsAccounting',
            'rightsAreSettled',
            'actorDidNotPrepare',
            'actorDidNotProposeAccount',
            'accountIsSettled',
            'accountIsUnchanged',
          ]),
          target: 'authorised',
        },
        ...takenOut.on,
      },
    },
    authorised: {
      on: {
        'PAYMENT.SEND': {
          guard: and(['actorIsAccounting', 'accountIsUnchanged']),
          target: 'sent',
        },
        ...takenOut.on,
      },
    },
    sent: { on: confirming.on },
    paid: {
      on: {
        ...arriving.on,
        'PAYMENT.CLAIM': { guard: and(['actorIsStore', 'noteIsGiven']), target: 'claimed' },
        ...confirmed('paid').on,
      },
    },
    claimed: { on: { ...confirming.on, ...arriving.on, ...confirmed('claimed').on } },
    // The end, unless the bank sends the money back.
    received: { tags: 'end', on: confirmed('received').on },
    returnProposed: {
      on: {
        'PAYMENT.AGREE_RETURN': {
          guard: and([...anotherPerson, 'rightsAreSettled']),
          actions: 'forgetAttempt',
          target: 'waiting',
        },
        'PAYMENT.REFUSE_RETURN': [
          {
            guard: and([...anotherPerson, 'wasPaid']),
            actions: 'forgetProposal',
            target: 'paid',
          },
          {
            guard: and([...anotherPerson, 'wasClaimed']),
            actions: 'forgetProposal',
            target: 'claimed',
          },
          {
            guard: and(anotherPerson),
            description: 'Si ya se había recibido',
            actions: 'forgetProposal',
            target: 'received',
          },
        ],
        'PAYMENT.RECEIVE': {
          guard: 'actorIsStore',
          actions: 'forgetProposal',
          target: 'received',
        },
        ...correctable.on,
      },
    },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainPayment = explainer<PaymentContext, PaymentEvent, PaymentGuard>({
  machine: paymentMachine,
  guards: paymentGuards,
  stateSentence: () => 'El estado actual del giro no permite esta acción.',
});
