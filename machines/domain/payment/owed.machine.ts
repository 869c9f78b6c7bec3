/**
 * The part of an expense that was not granted: who was in charge of the store when the box was sent owes it until it is
 * settled.
 *
 * owed    an amount is still missing from the cash of the store
 * settled recorded again, paid in, or taken over by the company
 *
 * An expense may be recorded again before its box is closed; the closing determines the remaining amount.
 */
import { and, assign, setup } from 'xstate';
import { explainer, type Guard, predicatesOf, profileGuard } from '../explain.ts';
import type { Person } from '../people/profiles.ts';

/** Amounts in centavos. */
export interface OwedContext {
  owed: number;
  /** The box is closed and its payment is followed. */
  isClosed: boolean;
  /** The box is closed and its payment is not followed: nothing of it is owed. Absent: false. */
  countsAsPaid?: boolean;
  /** Id of who owes it; absent in a replay. */
  debtor?: number | null;
}

export type OwedEvent =
  /** `gasto`: id of the new expense; `salda`: the amount of the old one that it covers. */
  | { type: 'OWED.RECORDED_AGAIN'; actor: Person; gasto: number; salda: number }
  /** The new expense was removed, or its value changed. */
  | { type: 'OWED.RECORDING_REMOVED'; actor: Person; gasto: number; salda: number }
  /** `deudor`: whom accounting names as the debtor. */
  | { type: 'OWED.PAID_IN'; actor: Person; dia: string; nota: string; deudor?: number }
  | { type: 'OWED.TAKEN_OVER'; actor: Person; motivo: string };

export type OwedEventType = OwedEvent['type'];

const isGiven = (field: 'dia' | 'nota' | 'motivo', mensaje: string) => ({
  asks: 'form' as const,
  field,
  mensaje,
  holds: ({ event }: { event: OwedEvent }) =>
    field in event && String(event[field as keyof OwedEvent]).trim() !== '',
  missing: () => ({ campos: [field] }),
});

export const owedGuards = {
  actorIsStore: profileGuard([2, 4], 'Solo la tienda registra de nuevo lo que debe.'),
  actorPaysIn: profileGuard([2, 4, 6], 'Solo la tienda o contabilidad consigna lo que se debe.'),
  actorIsAccounting: profileGuard([6], 'Solo contabilidad asume un gasto por la empresa.'),
  debtorIsNamed: {
    asks: 'form',
    field: 'id_deudor',
    mensaje: 'Indique quién debe: solo esa persona salda su deuda.',
    holds: ({ context: { debtor }, event }) =>
      event.actor.profile !== 6 ||
      debtor === undefined ||
      ('deudor' in event ? event.deudor : null) === debtor,
  },
  boxIsClosed: {
    asks: 'state',
    mensaje: 'La caja de este gasto no se ha cerrado: todavía no está a cargo de nadie.',
    holds: ({ context }) => context.isClosed,
  },
  boxIsNotPaid: {
    asks: 'state',
    since: 4,
    mensaje: 'La caja de este gasto cuenta como pagada: de ella no se debe nada.',
    holds: ({ context }) => context.countsAsPaid !== true,
  },
  coversWhatIsOwed: {
    asks: 'form',
    field: null,
    mensaje: 'El gasto nuevo vale menos que lo que se debe: el resto sigue a cargo.',
    holds: ({ context, event }) => 'salda' in event && event.salda >= context.owed,
  },
  dayIsGiven: isGiven('dia', 'Indique el día en que consignó'),
  noteIsGiven: isGiven('nota', 'Escriba cómo se consignó'),
  reasonIsGiven: isGiven('motivo', 'Escriba por qué lo asume la empresa'),
} satisfies Record<string, Guard<OwedContext, OwedEvent>>;

export type OwedGuard = keyof typeof owedGuards;

export const owedMachine = setup({
  types: { context: {} as OwedContext, events: {} as OwedEvent, input: {} as OwedContext },
  guards: predicatesOf<OwedContext, OwedEvent, OwedGuard>(owedGuards),
  actions: {
    settle: assign({ owed: 0 }),
    change: assign(({ context }, { by }: { by: number }) => ({ owed: context.owed + by })),
  },
}).createMachine({
  id: 'owed',
  description:
    'Lo que no se reconoció de un gasto: a cargo de quien respondía por la tienda al enviar la caja.',
  initial: 'owed',
  context: ({ input }) => input,
  states: {
    owed: {
      description: 'Se debe',
      on: {
        'OWED.RECORDED_AGAIN': [
          {
            guard: and(['actorIsStore', 'coversWhatIsOwed']),
            description: 'Por todo lo que se debe',
            actions: 'settle',
            target: 'settled',
          },
          {
            guard: 'actorIsStore',
            description: 'Por una parte',
            actions: { type: 'change', params: ({ event: { salda } }) => ({ by: -salda }) },
          },
        ],
        'OWED.RECORDING_REMOVED': {
          guard: 'actorIsStore',
          actions: { type: 'change', params: ({ event: { salda } }) => ({ by: salda }) },
        },
        'OWED.PAID_IN': {
          guard: and(['actorPaysIn', 'boxIsClosed', 'debtorIsNamed', 'dayIsGiven', 'noteIsGiven']),
          actions: 'settle',
          target: 'settled',
        },
        'OWED.TAKEN_OVER': {
          guard: and(['actorIsAccounting', 'boxIsClosed', 'reasonIsGiven']),
          actions: 'settle',
          target: 'settled',
        },
      },
    },
    settled: {
      description: 'Saldado',
      on: {
        'OWED.RECORDING_REMOVED': {
          guard: and(['actorIsStore', 'boxIsNotPaid']),
          actions: { type: 'change', params: ({ event: { salda } }) => ({ by: salda }) },
          target: 'owed',
        },
      },
    },
  },
});

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainOwed = explainer<OwedContext, OwedEvent, OwedGuard>({
  machine: owedMachine,
  guards: owedGuards,
  stateSentence: () => 'De este gasto no se debe nada.',
});
