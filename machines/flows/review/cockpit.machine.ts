import { type ActorRefFrom, type SnapshotFrom, assign, sendTo, stopChild } from 'xstate';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import type { StageName } from '../../domain/box/stages.ts';
import {
  expenseRowsOf,
  arranged,
  neighbour,
  nextWaiting,
  waitsFor,
  withDecision,
} from '../boxes/box.selectors.ts';
import { type Problem, given, named } from '../steps/result.ts';
import {
  asks,
  flow,
  inputOf,
  assignOutput,
  assignFromEvent,
  withEvent,
  guardOnOutput,
} from '../steps/steps.ts';
import { learnt, noHabits } from './accounting-decision.form.ts';
import {
  type DecisionInput,
  type DecisionSaved,
  type SaveRequest,
  withLatest,
} from './decision-rules.ts';
import { type DecisionEvent, type DecisionMachine, decisionMachines } from './decision.machine.ts';

/** The keys of the screens that decide, as they are pressed and as people read them. */

interface Shortcut {
  action: string;
  key: string;
  ctrl?: true;
  shift?: true;
  /** The words on the key. */
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
    does: 'Aprobar con su frase, guardar y pasar al siguiente: solo sin novedad y si aún se puede cambiar',
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
 * The action of a pressed key; null when it has none here.
 * @param isTyping the focus is where letters are text: then only keys with Ctrl are handled
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
 * The expenses of a box beside the one that is being decided: which it is, which come next, what was written before.
 * Its decision is a child of this flow, and another one for each expense.
 *
 * loading the expenses come; those of before stay visible
 * shown   they are there; the next one is prefetched
 * alone   they did not come, or are not for this person: the expense is decided without them
 */

export interface CockpitInput
  extends Pick<DecisionInput, 'actor' | 'id_gasto' | 'id_caja' | 'chosen'> {
  stage: StageName;
  /** The stage by whose call the box is read; null for who may not read it. */
  reader: StageName | null;
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

interface CockpitContext extends Omit<CockpitInput, 'chosen'>, Readonly<typeof nothing> {
  /** That of the expense. */
  decision: ActorRefFrom<DecisionMachine>;
}

export type CockpitEvent =
  /** The address names another expense. */
  | ({ type: 'OPEN' } & Pick<CockpitInput, 'id_gasto' | 'chosen'>)
  | { type: 'NEXT' }
  | { type: 'PREVIOUS' }
  /** A receipt is on the screen. */
  | { type: 'SEE'; soporte: string }
  /** The save that is under way, or is over, leads to the next expense that waits; after the last one the box can be sent. */
  | { type: 'GO_ON' }
  /** Sent by the decision. */
  | DecisionSaved
  /** The decision is changed where it was made. */
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

/** Was asked to lead on before it is saved, or is asked after it. */
const isLeaving = (context: CockpitContext): boolean => context.goesOn || isDecided(context);

/** Where NEXT leads: on from a decision to what waits, else to the neighbour. */
const followerOf = (context: CockpitContext): ExpenseRow | null =>
  (isDecided(context) ? waitingAfter(context) : null) ??
  neighbour(context.rows, context.id_gasto, 1);

const placeOfRow = (row: ExpenseRow | null): Place => ({ id_gasto: given(row).id });

type Rows = AnswerOf<'/gastosCaja'>;

const cockpit = flow<{ context: CockpitContext; events: CockpitEvent; input: CockpitInput }>()({
  loadRows: named<Rows, Pick<CockpitInput, 'reader' | 'id_caja'>>('loadRows'),
  /** That of the stage, with the bodies of its actors. */
  decision: decisionMachines.supervisor,
}).extend({
  guards: {
    isAnother: ({ context }, { id_gasto }: Place) => id_gasto !== context.id_gasto,
    mayNotRead: ({ context }) => context.reader === null,
    hasNext: ({ context }) => followerOf(context) !== null,
    hasPrevious: ({ context }) => neighbour(context.rows, context.id_gasto, -1) !== null,
    isUndecided: ({ context }) => !isDecided(context),
    leadsOn: ({ context }) => isLeaving(context) && waitingAfter(context) !== null,
    /** Without the list nobody knows what else waits. */
    leadsBack: ({ context }) => isLeaving(context) && context.rows.length === 0,
    /** Nothing is left to lead to but the send. */
    leadsToSend: ({ context }) => isLeaving(context),
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

const stay = { type: 'STAY' } as const;

const remembers = [
  withEvent('keepDecided'),
  {
    type: 'storePhrases',
    params: ({ context }: { context: CockpitContext }) => context.phrases,
  },
] as const;

/** Where a decision leads that is saved and goes on. */
const leads = <const Actions extends readonly object[]>(...actions: Actions) =>
  [
    {
      guard: 'leadsOn',
      actions: [
        ...actions,
        {
          type: 'goTo',
          params: ({ context }: { context: CockpitContext }) => placeOfRow(waitingAfter(context)),
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
      actions: { type: 'goTo', params: ({ context }) => placeOfRow(followerOf(context)) },
    },
    PREVIOUS: {
      guard: 'hasPrevious',
      actions: {
        type: 'goTo',
        params: ({ context: { rows, id_gasto } }) => placeOfRow(neighbour(rows, id_gasto, -1)),
      },
    },
    GO_ON: [{ guard: 'isUndecided', actions: 'keepGoingOn' }, ...leads()],
    SEE: {
      actions: [
        { type: 'keep', params: ({ event }) => ({ seen: event.soporte }) },
        withEvent('sendDecision'),
      ],
    },
    DECIDED: [
      // Of one that was left meanwhile.
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
    loading: asks('Cargando los gastos de la caja', 'loadRows', {
      input: inputOf('reader', 'id_caja'),
      answers: [
        { guard: guardOnOutput('succeeded'), target: 'shown', actions: assignOutput('keepRows') },
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
          return next === null ? null : placeOfRow(next);
        },
      },
    },
    alone: { description: 'Sin la lista de la caja' },
  },
});

/** Selectors of the expenses beside the one that is being decided. */

type CockpitSnapshot = SnapshotFrom<typeof cockpitMachine>;

/** The stage that decides. */
export const stageOf = ({ context }: CockpitSnapshot) => context.stage;
/** Empty before the first load, and for who decides without the list. */
export const rowsOf = ({ context }: CockpitSnapshot) => context.rows;
/** Null where the list is not there. */
export const rowOf = ({ context: { rows, id_gasto } }: CockpitSnapshot) =>
  rows.find(({ id }) => id === id_gasto) ?? null;
/** The expense to which NEXT leads; null after the last one. */
export const nextOf = ({ context }: CockpitSnapshot) => followerOf(context);
/** '4 de 12'; empty where the list is not there. */
export function placeOf({ context: { rows, id_gasto } }: CockpitSnapshot): string {
  const place = rows.findIndex(({ id }) => id === id_gasto);
  return place < 0 ? '' : `${place + 1} de ${rows.length}`;
}
/** How many expenses wait for the stage. */
export const waitingOf = ({ context: { rows, stage } }: CockpitSnapshot): number =>
  rows.filter((row) => waitsFor(stage, row)).length;
/** Nothing in the box waits for the stage any more. */
export const isAllDecided = (snapshot: CockpitSnapshot): boolean =>
  rowsOf(snapshot).length > 0 && waitingOf(snapshot) === 0;
/** The decision on the expense. */
export const decisionOf = ({ context }: CockpitSnapshot) => context.decision;
export const phrasesOf = ({ context }: CockpitSnapshot) => context.phrases;
export const habitsOf = ({ context }: CockpitSnapshot) => context.habits;
/** The receipt of the expense and those to which one may go next, each once. */
export const receiptsOf = ({ context: { rows, stage, id_gasto } }: CockpitSnapshot): string[] => {
  const soon = [neighbour(rows, id_gasto, 1), nextWaiting(rows, stage, id_gasto)];
  const shown = [rows.find(({ id }) => id === id_gasto), ...soon];
  return [...new Set(shown.flatMap((row) => row?.soporte ?? []))];
};
