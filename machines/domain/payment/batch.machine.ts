/**
 * The state machine of a payment batch. Its state follows from the payments in it, so none is stored.
 *
 * prepared   a payment waits for its authorisation; others may have it
 * authorised every payment is authorised; the batch can be sent
 * sent       with the bank, or to be paid by hand; no payment is confirmed yet
 * confirmedInPart
 *            some payments are confirmed, others wait for the bank, for their store or for an agreed return
 * closed     nothing is open: what is left in the batch is confirmed
 *
 * An event concerns some payments of the batch, which move first (`payment.machine.ts`); the batch follows them.
 */
import { and, assign, setup, transition } from 'xstate';
import type { FailedGuard } from '#contract/errors.ts';
import type { Tone } from '../stages/states.ts';
import { explainer, type Guard, type Intention, predicatesOf } from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import {
  explainPayment,
  paymentGuards,
  paymentMachine,
  type PaymentContext,
  type PaymentEvent,
} from './payment.machine.ts';
import type { PaymentStateName } from './payment-states.ts';

/** Code on the wire, display name, colour, and what the batch waits for. */
interface BatchStateFacts {
  codigo: string;
  nombre: string;
  color: Tone;
  espera: string;
}

export const batchStates = {
  prepared: {
    codigo: 'preparado',
    nombre: 'Preparado',
    color: 'info',
    espera: 'Faltan giros del lote por autorizar o retirar.',
  },
  authorised: {
    codigo: 'autorizado',
    nombre: 'Autorizado',
    color: 'info',
    espera: 'El lote ya está autorizado: falta enviarlo.',
  },
  sent: {
    codigo: 'enviado',
    nombre: 'Enviado',
    color: 'closing',
    espera: 'El lote ya se envió: faltan sus giros por confirmar o devolver.',
  },
  confirmedInPart: {
    codigo: 'confirmadoEnParte',
    nombre: 'Confirmado en parte',
    color: 'closing',
    espera: 'El lote está confirmado en parte: faltan giros por confirmar o devolver.',
  },
  closed: {
    codigo: 'cerrado',
    nombre: 'Cerrado',
    color: 'success',
    espera: 'El lote está cerrado: ninguno de sus giros espera.',
  },
} as const satisfies Record<string, BatchStateFacts>;

export type BatchStateName = keyof typeof batchStates;

/** The state of a batch with these payments; `waiting` ones have left it. */
export function batchStateOf(payments: Iterable<PaymentStateName>): BatchStateName {
  const present = new Set(payments);
  const some = (...states: readonly PaymentStateName[]) => states.some((one) => present.has(one));
  if (some('prepared')) return 'prepared';
  if (some('authorised')) return 'authorised';
  if (!some('sent', 'claimed', 'returnProposed')) return 'closed';
  return some('paid', 'claimed', 'received', 'returnProposed') ? 'confirmedInPart' : 'sent';
}

/** States of payments by the id of the payment; `waiting` for one that leaves its batch. */
type PaymentsById = Readonly<Record<number, PaymentStateName>>;

export interface BatchContext {
  payments: PaymentsById;
}

/** What is kept back of a payment, and its preparation, come before its batch. */
export type FollowedEvent = Exclude<
  PaymentEvent,
  { type: 'PAYMENT.PREPARE' | 'PAYMENT.KEEP_BACK' }
>;
type EventOfBatch<Type> = Type extends `PAYMENT.${infer Name}` ? `BATCH.${Name}` : never;

export type BatchEventType = EventOfBatch<FollowedEvent['type']>;

/** The event of a batch whose payments get an event of this type. */
export const batchEventOf = (type: FollowedEvent['type']) =>
  type.replace('PAYMENT', 'BATCH') as BatchEventType;

/** `moves`: the payments that the event concerns, each with its state after it. */
export interface BatchEvent {
  type: BatchEventType;
  actor: Person;
  moves: PaymentsById;
}

/** The states of all payments after an event. */
const stateAfter = ({ context, event }: { context: BatchContext; event: BatchEvent }) =>
  batchStateOf(Object.values({ ...context.payments, ...event.moves }));

const becomes = (state: BatchStateName, mensaje: string) => ({
  asks: 'form' as const,
  field: null,
  mensaje,
  holds: (args: { context: BatchContext; event: BatchEvent }) => stateAfter(args) === state,
});

export const batchGuards = {
  actorIsAccounting: paymentGuards.actorIsAccounting,
  actorIsStore: paymentGuards.actorIsStore,
  paymentsAreChosen: {
    asks: 'form',
    field: 'cajas',
    mensaje: 'Marque al menos uno.',
    holds: ({ event }) => Object.keys(event.moves).length > 0,
  },
  everyPaymentIsAuthorised: becomes('authorised', 'Faltan giros del lote por autorizar.'),
  everyPaymentIsSent: becomes('sent', 'Los giros de un lote se envían todos juntos.'),
  noPaymentIsOpen: becomes('closed', 'Faltan giros del lote por confirmar o devolver.'),
} satisfies Record<string, Guard<BatchContext, BatchEvent>>;

export type BatchGuard = keyof typeof batchGuards;

const batchSetup = setup({
  types: {
    context: {} as BatchContext,
    events: {} as BatchEvent,
    input: {} as BatchContext,
    tags: {} as BatchTag,
  },
  guards: predicatesOf<BatchContext, BatchEvent, BatchGuard>(batchGuards),
  actions: {
    follow: assign(({ context, event }) => ({
      payments: Object.fromEntries(
        Object.entries({ ...context.payments, ...event.moves }).filter(
          ([, state]) => state !== 'waiting',
        ),
      ),
    })),
  },
});

/** `unsent`: payments can be taken out. `withBank`: payments wait for their confirmation. `end`: as in other charts. */
type BatchTag = 'unsent' | 'withBank' | 'end';

const byAccounting = ['actorIsAccounting', 'paymentsAreChosen'] as const;
const byStore = ['actorIsStore', 'paymentsAreChosen'] as const;

/** To `closed` when nothing stays open. */
const closing = (allowed: readonly BatchGuard[]) =>
  ({
    guard: and([...allowed, 'noPaymentIsOpen']),
    description: 'Si ya no espera ninguno',
    actions: 'follow',
    target: 'closed',
  }) as const;

const staying = (allowed: readonly BatchGuard[]) =>
  ({ guard: and([...allowed]), actions: 'follow' }) as const;

const others = (allowed: readonly BatchGuard[]) =>
  ({ ...staying(allowed), description: 'Si esperan otros' }) as const;

const emptied = { ...closing(byAccounting), description: 'Si no queda ninguno' } as const;

export const batchMachine = batchSetup.createMachine({
  id: 'batch',
  description: 'Un lote de giros: se preparan, se autorizan y se envían juntos.',
  initial: 'prepared',
  context: ({ input }) => input,
  states: {
    prepared: {
      tags: 'unsent',
      on: {
        'BATCH.AUTHORISE': [
          {
            guard: and([...byAccounting, 'everyPaymentIsAuthorised']),
            description: 'Todos los que faltan',
            actions: 'follow',
            target: 'authorised',
          },
          { ...staying(byAccounting), description: 'Una parte' },
        ],
        'BATCH.TAKE_OUT': [
          emptied,
          {
            guard: and([...byAccounting, 'everyPaymentIsAuthorised']),
            description: 'Si los demás están autorizados',
            actions: 'follow',
            target: 'authorised',
          },
          { ...staying(byAccounting), description: 'Si faltan otros por autorizar' },
        ],
      },
    },
    authorised: {
      tags: 'unsent',
      on: {
        'BATCH.SEND': {
          guard: and(['actorIsAccounting', 'everyPaymentIsSent']),
          actions: 'follow',
          target: 'sent',
        },
        'BATCH.TAKE_OUT': [emptied, { ...staying(byAccounting), description: 'Si quedan otros' }],
      },
    },
    sent: {
      tags: 'withBank',
      on: {
        'BATCH.CONFIRM': [
          closing(byAccounting),
          { ...others(byAccounting), target: 'confirmedInPart' },
        ],
        'BATCH.RETURN': [emptied, others(byAccounting)],
      },
    },
    confirmedInPart: {
      tags: 'withBank',
      on: {
        'BATCH.CONFIRM': [closing(byAccounting), others(byAccounting)],
        'BATCH.RETURN': [closing(byAccounting), others(byAccounting)],
        'BATCH.CORRECT': staying(byAccounting),
        'BATCH.PROPOSE_RETURN': staying(byAccounting),
        'BATCH.AGREE_RETURN': [
          closing(byAccounting),
          {
            guard: and([...byAccounting, 'everyPaymentIsSent']),
            description: 'Si los demás no se han confirmado',
            actions: 'follow',
            target: 'sent',
          },
          others(byAccounting),
        ],
        'BATCH.REFUSE_RETURN': [closing(byAccounting), others(byAccounting)],
        'BATCH.RECEIVE': [closing(byStore), others(byStore)],
        'BATCH.CLAIM': staying(byStore),
      },
    },
    // The end, unless the bank or the store reopens it.
    closed: {
      tags: 'end',
      on: {
        'BATCH.CORRECT': staying(byAccounting),
        'BATCH.PROPOSE_RETURN': { ...staying(byAccounting), target: 'confirmedInPart' },
        'BATCH.RECEIVE': staying(byStore),
        'BATCH.CLAIM': { ...staying(byStore), target: 'confirmedInPart' },
      },
    },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainBatch = explainer<BatchContext, BatchEvent, BatchGuard>({
  machine: batchMachine,
  guards: batchGuards,
  stateSentence: ({ value }) => batchStates[value as BatchStateName].espera,
});

/** A batch with payments in these states, by their ids. */
export const batchSnapshot = (payments: PaymentsById) =>
  batchMachine.resolveState({
    value: batchStateOf(Object.values(payments)),
    context: { payments },
  });

/** A payment of a batch as its machine sees it. */
export interface PaymentOfBatch {
  state: PaymentStateName;
  context: PaymentContext;
}

/**
 * Why an event of a batch is refused, by its own guards or by those of the payments that it concerns, each guard once;
 * empty when it is allowed.
 *
 * @param payments all payments of the batch, by id
 * @param events the event of each payment that it concerns; of a payment that is not in the batch, it is ignored
 */
export function batchRefusals(
  payments: ReadonlyMap<number, PaymentOfBatch>,
  intention: Intention<BatchEvent>,
  events: ReadonlyMap<number, PaymentEvent>,
): FailedGuard[] {
  const batch = batchSnapshot(
    Object.fromEntries([...payments].map(([id, { state }]) => [id, state])),
  );
  const asBatch = explainBatch(batch, intention, false);
  if (asBatch.length > 0) return asBatch;
  const refused: FailedGuard[] = [];
  const moves: Record<number, PaymentStateName> = {};
  for (const [id, event] of events) {
    const payment = payments.get(id);
    if (payment === undefined) continue;
    const snapshot = paymentMachine.resolveState({
      value: payment.state,
      context: payment.context,
    });
    refused.push(...explainPayment(snapshot, event));
    moves[id] = transition(paymentMachine, snapshot, event)[0].value;
  }
  if (refused.length === 0) return explainBatch(batch, { ...intention, moves });
  return [...new Map(refused.map((one) => [one.guardia, one])).values()];
}
