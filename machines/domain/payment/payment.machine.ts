/**
 * The state machine of a payment: the granted value of a closed box, on its way to the store.
 *
 * waiting    the box is closed; accounting has not added the payment to a batch
 * prepared   in a batch, which another person must authorise
 * authorised the batch can be sent to the bank
 * sent       sent to the bank; the file of the batch is written
 * paid       confirmed with day and reference; the store has not responded
 * claimed    the store reports that nothing arrived; accounting investigates
 * received   the store has the money; the payment no longer changes
 *
 * Pure, as the machine of the box. A payment is one attempt for one box; after a removal or a return it waits again.
 */
import { and, assign, setup } from 'xstate';
import { explainer, type Guard, predicatesOf, profileGuard } from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import { formatMoney } from '../values/money.ts';

/** Amounts in centavos. */
export interface PaymentContext {
  /** Granted value of the box, the maximum of the payment. */
  granted: number;
  /** Id of the user who added it to its batch; null while it waits. */
  preparedBy: number | null;
  /** Id of the store's account at the preparation; null when the store had none, and while the payment waits. */
  account: number | null;
  /** Id of the store's current account; absent in a replay. */
  currentAccount?: number | null;
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
  | { type: 'PAYMENT.TAKE_OUT'; actor: Person }
  | { type: 'PAYMENT.AUTHORISE'; actor: Person }
  | { type: 'PAYMENT.SEND'; actor: Person }
  /** `dia` as `yyyy-MM-dd`. */
  | { type: 'PAYMENT.CONFIRM'; actor: Person; dia: string; referencia: string }
  | { type: 'PAYMENT.RETURN'; actor: Person; motivo: string }
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

export const paymentGuards = {
  actorIsAccounting: profileGuard([6], 'Solo contabilidad hace y sigue los giros.'),
  actorIsStore: profileGuard([2, 4], 'Solo la tienda dice si le llegó el dinero.'),
  actorDidNotPrepare: {
    asks: 'person',
    mensaje: 'Usted preparó este giro: otra persona debe autorizarlo.',
    holds: ({ context, event }) => event.actor.id !== context.preparedBy,
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
  dayIsGiven: isGiven('dia', 'Indique el día del giro'),
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
    forgetPreparation: assign({ preparedBy: null, account: null }),
  },
});

const confirmed = paymentSetup.createStateConfig({
  on: {
    'PAYMENT.CONFIRM': {
      guard: and(['actorIsAccounting', 'dayIsGiven', 'referenceIsGiven']),
      target: 'paid',
    },
    'PAYMENT.RETURN': {
      guard: and(['actorIsAccounting', 'reasonIsGiven']),
      actions: 'forgetPreparation',
      target: 'waiting',
    },
  },
});

const takenOut = paymentSetup.createStateConfig({
  on: {
    'PAYMENT.TAKE_OUT': {
      guard: 'actorIsAccounting',
      actions: 'forgetPreparation',
      target: 'waiting',
    },
  },
});

const arrived = paymentSetup.createStateConfig({
  on: { 'PAYMENT.RECEIVE': { guard: 'actorIsStore', target: 'received' } },
});

export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  description: 'Un giro: el dinero de una caja cerrada, en camino a su tienda.',
  initial: 'waiting',
  context: ({ input }) => input,
  states: {
    waiting: {
      on: {
        'PAYMENT.PREPARE': {
          guard: and(['actorIsAccounting', 'amountIsGranted']),
          actions: {
            type: 'setPreparation',
            params: ({ event: { actor, cuenta } }) => ({ actor, cuenta }),
          },
          target: 'prepared',
        },
      },
    },
    prepared: {
      on: {
        'PAYMENT.AUTHORISE': {
          guard: and(['actorIsAccounting', 'actorDidNotPrepare', 'accountIsUnchanged']),
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
    sent: { on: confirmed.on },
    paid: {
      on: {
        ...arrived.on,
        'PAYMENT.CLAIM': { guard: and(['actorIsStore', 'noteIsGiven']), target: 'claimed' },
      },
    },
    claimed: { on: { ...confirmed.on, ...arrived.on } },
    received: { type: 'final' },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainPayment = explainer<PaymentContext, PaymentEvent, PaymentGuard>({
  machine: paymentMachine,
  guards: paymentGuards,
  stateSentence: () => 'El estado actual del giro no permite esta acción.',
});
