/**
 * The state machine of a movement of a fund: a change of what the store has without an expense.
 *
 * unopened  the fund of a store that begins is counted, with what is out of it
 * asked     a lower base waits for its money; nothing has moved
 * toPay     the amount goes to the store by a payment of its own, which the machine of payments follows
 * owed      a person owes the amount to the fund
 * done      the movement has no further step
 * paidIn    the money was handed in
 * keptBack  the money was kept back from a payment
 * takenOver the company took the debt over: another movement brings the money
 * cancelled a decrease that is not asked for any more
 * takenBack an opening, or a part of it, that does not count any more
 *
 * Pure, as the machine of the box.
 */
import { and, assign, setup } from 'xstate';
import { explainer, type Guard, predicatesOf, profileGuard } from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import { isDateText } from '../values/bogota-time.ts';
import { formatMoney } from '../values/money.ts';
import { type Opening, restOf } from './opening.ts';

/** Amounts in centavos. */
export interface MovementContext {
  valor: number;
  /** Who owes it; null for a decrease. */
  debtor: number | null;
  /** Cash of the store. */
  disponible: number;
  /** Before the opening of a store. */
  begins?: {
    isActive: boolean;
    /** Nothing was recorded, given or moved in its fund. */
    isUntouched: boolean;
    /** The person in charge; null without one. */
    custodian: number | null;
    /** `yyyy-MM-dd`. */
    today: string;
  };
  /** What followed an opening, in words; absent in any other movement. */
  followedBy?: readonly string[];
  /** A box from before the opening. */
  isEarlierBox?: boolean;
  /** Its payment is in a batch, or was. */
  isPrepared?: boolean;
}

export type MovementEvent =
  | { type: 'MOVEMENT.OPEN'; actor: Person; opening: Opening }
  /** `valor`: centavos that are granted of an earlier box. */
  | { type: 'MOVEMENT.GRANT_LESS'; actor: Person; valor: number; motivo: string }
  | { type: 'MOVEMENT.TAKE_BACK'; actor: Person; motivo: string }
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
  actorIsAccounting: profileGuard(
    [6],
    'Solo contabilidad asume una deuda, retiene de un giro o reconoce menos.',
  ),
  actorIsAdministrator: profileGuard(
    [1],
    'Solo un administrador abre el fondo de una tienda o cambia su base.',
  ),
  storeIsActive: {
    asks: 'state',
    mensaje: 'La tienda está inactiva: su fondo no se abre.',
    holds: ({ context }) => context.begins?.isActive === true,
  },
  fundIsUntouched: {
    asks: 'state',
    mensaje: 'La tienda ya tiene gastos, vales o movimientos: la apertura va antes de ellos.',
    holds: ({ context }) => context.begins?.isUntouched === true,
  },
  somebodyIsInCharge: {
    asks: 'state',
    mensaje: 'Nadie responde por la tienda.',
    holds: ({ context }) => context.begins != null && context.begins.custodian !== null,
  },
  baseCoversIt: {
    asks: 'form',
    field: 'base',
    mensaje: 'Lo contado y lo pendiente pasan del fondo: suba el fondo o entregue lo que sobra.',
    holds: ({ event }) => !('opening' in event) || restOf(event.opening) >= 0,
    missing: ({ event }) => ({
      campos: ['base'],
      detalle: `Sobran ${formatMoney('opening' in event ? -restOf(event.opening) : 0)}`,
    }),
  },
  numbersAreEarlier: {
    asks: 'form',
    field: 'cajas',
    mensaje: 'Cada caja en camino tiene su número, menor que el de la próxima caja.',
    holds: ({ event }) => {
      if (!('opening' in event)) return true;
      const numbers = event.opening.boxes.map(({ numero }) => numero);
      return (
        new Set(numbers).size === numbers.length &&
        numbers.every((numero) => numero < event.opening.siguiente)
      );
    },
  },
  daysArePast: {
    asks: 'form',
    field: 'cajas',
    mensaje: 'El día de una caja en camino no existe o es posterior a hoy.',
    holds: ({ context, event }) =>
      !('opening' in event) ||
      event.opening.boxes.every(
        ({ dia }) => isDateText(dia) && dia <= (context.begins?.today ?? ''),
      ),
  },
  isOfOpening: {
    asks: 'state',
    mensaje: 'Solo se deshace una apertura.',
    holds: ({ context }) => context.followedBy !== undefined,
  },
  nothingFollowed: {
    asks: 'state',
    mensaje: 'Después de la apertura ya pasó algo en la tienda: no se puede deshacer.',
    holds: ({ context }) => (context.followedBy ?? []).length === 0,
    missing: ({ context }) => ({ detalle: (context.followedBy ?? []).join(', ') }),
  },
  isEarlierBox: {
    asks: 'state',
    mensaje: 'Solo se reconoce menos de una caja anterior a la apertura.',
    holds: ({ context }) => context.isEarlierBox === true,
  },
  isNotPrepared: {
    asks: 'state',
    mensaje: 'Su giro ya se preparó: retírelo antes del lote.',
    holds: ({ context }) => context.isPrepared !== true,
  },
  grantsLess: {
    asks: 'form',
    field: 'valor',
    mensaje: 'Lo que se reconoce es menos que el valor de la caja.',
    holds: ({ context, event }) => 'valor' in event && event.valor < context.valor,
    missing: ({ context }) => ({
      campos: ['valor'],
      detalle: `La caja vale ${formatMoney(context.valor)}`,
    }),
  },
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
  reasonIsGiven: isGiven('motivo', 'Escriba por qué'),
} satisfies Record<string, Guard<MovementContext, MovementEvent>>;

export type MovementGuard = keyof typeof movementGuards;

const grantsLess = [
  'actorIsAccounting',
  'isEarlierBox',
  'isNotPrepared',
  'grantsLess',
  'reasonIsGiven',
] as const;

const takesBack = {
  'MOVEMENT.TAKE_BACK': {
    guard: and(['actorIsAdministrator', 'isOfOpening', 'nothingFollowed', 'reasonIsGiven']),
    target: 'takenBack',
  },
} as const;

export const movementMachine = setup({
  types: {
    context: {} as MovementContext,
    events: {} as MovementEvent,
    input: {} as MovementContext,
  },
  guards: {
    ...predicatesOf<MovementContext, MovementEvent, MovementGuard>(movementGuards),
    grantsSome: ({ event }) => 'valor' in event && event.valor > 0,
  },
  actions: { grant: assign((_, { valor }: { valor: number }) => ({ valor })) },
}).createMachine({
  id: 'movement',
  description: 'Un movimiento del fondo: un cambio de lo que tiene la tienda sin un gasto.',
  initial: 'asked',
  context: ({ input }) => input,
  states: {
    unopened: {
      description: 'Contado, por abrir',
      on: {
        'MOVEMENT.OPEN': {
          guard: and([
            'actorIsAdministrator',
            'storeIsActive',
            'fundIsUntouched',
            'somebodyIsInCharge',
            'baseCoversIt',
            'numbersAreEarlier',
            'daysArePast',
          ]),
          target: 'done',
        },
      },
    },
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
        ...takesBack,
      },
    },
    toPay: {
      description: 'Llega con su giro',
      on: {
        'MOVEMENT.GRANT_LESS': [
          {
            guard: and([...grantsLess, 'grantsSome']),
            description: 'Una parte',
            actions: { type: 'grant', params: ({ event: { valor } }) => ({ valor }) },
          },
          { guard: and([...grantsLess]), description: 'Nada', target: 'owed' },
        ],
        ...takesBack,
      },
    },
    done: { description: 'Hecho', on: takesBack },
    paidIn: { tags: 'end', description: 'Consignado' },
    keptBack: { tags: 'end', description: 'Retenido de un giro' },
    takenOver: { tags: 'end', description: 'Asumido por la empresa' },
    cancelled: { tags: 'end', description: 'Anulado' },
    takenBack: { tags: 'end', description: 'Deshecho' },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainMovement = explainer<MovementContext, MovementEvent, MovementGuard>({
  machine: movementMachine,
  guards: movementGuards,
  stateSentence: () => 'Este movimiento ya no espera esto.',
});
