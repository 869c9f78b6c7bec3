import { type ActorRefFrom, type SnapshotFrom, assign, raise, sendTo, stopChild } from 'xstate';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import type { StageName } from '../../domain/stages/stages.ts';
import {
  expenseRowsOf,
  waitingFirst,
  neighbour,
  nextWaiting,
  waitsFor,
  withDecision,
} from '../boxes/box.selectors.ts';
import { type Problem, assertPresent, named } from '../steps/result.ts';
import {
  invokeState,
  flow,
  inputOf,
  assignOutput,
  withEvent,
  guardOnOutput,
} from '../steps/steps.ts';
import { updateHabits, noHabits } from './accounting-decision.form.ts';
import {
  type DecisionInput,
  type DecisionSaved,
  type Phrases,
  type SaveRequest,
  choiceOfCode,
  withLatest,
} from './decision-rules.ts';
import { type DecisionEvent, type DecisionMachine, decisionMachines } from './decision.machine.ts';

/**
 * The expenses of a box beside the one being decided. Each expense has its own decision actor, a child of this flow.
 *
 * The list:
 * opening   transient: may the user read the list?
 * loading   the expenses are loading; the previous ones stay visible
 * shown     the expenses are shown; the next one is prefetched
 * alone     loading failed, or the user may not read the list: the expense is decided without it
 *
 * The expense:
 * undecided its decision is not saved
 * advancing the next save moves on to the next expense at once
 * decided   its decision is saved, and still on the screen
 */

export interface CockpitInput
  extends Pick<DecisionInput, 'actor' | 'id_gasto' | 'id_caja' | 'chosen'> {
  stage: StageName;
  /** The stage whose call reads the box; null when the user may not read it. */
  reader: StageName | null;
  /** The user's last phrases, from other boxes. */
  phrases: Phrases;
}

interface ExpenseId {
  id_gasto: number;
}

const nothing = {
  rows: [] as readonly ExpenseRow[],
  /** The last decision that was saved: a list may have been read before it. Null before the first. */
  saved: null as (ExpenseId & Pick<SaveRequest, 'estado'>) | null,
  habits: noHabits,
  /** The last receipt that was on the screen; null before the first. */
  seen: null as string | null,
  problem: null as Problem | null,
};

interface CockpitContext extends Omit<CockpitInput, 'chosen'>, Readonly<typeof nothing> {
  /** The decision actor of the expense. */
  decision: ActorRefFrom<DecisionMachine>;
}

export type CockpitEvent =
  /** The URL names another expense. */
  | ({ type: 'OPEN' } & Pick<CockpitInput, 'id_gasto' | 'chosen'>)
  | { type: 'NEXT' }
  | { type: 'PREVIOUS' }
  /** A receipt is on the screen. */
  | { type: 'SEE'; soporte: string }
  /** After the current or last save, moves on to the next waiting expense; without one the box can be sent. */
  | { type: 'GO_ON' }
  /** Sent by the decision actor. */
  | DecisionSaved
  /** Reopens the saved decision of this expense. */
  | { type: 'CHANGE' };

const expenseOf = ({ actor, id_gasto, id_caja, seen }: Omit<CockpitContext, 'decision'>) => ({
  actor,
  id_gasto,
  id_caja,
  seen,
});

const waitingAfter = ({ rows, stage, id_gasto }: CockpitContext): ExpenseRow | null =>
  nextWaiting(rows, stage, id_gasto);

const idOfRow = (row: ExpenseRow | null): ExpenseId => ({ id_gasto: assertPresent(row).id });

type Rows = AnswerOf<'/gastosCaja'>;

/** The phrases with the observation of a saved decision. */
function withDecided(
  phrases: Phrases,
  stage: StageName,
  { estado, observacion }: SaveRequest,
): Phrases {
  const choice = choiceOfCode(stage, estado);
  return choice === null ? phrases : withLatest(phrases, choice, observacion ?? '');
}

const cockpit = flow<{ context: CockpitContext; events: CockpitEvent; input: CockpitInput }>()({
  loadRows: named<Rows, Pick<CockpitInput, 'reader' | 'id_caja'>>('loadRows'),
  /** Replaced by the page with the decision machine of the stage and its actors. */
  decision: decisionMachines.supervisor,
}).extend({
  guards: {
    isCurrent: ({ context }, { id_gasto }: ExpenseId) => id_gasto === context.id_gasto,
    isAnother: ({ context }, { id_gasto }: ExpenseId) => id_gasto !== context.id_gasto,
    mayNotRead: ({ context }) => context.reader === null,
    hasNeighbour: ({ context: { rows, id_gasto } }, step: 1 | -1) =>
      neighbour(rows, id_gasto, step) !== null,
    anotherWaits: ({ context }) => waitingAfter(context) !== null,
    /** Without the list the next waiting expense is unknown. */
    hasNoList: ({ context }) => context.rows.length === 0,
  },
  actions: {
    openDecision: assign(({ context, spawn, self }, chosen: CockpitInput['chosen']) => ({
      decision: spawn('decision', { input: { ...expenseOf(context), chosen, parent: self } }),
    })),
    leaveDecision: stopChild(({ context }) => context.decision),
    sendDecision: sendTo(
      ({ context }) => context.decision,
      (_, event: DecisionEvent) => event,
    ),
    /** The answer may be older than a decision that was saved in the meantime. */
    setRows: assign(({ context: { stage, rows, saved } }, answer: Rows) => ({
      rows: waitingFirst(withDecision(expenseRowsOf(answer), stage, saved), stage, rows),
    })),
    setSaved: assign(
      (
        { context: { rows, stage, phrases, habits } },
        { id_gasto, request }: ExpenseId & { request: SaveRequest },
      ) => ({
        rows: withDecision(rows, stage, { id_gasto, estado: request.estado }),
        phrases: withDecided(phrases, stage, request),
        habits: updateHabits(habits, request),
        saved: { id_gasto, estado: request.estado },
      }),
    ),
    goOn: raise({ type: 'GO_ON' as const }),
    /** The page implements the actions from here on. */
    storePhrases: (_, _phrases: Phrases) => undefined,
    prefetch: (_, _next: ExpenseId | null) => undefined,
    goTo: (_, _place: ExpenseId) => undefined,
    goToBox: () => undefined,
  },
});

const stay = { type: 'STAY' } as const;

interface Args {
  context: CockpitContext;
}

const remembers = [
  withEvent('setSaved'),
  { type: 'storePhrases', params: ({ context }: Args) => context.phrases },
] as const;

const saves = {
  guard: withEvent('isCurrent'),
  target: 'decided',
  actions: remembers,
} as const;

const goesToWaiting = {
  guard: 'anotherWaits',
  actions: { type: 'goTo', params: ({ context }: Args) => idOfRow(waitingAfter(context)) },
} as const;

const goesToNeighbour = (step: 1 | -1) =>
  ({
    guard: { type: 'hasNeighbour', params: step },
    actions: {
      type: 'goTo',
      params: ({ context: { rows, id_gasto } }: Args) => idOfRow(neighbour(rows, id_gasto, step)),
    },
  }) as const;

/** Moves on from a saved decision; when no other expense waits, only the send of the box is left. */
const advances = [
  goesToWaiting,
  { guard: 'hasNoList', actions: 'goToBox' },
  { actions: { type: 'sendDecision', params: stay } },
] as const;

export const cockpitMachine = cockpit.createMachine({
  id: 'cockpit',
  description: 'Los gastos de una caja junto al que se decide.',
  context: ({ input: { chosen, ...input }, spawn, self }) => ({
    ...input,
    ...nothing,
    decision: spawn('decision', {
      input: { ...expenseOf({ ...input, ...nothing }), chosen, parent: self },
    }),
  }),
  type: 'parallel',
  on: {
    OPEN: {
      guard: withEvent('isAnother'),
      target: ['.list.opening', '.expense.undecided'],
      actions: [
        'leaveDecision',
        {
          type: 'assignFields',
          params: ({ event }) => ({ id_gasto: event.id_gasto, saved: null, problem: null }),
        },
        { type: 'openDecision', params: ({ event }) => event.chosen },
      ],
    },
    NEXT: goesToNeighbour(1),
    PREVIOUS: goesToNeighbour(-1),
    SEE: {
      actions: [
        { type: 'assignFields', params: ({ event }) => ({ seen: event.soporte }) },
        withEvent('sendDecision'),
      ],
    },
    // The decision belongs to an expense that the user has left.
    DECIDED: { actions: remembers },
  },
  states: {
    list: {
      description: 'Los gastos de la caja',
      initial: 'opening',
      states: {
        opening: {
          description: 'Abriendo un gasto',
          always: [{ guard: 'mayNotRead', target: 'alone' }, { target: 'loading' }],
        },
        loading: invokeState('Cargando los gastos de la caja', 'loadRows', {
          input: inputOf('reader', 'id_caja'),
          answers: [
            {
              guard: guardOnOutput('succeeded'),
              target: 'shown',
              actions: assignOutput('setRows'),
            },
          ],
          failed: 'alone',
        }),
        shown: {
          description: 'Gastos a la vista',
          tags: 'shown',
          entry: {
            type: 'prefetch',
            params: ({ context: { rows, stage, id_gasto } }) => {
              const next = nextWaiting(rows, stage, id_gasto) ?? neighbour(rows, id_gasto, 1);
              return next === null ? null : idOfRow(next);
            },
          },
        },
        alone: { description: 'Sin la lista de la caja' },
      },
    },
    expense: {
      description: 'El gasto que se decide',
      initial: 'undecided',
      states: {
        undecided: {
          description: 'Sin decisión guardada',
          on: { GO_ON: 'advancing', DECIDED: saves },
        },
        advancing: {
          description: 'Sigue al guardar',
          on: { DECIDED: { ...saves, actions: [...remembers, 'goOn'] } },
        },
        decided: {
          description: 'Decisión guardada',
          on: {
            GO_ON: advances,
            NEXT: goesToWaiting,
            CHANGE: { target: 'undecided', actions: withEvent('sendDecision') },
          },
        },
      },
    },
  },
});

/** Selectors of the cockpit. */

type CockpitSnapshot = SnapshotFrom<typeof cockpitMachine>;

/** The stage that decides. */
export const stageOf = ({ context }: CockpitSnapshot) => context.stage;
/** Empty before the first load, and without the list. */
export const rowsOf = ({ context }: CockpitSnapshot) => context.rows;
/** Null without the list. */
export const rowOf = ({ context: { rows, id_gasto } }: CockpitSnapshot) =>
  rows.find(({ id }) => id === id_gasto) ?? null;
/** The expense to which NEXT leads; null after the last one. */
export const nextOf = (snapshot: CockpitSnapshot) => {
  const { rows, id_gasto } = snapshot.context;
  const waiting = snapshot.matches({ expense: 'decided' }) ? waitingAfter(snapshot.context) : null;
  return waiting ?? neighbour(rows, id_gasto, 1);
};
/** '4 de 12'; empty without the list. */
export function positionOf({ context: { rows, id_gasto } }: CockpitSnapshot): string {
  const place = rows.findIndex(({ id }) => id === id_gasto);
  return place < 0 ? '' : `${place + 1} de ${rows.length}`;
}
/** Number of expenses that wait for the stage. */
export const waitingOf = ({ context: { rows, stage } }: CockpitSnapshot): number =>
  rows.filter((row) => waitsFor(stage, row)).length;
/** Nothing in the box waits for the stage any more. */
export const isAllDecided = (snapshot: CockpitSnapshot): boolean =>
  rowsOf(snapshot).length > 0 && waitingOf(snapshot) === 0;
/** The decision actor of the expense. */
export const decisionOf = ({ context }: CockpitSnapshot) => context.decision;
export const phrasesOf = ({ context }: CockpitSnapshot) => context.phrases;
export const habitsOf = ({ context }: CockpitSnapshot) => context.habits;
/** The receipts of the expense and of those that NEXT or GO_ON may show, each once. */
export const receiptsOf = ({ context: { rows, stage, id_gasto } }: CockpitSnapshot): string[] => {
  const soon = [neighbour(rows, id_gasto, 1), nextWaiting(rows, stage, id_gasto)];
  const shown = [rows.find(({ id }) => id === id_gasto), ...soon];
  return [...new Set(shown.flatMap((row) => row?.soporte ?? []))];
};
