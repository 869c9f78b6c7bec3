import { type ActorRefFrom, type SnapshotFrom, assign, sendTo, stopChild } from 'xstate';
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
  assignFromEvent,
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

/** Keyboard shortcuts of the decision screens, and their labels. */

interface Shortcut {
  action: string;
  key: string;
  ctrl?: true;
  shift?: true;
  /** The label of the key. */
  label: string;
  does: string;
}

const keys = [
  { action: 'approve', key: 'a', label: 'A', does: 'Aprobar' },
  { action: 'reject', key: 'r', label: 'R', does: 'Rechazar' },
  { action: 'save', key: 'enter', ctrl: true, label: 'Ctrl + Enter', does: 'Guardar' },
  {
    action: 'saveAndGoOn',
    key: 'enter',
    ctrl: true,
    shift: true,
    label: 'Ctrl + Mayús + Enter',
    does: 'Guardar y pasar al siguiente por decidir',
  },
  {
    action: 'approveAndGoOn',
    key: 'a',
    shift: true,
    label: 'Mayús + A',
    does: 'Aprobar con su última frase de aprobación, guardar y pasar al siguiente: solo sin novedad y si aún se puede cambiar',
  },
  { action: 'change', key: 'c', label: 'C', does: 'Cambiar lo que acaba de guardar' },
  { action: 'next', key: 'j', label: 'J', does: 'Siguiente gasto' },
  { action: 'previous', key: 'k', label: 'K', does: 'Gasto anterior' },
  { action: 'help', key: '?', shift: true, label: '?', does: 'Ver los atajos' },
] as const satisfies readonly Shortcut[];

export type ShortcutAction = (typeof keys)[number]['action'];

export const shortcuts: readonly (Shortcut & { action: ShortcutAction })[] = keys;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The action of a pressed key; null when it has none.
 * @param isTyping the focus is in a text field: only keys with Ctrl are handled
 */
export function shortcutActionOf(pressed: Pressed, isTyping: boolean): ShortcutAction | null {
  if (pressed.altKey) return null;
  const key = pressed.key.toLowerCase();
  const ctrl = pressed.ctrlKey || pressed.metaKey;
  if (isTyping && !ctrl) return null;
  const isThis = (one: Shortcut): boolean =>
    one.key === key &&
    (one.ctrl ?? false) === ctrl &&
    // Keyboards differ in how a question mark is typed.
    (key === '?' || (one.shift ?? false) === pressed.shiftKey);
  return shortcuts.find(isThis)?.action ?? null;
}

/**
 * The expenses of a box beside the one being decided. Each expense has its own decision actor, a child of this flow.
 *
 * opening transient: may the user read the list?
 * loading the expenses are loading; the previous ones stay visible
 * shown   the expenses are shown; the next one is prefetched
 * alone   loading failed, or the user may not read the list: the expense is decided without it
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
  /** The decision that was saved and is still on the screen; null while there is none. */
  decided: null as (ExpenseId & Pick<SaveRequest, 'estado'>) | null,
  /** The next save moves on to the next expense at once. */
  goesOn: false,
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

const isDecided = ({ id_gasto, decided }: CockpitContext): boolean =>
  decided?.id_gasto === id_gasto;

/** GO_ON was sent before the save, or the decision is saved. */
const isAdvancing = (context: CockpitContext): boolean => context.goesOn || isDecided(context);

/** The target of NEXT: after a decision the next waiting expense, else the next one in the list. */
const nextTarget = (context: CockpitContext): ExpenseRow | null =>
  (isDecided(context) ? waitingAfter(context) : null) ??
  neighbour(context.rows, context.id_gasto, 1);

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
    isAnother: ({ context }, { id_gasto }: ExpenseId) => id_gasto !== context.id_gasto,
    mayNotRead: ({ context }) => context.reader === null,
    hasNext: ({ context }) => nextTarget(context) !== null,
    hasPrevious: ({ context }) => neighbour(context.rows, context.id_gasto, -1) !== null,
    isUndecided: ({ context }) => !isDecided(context),
    canAdvance: ({ context }) => isAdvancing(context) && waitingAfter(context) !== null,
    /** Without the list the next waiting expense is unknown. */
    leadsBack: ({ context }) => isAdvancing(context) && context.rows.length === 0,
    /** No other expense waits: only the send of the box is left. */
    leadsToSend: ({ context }) => isAdvancing(context),
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
    setRows: assign(({ context: { stage, rows, decided } }, answer: Rows) => ({
      rows: waitingFirst(withDecision(expenseRowsOf(answer), stage, decided), stage, rows),
    })),
    beginExpense: assign({ decided: null, goesOn: false }),
    advanceAfterSave: assign({ goesOn: true }),
    setDecided: assign(
      (
        { context: { rows, stage, phrases, habits } },
        { id_gasto, request }: ExpenseId & { request: SaveRequest },
      ) => ({
        rows: withDecision(rows, stage, { id_gasto, estado: request.estado }),
        phrases: withDecided(phrases, stage, request),
        habits: updateHabits(habits, request),
        decided: { id_gasto, estado: request.estado },
      }),
    ),
    /** The page implements the actions from here on. */
    storePhrases: (_, _phrases: Phrases) => undefined,
    prefetch: (_, _next: ExpenseId | null) => undefined,
    goTo: (_, _place: ExpenseId) => undefined,
    goToBox: () => undefined,
  },
});

const stay = { type: 'STAY' } as const;

const remembers = [
  withEvent('setDecided'),
  {
    type: 'storePhrases',
    params: ({ context }: { context: CockpitContext }) => context.phrases,
  },
] as const;

/** Transitions of a saved decision that moves on. */
const leads = <const Actions extends readonly object[]>(...actions: Actions) =>
  [
    {
      guard: 'canAdvance',
      actions: [
        ...actions,
        {
          type: 'goTo',
          params: ({ context }: { context: CockpitContext }) => idOfRow(waitingAfter(context)),
        },
      ],
    },
    { guard: 'leadsBack', actions: [...actions, 'goToBox'] },
    { guard: 'leadsToSend', actions: [...actions, { type: 'sendDecision', params: stay }] },
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
  initial: 'opening',
  on: {
    OPEN: {
      guard: withEvent('isAnother'),
      target: '.opening',
      actions: [
        'leaveDecision',
        assignFromEvent('id_gasto'),
        'beginExpense',
        { type: 'openDecision', params: ({ event }) => event.chosen },
      ],
    },
    NEXT: {
      guard: 'hasNext',
      actions: { type: 'goTo', params: ({ context }) => idOfRow(nextTarget(context)) },
    },
    PREVIOUS: {
      guard: 'hasPrevious',
      actions: {
        type: 'goTo',
        params: ({ context: { rows, id_gasto } }) => idOfRow(neighbour(rows, id_gasto, -1)),
      },
    },
    GO_ON: [{ guard: 'isUndecided', actions: 'advanceAfterSave' }, ...leads()],
    SEE: {
      actions: [
        { type: 'assignFields', params: ({ event }) => ({ seen: event.soporte }) },
        withEvent('sendDecision'),
      ],
    },
    DECIDED: [
      // The decision belongs to an expense that the user has left.
      { guard: withEvent('isAnother'), actions: [...remembers] },
      ...leads(...remembers),
      { actions: [...remembers] },
    ],
    CHANGE: { actions: ['beginExpense', withEvent('sendDecision')] },
  },
  states: {
    opening: {
      description: 'Abriendo un gasto',
      always: [{ guard: 'mayNotRead', target: 'alone' }, { target: 'loading' }],
    },
    loading: invokeState('Cargando los gastos de la caja', 'loadRows', {
      input: inputOf('reader', 'id_caja'),
      answers: [
        { guard: guardOnOutput('succeeded'), target: 'shown', actions: assignOutput('setRows') },
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
export const nextOf = ({ context }: CockpitSnapshot) => nextTarget(context);
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
