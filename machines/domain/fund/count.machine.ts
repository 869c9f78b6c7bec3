/**
 * A cash count (arqueo) of a store: the cash in its drawer against what should be there.
 *
 * counted        the notes and coins are entered; the expected amount is not known yet
 * agrees         the difference is within the coins that the purchases cannot pay: nothing moves
 * withDifference cash is missing or left over: pending until somebody else settles it
 * settled        charged to the person in charge, handed to the company, or corrected by a later count
 *
 * Only the last count of a store moves money: an earlier one found the same difference, or a wrong one.
 */
import { and, assign, setup, transition } from 'xstate';
import type { Settlement } from '#contract/calls/fund.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { type Guard, explainer, predicatesOf, profileGuard } from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import { accountingProfile, countingProfiles, supervisorProfile } from './fund.ts';

/** Amounts in centavos. */
export interface CountContext {
  /** Counted less expected cash. */
  difference: number;
  /** Differences up to this amount are of coins. */
  tolerance: number;
  /** Who counted, with the profile of then; null before. */
  counter: Person | null;
  /** The person in charge of the store at the count; null without one. */
  custodian: number | null;
  isExplained: boolean;
  /** The store claims a payment that the drawer may hold or lack. */
  hasOpenClaim: boolean;
  /** Who made the last count of the store when it is a later one; null when this is the last one. */
  recountedBy: number | null;
  /** That later count has no difference to settle. */
  recountAgrees: boolean;
}

export type CountEvent =
  | { type: 'COUNT.SAVE'; actor: Person }
  | { type: 'COUNT.EXPLAIN'; actor: Person; nota: string }
  | { type: 'COUNT.CHARGE'; actor: Person; motivo: string }
  | { type: 'COUNT.HAND_OVER'; actor: Person; dia: string; referencia: string }
  | { type: 'COUNT.CORRECT'; actor: Person; motivo: string };

export type CountEventType = CountEvent['type'];

const isGiven = (field: 'nota' | 'motivo' | 'dia' | 'referencia', mensaje: string) => ({
  asks: 'form' as const,
  field,
  mensaje,
  holds: ({ event }: { event: CountEvent }) =>
    field in event && String(event[field as keyof CountEvent]).trim() !== '',
  missing: () => ({ campos: [field] }),
});

export const countGuards = {
  actorMayCount: profileGuard(
    countingProfiles,
    'Solo cuentan la tienda, su supervisor, contabilidad y control interno.',
  ),
  actorMaySettle: profileGuard(
    [supervisorProfile, accountingProfile],
    'Solo el supervisor o contabilidad resuelven una diferencia.',
  ),
  actorIsAccounting: profileGuard(
    [accountingProfile],
    'Solo contabilidad recibe un sobrante por la empresa.',
  ),
  actorCounted: {
    asks: 'person',
    mensaje: 'Solo quien contó explica la diferencia.',
    holds: ({ context, event }) => event.actor.id === context.counter?.id,
  },
  actorDidNotCount: {
    asks: 'person',
    mensaje: 'Usted contó: otra persona resuelve la diferencia.',
    holds: ({ context, event }) =>
      event.actor.id !== context.counter?.id && event.actor.id !== context.recountedBy,
  },
  actorIsNotCustodian: {
    asks: 'person',
    mensaje: 'Usted responde por la tienda: otra persona resuelve la diferencia.',
    holds: ({ context, event }) => event.actor.id !== context.custodian,
  },
  supervisorDidNotCount: {
    asks: 'person',
    mensaje: 'Contó el supervisor: la diferencia la resuelve contabilidad.',
    holds: ({ context, event }) =>
      context.counter?.profile !== supervisorProfile || event.actor.profile === accountingProfile,
  },
  isWithinCoins: {
    asks: 'state',
    mensaje: 'La diferencia es de monedas.',
    holds: ({ context }) => Math.abs(context.difference) <= context.tolerance,
  },
  isNotExplained: {
    asks: 'state',
    mensaje: 'La diferencia ya está explicada.',
    holds: ({ context }) => !context.isExplained,
  },
  cashIsMissing: {
    asks: 'state',
    mensaje: 'No falta dinero: un sobrante se entrega a la empresa.',
    holds: ({ context }) => context.difference < 0,
  },
  cashIsLeftOver: {
    asks: 'state',
    mensaje: 'No sobra dinero: un faltante queda a cargo de quien responde.',
    holds: ({ context }) => context.difference > 0,
  },
  somebodyIsInCharge: {
    asks: 'state',
    mensaje: 'Nadie respondía por la tienda cuando se contó.',
    holds: ({ context }) => context.custodian !== null,
  },
  noClaimIsOpen: {
    asks: 'state',
    mensaje: 'La tienda reclama un giro: primero se aclara.',
    holds: ({ context }) => !context.hasOpenClaim,
  },
  isLastCount: {
    asks: 'state',
    mensaje: 'Hay un arqueo posterior: se resuelve ese.',
    holds: ({ context }) => context.recountedBy === null,
  },
  laterCountAgrees: {
    asks: 'state',
    mensaje: 'Ningún arqueo posterior cuadra todavía.',
    holds: ({ context }) => context.recountAgrees,
  },
  noteIsGiven: isGiven('nota', 'Escriba qué explica la diferencia'),
  reasonIsGiven: isGiven('motivo', 'Escriba el motivo'),
  dayIsGiven: isGiven('dia', 'Indique el día en que se entregó'),
  referenceIsGiven: isGiven('referencia', 'Escriba la referencia de la entrega'),
} satisfies Record<string, Guard<CountContext, CountEvent>>;

export type CountGuard = keyof typeof countGuards;

const somebodyElse = ['actorDidNotCount', 'actorIsNotCustodian', 'noClaimIsOpen'] as const;

export const countMachine = setup({
  types: { context: {} as CountContext, events: {} as CountEvent, input: {} as CountContext },
  guards: predicatesOf<CountContext, CountEvent, CountGuard>(countGuards),
  actions: { explain: assign({ isExplained: true }) },
}).createMachine({
  id: 'count',
  description: 'El arqueo de una tienda: el efectivo contado frente al que debe haber.',
  initial: 'counted',
  context: ({ input }) => input,
  states: {
    counted: {
      description: 'Contado',
      on: {
        'COUNT.SAVE': [
          {
            guard: and(['actorMayCount', 'isWithinCoins']),
            description: 'Cuadra',
            target: 'agrees',
          },
          { guard: 'actorMayCount', description: 'No cuadra', target: 'withDifference' },
        ],
      },
    },
    agrees: { description: 'Cuadra', type: 'final' },
    withDifference: {
      description: 'Con diferencia',
      on: {
        'COUNT.EXPLAIN': {
          guard: and(['actorCounted', 'isNotExplained', 'noteIsGiven']),
          actions: 'explain',
        },
        'COUNT.CHARGE': {
          guard: and([
            'actorMaySettle',
            'supervisorDidNotCount',
            ...somebodyElse,
            'cashIsMissing',
            'isLastCount',
            'somebodyIsInCharge',
            'reasonIsGiven',
          ]),
          target: 'settled',
        },
        'COUNT.HAND_OVER': {
          guard: and([
            'actorIsAccounting',
            ...somebodyElse,
            'cashIsLeftOver',
            'isLastCount',
            'dayIsGiven',
            'referenceIsGiven',
          ]),
          target: 'settled',
        },
        'COUNT.CORRECT': {
          guard: and([
            'actorMaySettle',
            'supervisorDidNotCount',
            ...somebodyElse,
            'laterCountAgrees',
            'reasonIsGiven',
          ]),
          target: 'settled',
        },
      },
    },
    settled: { description: 'Resuelto', type: 'final' },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainCount = explainer<CountContext, CountEvent, CountGuard>({
  machine: countMachine,
  guards: countGuards,
  stateSentence: (snapshot) =>
    snapshot.matches('counted')
      ? 'Todavía no se sabe si hay diferencia.'
      : 'Este arqueo no tiene una diferencia por resolver.',
});

/** Stored states, with their display names; '' is a count from before differences were settled. */
export const countStates = {
  agrees: { codigo: 'cuadra', nombre: 'Cuadra', color: 'success' },
  withDifference: { codigo: 'conDiferencia', nombre: 'Con diferencia', color: 'danger' },
  settled: { codigo: 'resuelto', nombre: 'Resuelto', color: 'neutral' },
} as const;

export type CountState = keyof typeof countStates;
export type CountCode = (typeof countStates)[CountState]['codigo'] | '';

export const countStateOf = (codigo: string): CountState =>
  (Object.keys(countStates) as CountState[]).find((name) => countStates[name].codigo === codigo) ??
  'agrees';

/** The state after an event, or why it is refused. */
export function countAfter(
  state: CountState | 'counted',
  context: CountContext,
  event: CountEvent,
): { state: CountState } | { motivos: FailedGuard[] } {
  const snapshot = countMachine.resolveState({ value: state, context });
  if (!snapshot.can(event)) return { motivos: explainCount(snapshot, event) };
  const [{ value }] = transition(countMachine, snapshot, event);
  return { state: value === 'counted' ? 'withDifference' : value };
}

interface SettlementForm {
  como: Settlement;
  motivo?: string | null | undefined;
  dia?: string | null | undefined;
  referencia?: string | null | undefined;
}

/** The event that a filled-in settlement sends. */
export function settlingEvent(form: SettlementForm, actor: Person) {
  const motivo = form.motivo?.trim() ?? '';
  const referencia = form.referencia?.trim() ?? '';
  if (form.como === 'entregado')
    return { type: 'COUNT.HAND_OVER', actor, dia: form.dia ?? '', referencia } as const;
  return {
    type: form.como === 'aCargo' ? 'COUNT.CHARGE' : 'COUNT.CORRECT',
    actor,
    motivo,
  } as const;
}
