/**
 * The open sessions of the person, and closing all of them but this one.
 *
 * loading               they come; those of before stay visible
 * failed                they did not come: try again
 * showing.untouched     there is this one, and perhaps others
 * showing.closing       the others are being closed
 * showing.closed        they are, announced for 3 s, then the sessions come again
 * showing.failedToClose the server said no, or nobody answered: try again, or leave it
 */
import type { AnswerOf } from '#contract/contract.ts';
import { type Done, type Problem, call, messageOf, write } from '../steps/result.ts';
import { flow, loads, unloaded, writes } from '../steps/steps.ts';
import type { SnapshotFrom } from 'xstate';

type Sessions = AnswerOf<'/misSesiones'>;
export type OwnSession = Sessions[number];

const nothing = {
  sessions: [] as Sessions,
  closed: [] as Done,
  problem: null as Problem | null,
};

export type OwnSessionsContext = typeof nothing;

export type OwnSessionsEvent =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** The person wants to be signed in only here; also once more, after a failure. */
  | { type: 'CLOSE_OTHERS' }
  /** Takes note of a failure. */
  | { type: 'DISMISS' };

const ownSessions = flow<{ context: OwnSessionsContext; events: OwnSessionsEvent }>()({
  misSesiones: call('/misSesiones'),
  cerrarOtrasSesiones: write('/cerrarOtrasSesiones'),
}).extend({ guards: { hasOthers: ({ context }) => context.sessions.length > 1 } });

export const ownSessionsMachine = ownSessions.createMachine({
  id: 'ownSessions',
  description: 'Las sesiones abiertas de la persona, y el cierre de las demás.',
  context: nothing,
  initial: 'loading',
  states: {
    loading: {
      ...loads('Cargando las sesiones', 'misSesiones', {
        input: {},
        keep: 'sessions',
        shown: 'showing',
        failed: 'failed',
      }),
      entry: 'forgetProblem',
    },
    failed: unloaded,
    showing: {
      description: 'Sesiones a la vista',
      tags: 'rows',
      initial: 'untouched',
      states: {
        untouched: {
          description: 'En espera',
          on: {
            REFRESH: '#ownSessions.loading',
            CLOSE_OTHERS: { guard: 'hasOthers', target: 'closing' },
          },
        },
        closing: {
          ...writes('Cerrando las demás', 'cerrarOtrasSesiones', {
            input: {},
            keep: 'closed',
            saved: 'closed',
            refused: 'failedToClose',
          }),
          entry: 'forgetProblem',
        },
        closed: {
          description: 'Las demás cerradas',
          tags: 'done',
          after: { redirectDelay: '#ownSessions.loading' },
          on: { REFRESH: '#ownSessions.loading' },
        },
        failedToClose: {
          description: 'No se cerraron',
          on: { CLOSE_OTHERS: 'closing', DISMISS: '#ownSessions.loading' },
        },
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof ownSessionsMachine>;

/** Those of before while others are loading. */
export const sessionsOf = (snapshot: Snapshot) => snapshot.context.sessions;
/** Why there is nothing to close; empty while that is not known. */
export const closingReasonsOf = (snapshot: Snapshot): string[] =>
  snapshot.hasTag('rows') && snapshot.context.sessions.length <= 1
    ? ['No hay otras sesiones abiertas.']
    : [];
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? messageOf(snapshot.context.closed) : null;
/** CLOSE_OTHERS or DISMISS. */
export const failedToClose = (snapshot: Snapshot) => snapshot.matches({ showing: 'failedToClose' });
