import { assign } from 'xstate';
import { type AnswerOf, type CallPath, calls } from '#contract/contract.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import type { Person } from '../../domain/people/profiles.ts';
import { refusalsOfSchema } from '../steps/date-range.form.ts';
import { type Problem, assertPresent, named } from '../steps/result.ts';
import {
  validated,
  flow,
  forbidden,
  inputOf,
  assignFromEvent,
  assignOutput,
  assignOutputTo,
  assignRefusal,
  guardOnOutput,
  invokeState,
  loadState,
  isValid,
  unansweredState,
  withEvent,
  loadFailedState,
} from '../steps/steps.ts';
import type { ListPage } from './list.machine.ts';
import type { RequestTo } from './record-form.machine.ts';

/**
 * Data and the calls on them: payments and their batches, papers in transit, the debt of a store, its account.
 *
 * loading      the data are loading; the previous ones stay visible
 * shown        the data are shown; rows can be ticked and calls made
 * tickingAll   every row that matches is loaded, to be ticked
 * failed       loading failed: RETRY
 * forbidden    the data do not exist, or the user may not see them
 * acting       a call is under way, with a key that makes a repeated call return the first answer
 * failedToAct  no answer: RETRY repeats the call, BACK reloads the data
 *
 * After an answer or a refusal the data are reloaded, below its message. Ticked rows stay ticked on other pages and
 * under other filters, until a call is answered.
 */

/** A row by its box. */
interface Tickable {
  id_caja: number;
}

/** A ticked row of the data: that of a list whole, since another page may be shown. */
type TickedOf<Data> = Tickable & (Data extends { rows: readonly (infer Row)[] } ? Row : Tickable);

interface ActingInput<Key> {
  actor: Person;
  permissions: readonly string[];
  key: Key;
}

/** A kind of data, with the rules of its calls. */
export interface ActingKind<Data, Path extends CallPath> {
  /** The rules beyond those of the contract; empty when the call can be made. */
  refusals: (
    request: RequestTo<Path>,
    data: Data,
    actor: Person,
    ticked: readonly TickedOf<Data>[],
  ) => FailedGuard[];
  /** The rows that can be ticked; absent: none is by TICK_ALL. */
  tickable?: (data: Data) => readonly TickedOf<Data>[];
}

interface ActingContext<Data, Key, Path extends CallPath> extends ActingInput<Key> {
  data: Data | null;
  /** The ticked rows, as they were when they were ticked. */
  ticked: readonly TickedOf<Data>[];
  /** The call under way, or the last one. */
  sent: Sent<Path> | null;
  /** The answer to it; null before, and after a refusal. */
  answer: AnswerOf<Path> | null;
  problem: Problem | null;
}

interface Sent<Path extends CallPath> {
  request: RequestTo<Path>;
  idempotencyKey: string;
}

interface Ticks<Row> {
  rows: readonly Row[];
}

export type ActingEvent<Data, Key, Path extends CallPath> =
  | { type: 'RETRY' }
  /** Discards the answer of the last call. */
  | { type: 'FORGET' }
  /** Loads another key, another page or another filter. */
  | { type: 'ASK'; key: Key }
  /** Ticks these rows; unticks them when all of them are ticked. */
  | ({ type: 'TICK' } & Ticks<TickedOf<Data>>)
  /** Ticks every row that matches the filter and can be ticked, on whatever page. */
  | { type: 'TICK_ALL' }
  | { type: 'UNTICK_ALL' }
  | ({ type: 'ACT' } & Sent<Path>)
  /** Gives up a call without an answer, and reloads the data. */
  | { type: 'BACK' };

const mayCall = (path: CallPath, permissions: readonly string[]): boolean => {
  const { who } = calls[path];
  return typeof who === 'string' || who.some((name) => permissions.includes(name));
};

/** Why a call cannot be made; empty when it can. The schema of its body is only checked when nothing else fails. */
function refusalsOf<Data, Path extends CallPath>(
  kind: ActingKind<Data, Path>,
  {
    actor,
    permissions,
    data,
    ticked,
  }: {
    actor: Person;
    permissions: readonly string[];
    data: Data;
    ticked: readonly TickedOf<Data>[];
  },
  request: RequestTo<Path>,
): FailedGuard[] {
  const { path, body } = request;
  const refused = [
    ...refusedIf(
      !mayCall(path, permissions),
      'mayCall',
      'Necesita un permiso que su usuario no tiene.',
    ),
    ...kind.refusals(request, data, actor, ticked),
  ];
  return refused.length > 0 ? refused : refusalsOfSchema(calls[path].body, body);
}

/** As many rows as a list may have, and a batch. */
const MOST = 1_000;

const wholeList = <Key>(key: Key): Key => ({ ...key, pagina: 1, limite: MOST });

const has = (rows: readonly Tickable[], { id_caja }: Tickable): boolean =>
  rows.some((row) => row.id_caja === id_caja);

/**
 * @typeParam Data the data that are shown
 * @typeParam Key identifies the data
 * @typeParam Path the calls that can be made
 */
export const createActingMachine = <Data, Key, Path extends CallPath>(
  kind: ActingKind<Data, Path>,
) => {
  type Context = ActingContext<Data, Key, Path>;
  interface Args {
    context: Context;
    event: Sent<Path>;
  }
  const asked = assignFromEvent('key');
  const parts = flow<{
    context: Context;
    events: ActingEvent<Data, Key, Path>;
    input: ActingInput<Key>;
  }>()({
    loadData: named<Data, { key: Key }>('loadData'),
    act: named<AnswerOf<Path>, Sent<Path>>('act'),
  }).extend({
    guards: { callIsAllowed: isValid },
    actions: {
      turnTicks: assign(({ context: { ticked } }, { rows }: Ticks<TickedOf<Data>>) => {
        const areTicked = rows.every((row) => has(ticked, row));
        const others = ticked.filter((row) => !has(rows, row));
        return { ticked: areTicked ? others : [...others, ...rows] };
      }),
      tickTickable: assign(({ context: { ticked } }, data: Data) => {
        const rows = kind.tickable?.(data) ?? [];
        return { ticked: [...ticked.filter((row) => !has(rows, row)), ...rows] };
      }),
      forgetTicks: assign({ ticked: [] }),
      forgetAnswer: assign({ answer: null }),
    },
  });

  const asksAnew = { ASK: { target: 'loading', actions: asked } } as const;
  /** A call under way is not cancelled: the other data are loaded after its answer. */
  const asksLater = { ASK: { actions: asked } } as const;

  return parts.createMachine({
    id: 'acting',
    description:
      'Algo que se mira y sobre lo que se actúa: giros, papeles, lo que debe una tienda.',
    context: ({ input }) => ({
      ...input,
      data: null,
      ticked: [],
      sent: null,
      answer: null,
      problem: null,
    }),
    initial: 'loading',
    states: {
      loading: {
        ...loadState('Cargando', 'loadData', {
          input: inputOf('key'),
          assignTo: 'data',
          shown: 'shown',
          failed: 'failed',
          hidden: 'forbidden',
        }),
        on: { ASK: { ...asksAnew.ASK, reenter: true } },
      },
      shown: {
        description: 'A la vista',
        tags: 'shown',
        on: {
          ...asksAnew,
          FORGET: { actions: 'forgetAnswer' },
          TICK: { actions: withEvent('turnTicks') },
          TICK_ALL: 'tickingAll',
          UNTICK_ALL: { actions: 'forgetTicks' },
          ACT: validated('callIsAllowed', 'acting', {
            refusals: ({ context, event }: Args) =>
              refusalsOf(kind, { ...context, data: assertPresent(context.data) }, event.request),
            assigns: ({ event: { request, idempotencyKey } }: Args) => ({
              sent: { request, idempotencyKey },
              answer: null,
            }),
          }),
        },
      },
      tickingAll: {
        ...invokeState('Marcando todos', 'loadData', {
          id: 'loadEvery',
          input: ({ context: { key } }: Pick<Args, 'context'>) => ({ key: wholeList(key) }),
          answers: [
            {
              guard: guardOnOutput('succeeded'),
              target: 'shown',
              actions: assignOutput('tickTickable'),
            },
          ],
          failed: 'shown',
        }),
        on: asksAnew,
      },
      failed: { ...loadFailedState, on: { ...loadFailedState.on, ...asksAnew } },
      forbidden: { ...forbidden, on: asksAnew },
      acting: {
        ...invokeState('Enviando', 'act', {
          input: ({ context }: Pick<Args, 'context'>) => assertPresent(context.sent),
          answers: [
            {
              guard: guardOnOutput('succeeded'),
              target: 'loading',
              actions: [assignOutputTo('answer'), 'forgetTicks'],
            },
            {
              guard: guardOnOutput('sessionEnded'),
              target: 'failedToAct',
              actions: assignRefusal('setRefusal'),
            },
          ],
          failed: 'loading',
          lost: 'failedToAct',
          tags: 'pending',
        }),
        on: asksLater,
      },
      failedToAct: unansweredState('Sin respuesta', 'acting', 'loading', { on: asksLater }),
    },
  });
};

export type ActingMachine<Data, Key, Path extends CallPath> = ReturnType<
  typeof createActingMachine<Data, Key, Path>
>;

/** Selectors of an acting flow. */

interface Matching {
  matches(state: 'shown' | 'acting'): boolean;
}

interface Snapshot<Data, Path extends CallPath> extends Matching {
  context: Omit<ActingContext<Data, unknown, Path>, 'key'>;
}

interface Ticked {
  context: { ticked: readonly Tickable[] };
}

interface Listed<Row> {
  context: { data: ListPage<Row> | null };
}

/** Rows can be ticked and calls made. */
export const mayAct = (snapshot: Matching): boolean => snapshot.matches('shown');

export const isTicked = ({ context }: Ticked, row: Tickable): boolean => has(context.ticked, row);

export const hasTicks = ({ context }: Ticked): boolean => context.ticked.length > 0;

/** The list of rows; empty until loaded. */
export const listIn = <Row>({ context: { data } }: Listed<Row>) => data ?? { rows: [], total: 0 };

/** The ticked rows of a list, each as the page shows it when it is on the page. */
export const tickedRows = <Row extends Tickable>({
  context: { data, ticked },
}: Listed<Row> & { context: { ticked: readonly Row[] } }): Row[] =>
  ticked.map((row) => data?.rows.find(({ id_caja }) => id_caja === row.id_caja) ?? row);

/** Every row that matches is being loaded, to be ticked. */
export const isTickingAll = (snapshot: { matches(state: 'tickingAll'): boolean }): boolean =>
  snapshot.matches('tickingAll');

/** The last call was answered. */
export const wasDone = ({ context }: { context: { answer: unknown } }): boolean =>
  context.answer !== null;

/** The path of the last call and its count of payments; null before an answer, and for an answer without a count. */
export function countedBy<Path extends CallPath>({
  context: { sent, answer },
}: Pick<Snapshot<unknown, Path>, 'context'>): { path: Path; giros: number } | null {
  const row: object = Array.isArray(answer) ? Object(answer[0]) : {};
  return sent === null || !('giros' in row)
    ? null
    : { path: sent.request.path, giros: Number(row.giros) };
}

/** The answer of the last call when it was this one; else null. */
export const answerTo = <Path extends CallPath>(
  { context: { sent, answer } }: Snapshot<unknown, CallPath>,
  path: Path,
): AnswerOf<Path> | null =>
  sent?.request.path === path ? (answer as AnswerOf<Path> | null) : null;

/** This call is under way. */
export const isActing = (snapshot: Snapshot<unknown, CallPath>, path: CallPath): boolean =>
  snapshot.matches('acting') && snapshot.context.sent?.request.path === path;

/** Why a call cannot be made now, for its button; empty when it can. */
export const reasonsFor = <Data, Path extends CallPath>(
  kind: ActingKind<Data, Path>,
  { context }: Snapshot<Data, Path>,
  request: RequestTo<Path>,
): string[] => {
  const { data } = context;
  return data === null
    ? []
    : refusalsOf(kind, { ...context, data }, request).map(({ mensaje, detalle }) =>
        detalle === undefined ? mensaje : `${mensaje} ${[detalle].flat().join(', ')}.`,
      );
};
