import { type SnapshotFrom, assign } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { counted } from '../../domain/values/texts.ts';
import type { ExpenseEntryValues } from '../expenses/expense-entry.form.ts';
import type { SaveExpenseInput, UploadInput } from '../expenses/expense-entry.setup.ts';
import {
  CallFailure,
  type Failure,
  type Problem,
  type Result,
  assertPresent,
  missing,
  named,
  problemOfFailure,
  problemOfResult,
} from '../steps/result.ts';
import {
  flow,
  requiredFrom,
  inputOf,
  assignOutput,
  assignOutputTo,
  assignFailure,
  assignFromEvent,
  assignRefusal,
  withEvent,
  guardOnOutput,
} from '../steps/steps.ts';

/**
 * The expenses of a user that this device stores until the server has them: sent in order, one after the other, each
 * with the key of its form, so that a repeated call returns the same expense. One tab of a browser sends at a time.
 *
 * resting        nothing waits; sent and refused expenses can be read
 * claiming       waits for its turn: another tab may be sending
 * turn           sends the expense (recording), then its file (uploading), and stores the result of each (noting)
 * paused         no answer, or the device could not store a result: retried after a delay, or when the server is back
 * expired        the session has ended: retried after the same user has signed in
 *
 * A refused expense stays in the queue until the user corrects, resends or discards it; the next one is sent.
 */

export interface QueuedExpense {
  /** The `Idempotency-Key` of the form, and the id in the queue. */
  clave: string;
  id_usuario: number;
  id_tienda: number;
  /** Position in the queue: the lowest is sent first. */
  puesto: number;
  tienda: string;
  /** The supplier as shown in the list. */
  proveedor: string;
  /** The form values as typed, for a correction. */
  values: ExpenseEntryValues;
  request: RequestOf<'/enviarGasto'>;
  /** Null once the server has the file. */
  file: File | null;
  /** Null until the server has recorded the expense. */
  id_gasto: number | null;
  estado: 'porEnviar' | 'rechazado' | 'enviado';
  /** The refusal of the server. */
  problem: Problem | null;
}

type Queue = readonly QueuedExpense[];

export interface ExpenseQueueContext {
  id_usuario: number;
  /** In the order in which they are sent. */
  entries: Queue;
  /** The expense that is being sent. */
  current: QueuedExpense | null;
  problem: Problem | null;
}

interface Chosen {
  clave: string;
}

export type ExpenseQueueEvent =
  /** Sent by the page when the stored queue changes. */
  | { type: 'CHANGED'; entries: Queue }
  /** Sent by the page when the server, or the session, is back. */
  | { type: 'RETURNED' }
  | { type: 'SEND_NOW' }
  /** Sends a refused expense again, unchanged. */
  | ({ type: 'SEND_AGAIN' } & Chosen)
  | ({ type: 'DISCARD' } & Chosen)
  /** The user has read the list of sent expenses. */
  | { type: 'CLEAR_SENT' };

const waitsIn = (entries: Queue): boolean => entries.some(({ estado }) => estado === 'porEnviar');

const currentOf = ({ context }: { context: ExpenseQueueContext }): QueuedExpense =>
  assertPresent(context.current);

const refusedEntry = ({ current }: ExpenseQueueContext, problem: Problem | null) => ({
  current: { ...assertPresent(current), estado: 'rechazado' as const, problem },
});

const queue = flow<{
  context: ExpenseQueueContext;
  events: ExpenseQueueEvent;
  input: Pick<ExpenseQueueContext, 'id_usuario'>;
  tags: 'sending' | 'expired';
}>()({
  /** Waits until no other tab sends; returns the current queue. */
  claimTurn: named<Queue, Pick<ExpenseQueueContext, 'id_usuario'>>('claimTurn'),
  enviarGasto: named<AnswerOf<'/enviarGasto'>, SaveExpenseInput>('enviarGasto'),
  cargarSoporte: named<AnswerOf<'/cargarSoporte'>, UploadInput>('cargarSoporte'),
  /** Stores the result of an expense; returns the current queue. */
  storeEntry: named<Queue, QueuedExpense>('storeEntry'),
}).extend({
  guards: {
    someWait: (_, { entries }: { entries: Queue }) => waitsIn(entries),
    nothingWaits: ({ context }) => !waitsIn(context.entries),
    expenseIsThere: ({ context }) =>
      context.entries.find(({ estado }) => estado === 'porEnviar')?.id_gasto !== null,
    /** Timeout or too many calls: a later attempt can succeed. */
    mustWait: (_, result: Result<unknown>) => !result.ok && [408, 429].includes(result.status),
    /** An error of the server itself, which a retry would meet again. */
    serverFailed: (_, { error }: Failure) => error instanceof CallFailure && error.status === 500,
    isNotUnderWay: ({ context }, { clave }: Chosen) => context.current?.clave !== clave,
  },
  actions: {
    takeFirst: assign(({ context }) => ({
      current: context.entries.find(({ estado }) => estado === 'porEnviar') ?? null,
    })),
    forgetCurrent: assign({ current: null }),
    noteExpense: assign(({ context }, [saved]: AnswerOf<'/enviarGasto'>) => ({
      current: { ...assertPresent(context.current), id_gasto: saved?.id_gasto ?? null },
    })),
    noteSent: assign(({ context }) => ({
      current: { ...assertPresent(context.current), estado: 'enviado' as const, file: null },
    })),
    noteRefusal: assign(({ context }, result: Result<unknown>) =>
      refusedEntry(context, problemOfResult(result)),
    ),
    noteFailure: assign(({ context }, { error }: Failure) =>
      refusedEntry(context, problemOfFailure(error)),
    ),
    /** Lets another tab send. */
    releaseTurn: () => missing('releaseTurn'),
    sendAgain: (_, _entry: { entries: Queue; clave: string }) => missing('sendAgain'),
    discardEntry: (_, _entry: Chosen & { id_usuario: number }) => missing('discardEntry'),
    clearSent: (_, _queue: { id_usuario: number }) => missing('clearSent'),
  },
});

/** Transitions on a refusal of a call of the turn. */
const refusals = [
  { guard: guardOnOutput('sessionEnded'), target: '#expenseQueue.expired' },
  { guard: guardOnOutput('mustWait'), target: '#expenseQueue.paused' },
  { target: 'noting', actions: assignRefusal('noteRefusal') },
] as const;

const failures = [
  { guard: withEvent('serverFailed'), target: 'noting', actions: assignFailure('noteFailure') },
  { target: '#expenseQueue.paused' },
] as const;

const chosenEntry = ({
  context,
  event,
}: {
  context: ExpenseQueueContext;
  event: Chosen;
}): Chosen & { id_usuario: number; entries: Queue } => ({
  clave: event.clave,
  id_usuario: context.id_usuario,
  entries: context.entries,
});

export const expenseQueueMachine = queue.createMachine({
  id: 'expenseQueue',
  description: 'Los gastos que este equipo guarda hasta que el servidor los tenga.',
  context: ({ input }) => ({ ...input, entries: [], current: null, problem: null }),
  initial: 'resting',
  on: {
    CHANGED: { actions: assignFromEvent('entries') },
    SEND_AGAIN: { actions: { type: 'sendAgain', params: chosenEntry } },
    DISCARD: {
      guard: withEvent('isNotUnderWay'),
      actions: { type: 'discardEntry', params: chosenEntry },
    },
    CLEAR_SENT: { actions: { type: 'clearSent', params: inputOf('id_usuario') } },
  },
  states: {
    resting: {
      description: 'Nada por enviar',
      on: {
        CHANGED: [
          { guard: withEvent('someWait'), target: 'claiming', actions: assignFromEvent('entries') },
          { actions: assignFromEvent('entries') },
        ],
      },
    },
    claiming: {
      description: 'Esperando el turno',
      invoke: {
        id: 'claimTurn',
        src: 'claimTurn',
        input: inputOf('id_usuario'),
        onDone: [
          { guard: guardOnOutput('succeeded'), target: 'turn', actions: assignOutputTo('entries') },
          { target: 'paused' },
        ],
        onError: 'paused',
      },
    },
    turn: {
      description: 'Enviando',
      tags: 'sending',
      initial: 'choosing',
      exit: ['releaseTurn', 'forgetCurrent'],
      states: {
        choosing: {
          description: 'Eligiendo el siguiente',
          always: [
            { guard: 'nothingWaits', target: '#expenseQueue.resting' },
            { guard: 'expenseIsThere', target: 'uploading', actions: 'takeFirst' },
            { target: 'recording', actions: 'takeFirst' },
          ],
        },
        recording: {
          description: 'Enviando el gasto',
          tags: 'pending',
          invoke: {
            id: 'enviarGasto',
            src: 'enviarGasto',
            input: (args) => {
              const { request, clave } = currentOf(args);
              return { body: request, idempotencyKey: clave };
            },
            onDone: [
              {
                guard: guardOnOutput('succeeded'),
                target: 'noting',
                actions: assignOutput('noteExpense'),
              },
              ...refusals,
            ],
            onError: failures,
          },
        },
        uploading: {
          description: 'Enviando el soporte',
          tags: 'pending',
          invoke: {
            id: 'cargarSoporte',
            src: 'cargarSoporte',
            input: (args) => {
              const { id_gasto, file } = currentOf(args);
              return {
                id_gasto: assertPresent(id_gasto),
                archivo: assertPresent(file),
                onProgress: () => {},
              };
            },
            onDone: [
              { guard: guardOnOutput('succeeded'), target: 'noting', actions: 'noteSent' },
              ...refusals,
            ],
            onError: failures,
          },
        },
        noting: {
          description: 'Anotando qué fue de él',
          tags: 'pending',
          invoke: {
            id: 'storeEntry',
            src: 'storeEntry',
            input: requiredFrom('current'),
            onDone: [
              {
                guard: guardOnOutput('succeeded'),
                target: 'choosing',
                actions: assignOutputTo('entries'),
              },
              { target: '#expenseQueue.paused' },
            ],
            onError: '#expenseQueue.paused',
          },
        },
      },
    },
    paused: {
      description: 'Sin respuesta',
      after: { probeDelay: 'claiming' },
      on: { RETURNED: 'claiming', SEND_NOW: 'claiming' },
    },
    expired: {
      description: 'Esperando el reingreso',
      tags: 'expired',
      on: { RETURNED: 'claiming', SEND_NOW: 'claiming' },
    },
  },
});

/** Selectors of the queue of expenses. */

type Snapshot = SnapshotFrom<typeof expenseQueueMachine>;

/** All expenses, in the order in which they are sent. */
export const entriesOf = (snapshot: Snapshot) => snapshot.context.entries;

const countOf = (snapshot: Snapshot, estado: QueuedExpense['estado']): number =>
  snapshot.context.entries.filter((entry) => entry.estado === estado).length;

/** Number of expenses that the server does not have: waiting or refused. */
export const unsentCountOf = (snapshot: Snapshot): number =>
  snapshot.context.entries.length - countOf(snapshot, 'enviado');

export const refusedCountOf = (snapshot: Snapshot): number => countOf(snapshot, 'rechazado');

const expenses = (count: number): string => counted(count, 'gasto', 'gastos');

/** The notice above every screen; null when there is nothing to report. */
export function queueNoticeOf(snapshot: Snapshot): string | null {
  const waiting = countOf(snapshot, 'porEnviar');
  const refused = refusedCountOf(snapshot);
  const sent = countOf(snapshot, 'enviado');
  const parts = [
    waiting > 0
      ? snapshot.hasTag('expired')
        ? `Inicie sesión para enviar ${expenses(waiting)}`
        : snapshot.hasTag('sending')
          ? `Enviando ${expenses(waiting)}…`
          : `${expenses(waiting)} por enviar`
      : '',
    refused > 0 ? `${expenses(refused)} que el servidor rechazó` : '',
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(' · ');
  return sent > 0 ? `Se ${sent === 1 ? 'envió' : 'enviaron'} ${expenses(sent)}` : null;
}

/** The text of an expense's state. */
export function entryStateOf(snapshot: Snapshot, entry: QueuedExpense): string {
  const { estado, id_gasto, clave } = entry;
  if (estado === 'enviado') return `Enviado como n.º ${id_gasto}`;
  if (estado === 'rechazado') return 'Rechazado por el servidor';
  return snapshot.context.current?.clave === clave ? 'Enviando…' : 'Por enviar';
}

export const isUnderWay = (snapshot: Snapshot, { clave }: QueuedExpense): boolean =>
  snapshot.context.current?.clave === clave;
