/**
 * A vale: cash of a store that was handed out before its receipt.
 *
 * requested amount, person and day are entered
 * out       the cash is out of the drawer: it stays out when the box is sent
 * used      an expense records what was bought with it; the difference came back or was added. The vale of an opening
 *           stays out until expenses have recorded all its receipts
 * returned  the cash came back unused
 * charged   somebody else took the store over: who gave the vale owes it
 */
import { and, assign, setup, transition } from 'xstate';
import type { FailedGuard } from '#contract/errors.ts';
import { type Guard, explainer, predicatesOf, profileGuard } from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import { storeProfiles } from '../stages/stages.ts';
import { formatMoney } from '../values/money.ts';

/** Amounts in centavos. */
export interface ValeContext {
  /** Cash in the drawer: the available money less what was paid and not received. */
  inDrawer: number;
  isActiveStore: boolean;
  /** What is left of the receipts of an opening, and the day of the opening; absent in any other vale. */
  ofOpening?: { left: number; day: string };
}

export type ValeEvent =
  | { type: 'VALE.GIVE'; actor: Person; valor: number; persona: string }
  /** `valor`: centavos of the expense; `dia`: its day. */
  | { type: 'VALE.USE'; actor: Person; valor: number; dia: string }
  | { type: 'VALE.RETURN'; actor: Person }
  /** Sent when somebody else is put in charge of the store. */
  | { type: 'VALE.CHARGE'; actor: Person }
  /** Fired together with the event of its opening. */
  | { type: 'VALE.TAKE_BACK'; actor: Person };

export type ValeEventType = ValeEvent['type'];

const valorOf = (event: ValeEvent): number => ('valor' in event ? event.valor : 0);

export const valeGuards = {
  actorIsStore: profileGuard(storeProfiles, 'Solo la tienda da y legaliza vales.'),
  storeIsActive: {
    asks: 'state',
    mensaje: 'La tienda está inactiva: no puede dar vales.',
    holds: ({ context }) => context.isActiveStore,
  },
  amountIsGiven: {
    asks: 'form',
    field: 'valor',
    mensaje: 'Escriba cuánto entrega',
    holds: ({ event }) => valorOf(event) > 0,
    missing: () => ({ campos: ['valor'] }),
  },
  drawerHoldsIt: {
    asks: 'form',
    field: 'valor',
    mensaje: 'En el cajón no hay tanto dinero.',
    holds: ({ context, event }) => valorOf(event) <= Math.max(0, context.inDrawer),
    missing: ({ context }) => ({
      campos: ['valor'],
      detalle: `Hay ${formatMoney(Math.max(0, context.inDrawer))}`,
    }),
  },
  personIsGiven: {
    asks: 'form',
    field: 'persona',
    mensaje: 'Escriba quién recibe el dinero',
    holds: ({ event }) => 'persona' in event && event.persona.trim() !== '',
    missing: () => ({ campos: ['persona'] }),
  },
  boughtBeforeOpening: {
    asks: 'form',
    field: 'vale',
    mensaje: 'Este vale es de compras hasta el día de la apertura.',
    holds: ({ context, event }) =>
      context.ofOpening === undefined || !('dia' in event) || event.dia <= context.ofOpening.day,
    missing: () => ({ campos: ['vale'] }),
  },
  isOfOpening: {
    asks: 'state',
    mensaje: 'Este vale no es de una apertura.',
    holds: ({ context }) => context.ofOpening !== undefined,
  },
} satisfies Record<string, Guard<ValeContext, ValeEvent>>;

export type ValeGuard = keyof typeof valeGuards;

export const valeMachine = setup({
  types: { context: {} as ValeContext, events: {} as ValeEvent, input: {} as ValeContext },
  guards: {
    ...predicatesOf<ValeContext, ValeEvent, ValeGuard>(valeGuards),
    receiptsAreLeft: ({ context: { ofOpening }, event }) =>
      ofOpening !== undefined && valorOf(event) < ofOpening.left,
  },
  actions: {
    use: assign(({ context: { ofOpening } }, { valor }: { valor: number }) =>
      ofOpening === undefined ? {} : { ofOpening: { ...ofOpening, left: ofOpening.left - valor } },
    ),
  },
}).createMachine({
  id: 'vale',
  description: 'Dinero que la tienda entrega antes de tener el soporte de la compra.',
  initial: 'requested',
  context: ({ input }) => input,
  states: {
    requested: {
      description: 'Por entregar',
      on: {
        'VALE.GIVE': {
          guard: and([
            'actorIsStore',
            'storeIsActive',
            'amountIsGiven',
            'drawerHoldsIt',
            'personIsGiven',
          ]),
          target: 'out',
        },
      },
    },
    out: {
      description: 'Fuera del cajón',
      on: {
        'VALE.USE': [
          {
            guard: and(['actorIsStore', 'boughtBeforeOpening', 'receiptsAreLeft']),
            description: 'Una parte de los recibos de la apertura',
            actions: { type: 'use', params: ({ event: { valor } }) => ({ valor }) },
          },
          { guard: and(['actorIsStore', 'boughtBeforeOpening']), target: 'used' },
        ],
        'VALE.RETURN': { guard: 'actorIsStore', target: 'returned' },
        'VALE.CHARGE': { target: 'charged' },
        'VALE.TAKE_BACK': { guard: 'isOfOpening', target: 'returned' },
      },
    },
    used: { description: 'Legalizado', type: 'final' },
    returned: { description: 'Devuelto', type: 'final' },
    charged: { description: 'A cargo', type: 'final' },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainVale = explainer<ValeContext, ValeEvent, ValeGuard>({
  machine: valeMachine,
  guards: valeGuards,
  stateSentence: () => 'Este vale ya no está por legalizar.',
});

/** Stored states, with their display names. */
export const valeStates = {
  out: { codigo: 'fuera', nombre: 'Por legalizar', color: 'info' },
  used: { codigo: 'legalizado', nombre: 'Legalizado', color: 'success' },
  returned: { codigo: 'devuelto', nombre: 'Devuelto', color: 'neutral' },
  charged: { codigo: 'a_cargo', nombre: 'A cargo', color: 'danger' },
} as const;

export type ValeState = keyof typeof valeStates;
export type ValeCode = (typeof valeStates)[ValeState]['codigo'];

/** @throws RangeError on an unknown code. */
export function valeStateOf(codigo: string): ValeState {
  const name = (Object.keys(valeStates) as ValeState[]).find(
    (one) => valeStates[one].codigo === codigo,
  );
  if (name === undefined) throw new RangeError(`Unknown state of a vale ${codigo}`);
  return name;
}

/** The code of the state after an event and what is left of the vale of an opening, or why it is refused. */
export function valeAfter(
  state: ValeState | 'requested',
  context: ValeContext,
  event: ValeEvent,
): { codigo: ValeCode; left: number } | { motivos: FailedGuard[] } {
  const snapshot = valeMachine.resolveState({ value: state, context });
  if (!snapshot.can(event)) return { motivos: explainVale(snapshot, event) };
  const [{ value, context: after }] = transition(valeMachine, snapshot, event);
  const { codigo } = valeStates[value === 'requested' ? 'out' : value];
  return { codigo, left: after.ofOpening?.left ?? 0 };
}

/** A stored vale asks no guard about the drawer. */
export const givenVale: ValeContext = { inDrawer: 0, isActiveStore: true };
