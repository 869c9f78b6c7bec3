import { type Problem, type Result, assertPresent, named } from '../steps/result.ts';
import {
  invokeState,
  flow,
  forbidden,
  inputOf,
  assignOutputTo,
  assignFromEvent,
  refusedTo,
  attemptState,
  loadFailedState,
  guardOnOutput,
} from '../steps/steps.ts';

/**
 * Data and one command on them: the open sessions and closing the others, an invitation and choosing the password.
 * The data are null where there is nothing to show.
 *
 * loading          the data are loading; the previous ones stay visible
 * failedToLoad     loading failed: RETRY
 * forbidden        the data do not exist, no longer exist, or the user may not see them
 * shown.idle       the command can be sent
 * shown.confirming the user is asked for confirmation
 * shown.refused    the server refused, or did not answer; the data were reloaded
 * shown.done       success: announced for 3 s, or permanently when the command runs only once
 * writing          the command is under way
 * refreshing       reloads the data after a success
 * looking          reloads the data after a refusal or a lost answer
 */

interface CommandInput<Key> {
  /** Identifies the data. */
  key: Key;
  /** The command cannot be sent again after a success. */
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
  /** Asks for confirmation before SEND, where it is required. */
  | { type: 'ASK' }
  /** Also repeats the command after a failure. */
  | { type: 'SEND'; request: Request }
  /** Cancels a confirmation, or dismisses a failure. */
  | { type: 'DISMISS' };

const sends = { target: '#command.writing', actions: assignFromEvent('request') } as const;
const dismiss = { target: 'idle', actions: 'forgetProblem' } as const;

const { idle, refused } = attemptState('No se hizo, o no se sabe');

/** @typeParam Data the data that are shown @typeParam Request the body of the call that writes */
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
        key,
        once,
        data: null,
        request: null,
        answer: null,
        problem: null,
      }),
      initial: 'loading',
      states: {
        loading: invokeState('Cargando', 'loadData', {
          input: inputOf('key'),
          answers: [
            { guard: guardOnOutput('succeeded'), target: 'shown', actions: assignOutputTo('data') },
            { guard: guardOnOutput('isInvisible'), ...refusedTo('forbidden') },
            { guard: guardOnOutput('changedElsewhere'), ...refusedTo('forbidden') },
          ],
          failed: 'failedToLoad',
        }),
        failedToLoad: loadFailedState,
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
        writing: invokeState('Enviando', 'writeRequest', {
          input: ({ context }: { context: { request: Request | null } }) => ({
            request: assertPresent(context.request),
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
        /** The command has succeeded, even if the reload fails. */
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

/** The request under way, or the last one. */
export const requestOf = <Request>({ context }: { context: { request: Request | null } }) =>
  context.request;
/** The answer of the last successful command. */
export const answerOf = <Answer>({ context }: { context: { answer: Answer | null } }) =>
  context.answer;
export const isDone = (snapshot: CommandSnapshot): boolean => snapshot.hasTag('done');
const failed = (snapshot: CommandSnapshot): boolean => snapshot.matches({ shown: 'refused' });
/** The confirmation stays open while the command is under way, and after a failure; accepts SEND or DISMISS. */
export const isConfirming = (snapshot: CommandSnapshot): boolean =>
  snapshot.matches({ shown: 'confirming' }) || snapshot.hasTag('pending') || failed(snapshot);
/** The session ended, or there was no answer: the same command may be sent again. */
export const isUnanswered = (snapshot: CommandSnapshot): boolean =>
  failed(snapshot) && [null, 401].includes(retryStatus(snapshot));
/** The server refused, and gave the reason; accepts DISMISS. */
export const isRefused = (snapshot: CommandSnapshot): boolean =>
  failed(snapshot) && !isUnanswered(snapshot);

/** Status of the problem; null without an answer, and for a 5xx. */
function retryStatus({ context: { problem } }: CommandSnapshot): number | null {
  const status = problem?.status ?? null;
  return status !== null && status >= 500 ? null : status;
}
