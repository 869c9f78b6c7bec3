import { type Problem, type Result, given, named } from '../steps/result.ts';
import {
  asks,
  flow,
  forbidden,
  inputOf,
  assignOutputTo,
  assignFromEvent,
  refusedTo,
  tried,
  unloaded,
  guardOnOutput,
} from '../steps/steps.ts';

/**
 * Something that is looked at, and the one thing that a person may do with it: the open sessions and closing the others,
 * an invitation and the password that is chosen. Where there is nothing to look at, it is null.
 *
 * loading          it comes; that of before stays visible
 * failedToLoad     it did not: try again
 * forbidden        not there, not any more, or not for this person
 * shown.idle       the command can be sent
 * shown.confirming the person is asked first
 * shown.refused    the server said no, or nobody answered: what is there was looked at again
 * shown.done       success: announced for 3 s, or to stay where it is done only once
 * writing          the command is under way
 * refreshing       it is done, and what is there now is looked at
 * looking          it was refused, or nobody answered: what is there now is looked at
 */

interface CommandInput<Key> {
  /** By which that is found which is looked at. */
  key: Key;
  /** Nothing follows a success. */
  once?: boolean;
}

interface CommandContext<Data, Request, Answer, Key> {
  key: Key;
  once: boolean;
  data: Data | null;
  request: Request | null;
  answer: Answer | null;
  problem: Problem | null;
}

export type CommandEvent<Request> =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** Before SEND, where the person has to confirm it. */
  | { type: 'ASK' }
  /** Also once more, after a failure. */
  | { type: 'SEND'; request: Request }
  /** Leaves a confirmation, or takes note of a failure. */
  | { type: 'DISMISS' };

const sends = { target: '#command.writing', actions: assignFromEvent('request') } as const;
const dismiss = { target: 'idle', actions: 'forgetProblem' } as const;

const { idle, refused } = tried('No se hizo, o no se sabe');

/** @typeParam Data what is looked at @typeParam Request the body of the call that writes */
export const createCommandMachine = <Data, Request extends object, Answer, Key>() =>
  flow<{
    context: CommandContext<Data, Request, Answer, Key>;
    events: CommandEvent<Request>;
    input: CommandInput<Key>;
  }>()({
    loadData: named<Data, { key: Key }>('loadData'),
    writeRequest: named<Answer, { request: Request }>('writeRequest'),
  })
    .extend({
      guards: {
        isOver: ({ context }, result: Result<unknown>) => result.ok && context.once,
        goesOn: ({ context }) => !context.once,
      },
    })
    .createMachine({
      id: 'command',
      description: 'Algo que se mira y lo único que se puede hacer con ello.',
      context: ({ input: { key, once = false } }) => ({
        ...{ key, once },
        ...{ data: null, request: null, answer: null, problem: null },
      }),
      initial: 'loading',
      states: {
        loading: asks('Cargando', 'loadData', {
          input: inputOf('key'),
          answers: [
            { guard: guardOnOutput('succeeded'), target: 'shown', actions: assignOutputTo('data') },
            { guard: guardOnOutput('isInvisible'), ...refusedTo('forbidden') },
            { guard: guardOnOutput('changedElsewhere'), ...refusedTo('forbidden') },
          ],
          failed: 'failedToLoad',
        }),
        failedToLoad: unloaded,
        forbidden,
        shown: {
          description: 'A la vista',
          tags: 'shown',
          initial: 'idle',
          on: { REFRESH: { target: 'loading', actions: 'forgetProblem' } },
          states: {
            idle: { ...idle, on: { ASK: 'confirming', SEND: sends } },
            confirming: {
              description: 'Pidiendo confirmación',
              on: { SEND: sends, DISMISS: dismiss },
            },
            refused: { ...refused, on: { SEND: sends, DISMISS: dismiss } },
            done: {
              description: 'Hecho',
              tags: 'done',
              after: { redirectDelay: { guard: 'goesOn', target: 'idle' } },
              on: { SEND: { guard: 'goesOn', ...sends } },
            },
          },
        },
        writing: asks('Enviando', 'writeRequest', {
          input: ({ context }: { context: { request: Request | null } }) => ({
            request: given(context.request),
          }),
          answers: [
            {
              guard: guardOnOutput('isOver'),
              target: 'shown.done',
              actions: assignOutputTo('answer'),
            },
            {
              guard: guardOnOutput('succeeded'),
              target: 'refreshing',
              actions: assignOutputTo('answer'),
            },
          ],
          failed: 'looking',
          tags: ['shown', 'pending'],
        }),
        /** That it is done is known, even where what is there now does not come. */
        refreshing: {
          description: 'Consultando lo hecho',
          tags: ['shown', 'pending'],
          invoke: {
            id: 'refreshData',
            src: 'loadData',
            input: inputOf('key'),
            onDone: [
              {
                guard: guardOnOutput('succeeded'),
                target: 'shown.done',
                actions: assignOutputTo('data'),
              },
              { target: 'shown.done' },
            ],
            onError: 'shown.done',
          },
        },
        /** The problem of the command stays. */
        looking: {
          description: 'Mirando qué quedó hecho',
          tags: ['shown', 'pending'],
          invoke: {
            id: 'lookAtData',
            src: 'loadData',
            input: inputOf('key'),
            onDone: [
              {
                guard: guardOnOutput('succeeded'),
                target: 'shown.refused',
                actions: assignOutputTo('data'),
              },
              { guard: guardOnOutput('isInvisible'), ...refusedTo('forbidden') },
              { guard: guardOnOutput('changedElsewhere'), ...refusedTo('forbidden') },
              { target: 'shown.refused' },
            ],
            onError: 'shown.refused',
          },
        },
      },
    });

export interface CommandSnapshot {
  context: { problem: Problem | null };
  matches(state: { shown: 'confirming' | 'refused' }): boolean;
  hasTag(tag: 'done' | 'pending'): boolean;
}

/** That which was sent last, or is under way. */
export const requestOf = <Request>({ context }: { context: { request: Request | null } }) =>
  context.request;
/** Of the last command that was done. */
export const answerOf = <Answer>({ context }: { context: { answer: Answer | null } }) =>
  context.answer;
export const isDone = (snapshot: CommandSnapshot): boolean => snapshot.hasTag('done');
const failed = (snapshot: CommandSnapshot): boolean => snapshot.matches({ shown: 'refused' });
/** SEND or DISMISS of a command that is confirmed first. */
export const isConfirming = (snapshot: CommandSnapshot): boolean =>
  snapshot.matches({ shown: 'confirming' }) || snapshot.hasTag('pending') || failed(snapshot);
/** The session ended, or no answer came: the same may be sent again. */
export const isUnanswered = (snapshot: CommandSnapshot): boolean =>
  failed(snapshot) && [null, 401].includes(retryStatus(snapshot));
/** DISMISS: the server said why not. */
export const isRefused = (snapshot: CommandSnapshot): boolean =>
  failed(snapshot) && !isUnanswered(snapshot);

/** Null also where the server broke. */
function retryStatus({ context: { problem } }: CommandSnapshot): number | null {
  const status = problem?.status ?? null;
  return status !== null && status >= 500 ? null : status;
}
