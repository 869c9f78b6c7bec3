/**
 * The state machine of a movement of a fund: a change of what the store has without an expense.
 *
 * asked     a lower base waits for its money; nothing has moved
 * toPay     the amount goes to the store by a payment of its own, which the machine of payments follows
 * owed      a person owes the amount to the fund
 * done      the movement has no further step
 * paidIn    the money was handed in
 * keptBack  the money was kept back from a payment
 * takenOver the company took the debt over: another movement brings the money
 * cancelled a decrease that is not asked for any more
 *
 * Pure, as the machine of the box.
 */
import { and, setup } from 'xstate';
import { explainer, type Guard, predicatesOf, profileGuard } from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import { formatMoney } from '../values/money.ts';

/** Amounts in centavos. */
export interface MovementContext {
  valor: number;
  /** Who owes it; null for a decrease. */
  debtor: number | null;
  /** Cash of the store. */
  disponible: number;
}

export type MovementEvent =
  /** `referencia`: of the deposit of a decrease, or how a debt was paid in; `deudor`: named by accounting. */
  | {
      type: 'MOVEMENT.PAY_IN';
      actor: Person;
      dia: string;
      referencia: string;
      deudor: number | null;
    }
  | { type: 'MOVEMENT.TAKE_OVER'; actor: Person; motivo: string }
  /** Fired together with the event of the payment. */
  | { type: 'MOVEMENT.KEEP_BACK'; actor: Person }
  | { type: 'MOVEMENT.CANCEL'; actor: Person };

type Field = 'dia' | 'referencia' | 'motivo';

const isGiven = (field: Field, mensaje: string) => ({
  asks: 'form' as const,
  field,
  mensaje,
  holds: ({ event }: { event: MovementEvent }) =>
    field in event && String(event[field as keyof MovementEvent]).trim() !== '',
  missing: () => ({ campos: [field] }),
});

export const movementGuards = {
  actorPaysIn: profileGuard([2, 4, 6], 'Solo la tienda o contabilidad consigna.'),
  actorIsAccounting: profileGuard([6], 'Solo contabilidad asume una deuda o retiene de un giro.'),
  actorIsAdministrator: profileGuard([1], 'Solo un administrador cambia la base de una tienda.'),
  debtorIsNamed: {
    asks: 'form',
    field: 'id_deudor',
    mensaje: 'Indique quién debe: solo esa persona salda su deuda.',
    holds: ({ context, event }) =>
      event.actor.profile !== 6 || ('deudor' in event && event.deudor === context.debtor),
  },
  cashCoversIt: {
    asks: 'state',
    mensaje: 'El dinero disponible no alcanza para devolver esta parte de la base.',
    holds: ({ context: { valor, disponible } }) => valor <= disponible,
    missing: ({ context: { disponible } }) => ({
      detalle: `Hay ${formatMoney(disponible)} disponibles`,
    }),
  },
  dayIsGiven: isGiven('dia', 'Indique el día en que se consignó'),
  referenceIsGiven: isGiven('referencia', 'Escriba la referencia o cómo se consignó'),
  reasonIsGiven: isGiven('motivo', 'Escriba por qué lo asume la empresa'),
} satisfies Record<string, Guard<MovementContext, MovementEvent>>;

export type MovementGuard = keyof typeof movementGuards;

export const movementMachine = setup({
  types: {
    context: {} as MovementContext,
    events: {} as MovementEvent,
    input: {} as MovementContext,
  },
  guards: predicatesOf<MovementContext, MovementEvent, MovementGuard>(movementGuards),
}).createMachine({
  id: 'movement',
  description: 'Un movimiento del fondo: un cambio de lo que tiene la tienda sin un gasto.',
  initial: 'asked',
  context: ({ input }) => input,
  states: {
    asked: {
      description: 'La base baja cuando se devuelva su dinero',
      on: {
        'MOVEMENT.PAY_IN': {
          guard: and(['actorPaysIn', 'cashCoversIt', 'dayIsGiven', 'referenceIsGiven']),
          target: 'paidIn',
        },
        'MOVEMENT.KEEP_BACK': { guard: 'actorIsAccounting', target: 'keptBack' },
        'MOVEMENT.CANCEL': { guard: 'actorIsAdministrator', target: 'cancelled' },
      },
    },
    owed: {
      description: 'A cargo de una persona',
      on: {
        'MOVEMENT.PAY_IN': {
          guard: and(['actorPaysIn', 'debtorIsNamed', 'dayIsGiven', 'referenceIsGiven']),
          target: 'paidIn',
        },
        'MOVEMENT.TAKE_OVER': {
          guard: and(['actorIsAccounting', 'reasonIsGiven']),
          target: 'takenOver',
        },
      },
    },
    toPay: { description: 'Llega con su giro' },
    done: { tags: 'end', description: 'Hecho' },
    paidIn: { tags: 'end', description: 'Consignado' },
    keptBack: { tags: 'end', description: 'Retenido de un giro' },
    takenOver: { tags: 'end', description: 'Asumido por la empresa' },
    cancelled: { tags: 'end', description: 'Anulado' },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainMovement = explainer<MovementContext, MovementEvent, MovementGuard>({
  machine: movementMachine,
  guards: movementGuards,
  stateSentence: () => 'Este movimiento ya no espera esto.',
});
