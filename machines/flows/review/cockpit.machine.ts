/**
 * The expenses of a box beside the one that is being decided: which it is, which come next, what was written before.
 *
 * loading the expenses come; those of before stay visible
 * shown   they are there; the next one is prefetched
 * alone   they did not come, or are not for this person: the expense is decided without them
 */
import { assign } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import { named } from '../steps/call-actors.ts';
import { expenseRowsOf } from '../expenses/expense-facts.ts';
import { given, type Problem } from '../steps/result.ts';
import { asks, flow, inputOf, keeps, keepsGiven, takes, when } from '../steps/steps.ts';
import { learnt, noHabits } from './accounting-habits.ts';
import { arranged, neighbour, nextWaiting, withDecision } from './box-expenses.ts';
import type { SaveRequest } from './decision-rules.ts';
import { withLatest } from './decision-words.ts';

export interface CockpitInput {
  stage: StageName;
  /** The stage by whose call the box is read; null for who may not read it. */
  reader: StageName | null;
  id_caja: number;
  id_gasto: number;
  /** The last phrases of the person, from other boxes. */
  phrases: readonly string[];
}

interface Place {
  id_gasto: number;
}

const nothing = {
  rows: [] as readonly ExpenseRow[],
  /** The decision that was saved and is still on the screen; null while there is none. */
  decided: null as (Place & Pick<SaveRequest, 'estado'>) | null,
  /** A save leads on at once. */
  goesOn: false,
  habits: noHabits,
  /** The receipt that was on the screen last; null before the first. */
  seen: null as string | null,
  problem: null as Problem | null,
};

type CockpitContext = CockpitInput & typeof nothing;

export type CockpitEvent =
  /** The address names another expense. */
  | { type: 'OPEN'; id_gasto: number }
  | { type: 'NEXT' }
  | { type: 'PREVIOUS' }
  /** A receipt is on the screen. */
  | { type: 'SEE'; soporte: string }
  /** The save that is under way leads to the next expense that waits; after the last one the box can be sent. */
  | { type: 'GO_ON' }
  | { type: 'DECIDED'; id_gasto: number; request: SaveRequest }
  /** The decision is changed where it was made. */
  | { type: 'REOPENED' };

/** Where NEXT leads: on from a decision to what waits, else to the neighbour. */
export const followerOf = ({ rows, stage, id_gasto, decided }: CockpitContext): ExpenseRow | null =>
  (decided?.id_gasto === id_gasto ? nextWaiting(rows, stage, id_gasto) : null) ??
  neighbour(rows, id_gasto, 1);

const placeOf = (row: ExpenseRow | null): Place => ({ id_gasto: given(row).id });

type Rows = AnswerOf<'/gastosCaja'>;

const cockpit = flow<{ context: CockpitContext; events: CockpitEvent; input: CockpitInput }>()({
  loadRows: named<Rows, Pick<CockpitInput, 'reader' | 'id_caja'>>('loadRows'),
}).extend({
  guards: {
    isAnother: ({ context }, { id_gasto }: Place) => id_gasto !== context.id_gasto,
    mayNotRead: ({ context }) => context.reader === null,
    hasNext: ({ context }) => followerOf(context) !== null,
    hasPrevious: ({ context }) => neighbour(context.rows, context.id_gasto, -1) !== null,
    leadsOn: ({ context: { goesOn, rows, stage } }, { id_gasto }: Place) =>
      goesOn && nextWaiting(rows, stage, id_gasto) !== null,
    /** Without the list nobody knows what else waits. */
    leadsBack: ({ context: { goesOn, rows } }) => goesOn && rows.length === 0,
  },
  actions: {
    /** The answer may be older than a decision that was saved meanwhile. */
    keepRows: assign(({ context: { stage, rows, decided } }, answer: Rows) => ({
      rows: arranged(withDecision(expenseRowsOf(answer), stage, decided), stage, rows),
    })),
    beginExpense: assign({ decided: null, goesOn: false }),
    keepGoingOn: assign({ goesOn: true }),
    keepDecided: assign(
      (
        { context: { rows, stage, phrases, habits } },
        { id_gasto, request }: Place & { request: SaveRequest },
      ) => ({
        rows: withDecision(rows, stage, { id_gasto, estado: request.estado }),
        phrases: withLatest(phrases, request.observacion ?? ''),
        habits: learnt(habits, request),
        decided: { id_gasto, estado: request.estado },
      }),
    ),
    /** The page gives the bodies of those below. */
    storePhrases: (_, _phrases: readonly string[]) => undefined,
    prefetch: (_, _next: Place | null) => undefined,
    goTo: (_, _place: Place) => undefined,
    goToBox: () => undefined,
  },
});

const remembers = [
  takes('keepDecided'),
  {
    type: 'storePhrases',
    params: ({ context }: { context: CockpitContext }) => context.phrases,
  },
] as const;

export const cockpitMachine = cockpit.createMachine({
  id: 'cockpit',
  description: 'Los gastos de una caja junto al que se decide.',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'opening',
  on: {
    OPEN: {
      guard: takes('isAnother'),
      target: '.opening',
      actions: [keepsGiven('id_gasto'), 'beginExpense'],
    },
    NEXT: {
      guard: 'hasNext',
      actions: { type: 'goTo', params: ({ context }) => placeOf(followerOf(context)) },
    },
    PREVIOUS: {
      guard: 'hasPrevious',
      actions: {
        type: 'goTo',
        params: ({ context: { rows, id_gasto } }) => placeOf(neighbour(rows, id_gasto, -1)),
      },
    },
    GO_ON: { actions: 'keepGoingOn' },
    SEE: { actions: { type: 'keep', params: ({ event }) => ({ seen: event.soporte }) } },
    DECIDED: [
      {
        guard: takes('leadsOn'),
        actions: [
          ...remembers,
          {
            type: 'goTo',
            params: ({ context: { rows, stage }, event }) =>
              placeOf(nextWaiting(rows, stage, event.id_gasto)),
          },
        ],
      },
      { guard: 'leadsBack', actions: [...remembers, 'goToBox'] },
      { actions: [...remembers] },
    ],
    REOPENED: { actions: 'beginExpense' },
  },
  states: {
    opening: {
      description: 'Abriendo un gasto',
      always: [{ guard: 'mayNotRead', target: 'alone' }, { target: 'loading' }],
    },
    loading: asks('Cargando los gastos de la caja', 'loadRows', {
      input: inputOf('reader', 'id_caja'),
      answers: [{ guard: when('succeeded'), target: 'shown', actions: keeps('keepRows') }],
      failed: 'alone',
    }),
    shown: {
      description: 'Gastos a la vista',
      tags: 'shown',
      entry: {
        type: 'prefetch',
        params: ({ context: { rows, stage, id_gasto } }) => {
          const next = nextWaiting(rows, stage, id_gasto) ?? neighbour(rows, id_gasto, 1);
          return next === null ? null : placeOf(next);
        },
      },
    },
    alone: { description: 'Sin la lista de la caja' },
  },
});
