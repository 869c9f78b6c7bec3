/**
 * Watches whether this page can reach the server.
 *
 * connected    the server can be reached, as far as is known
 * doubting     a call got no answer: checks whether only that call failed
 * disconnected the browser has no network
 * unanswered   there is a network, but the server does not answer: it is probed again after a delay
 * probing      checks whether the server answers again
 */
import { emit, setup, type SnapshotFrom } from 'xstate';
import { named } from '../steps/result.ts';
import { flowDelays } from '../steps/delays.ts';

export type ConnectionEvent =
  | { type: 'BROWSER.OFFLINE' }
  | { type: 'BROWSER.ONLINE' }
  /** A call got an answer, of any kind. */
  | { type: 'CALL.ANSWERED' }
  /** A call got no answer at all. */
  | { type: 'CALL.UNANSWERED' };

const returned = { target: 'connected', actions: 'emitReturn' } as const;

export const connectionMachine = setup({
  types: {
    events: {} as ConnectionEvent,
    /** The server answers again: failed loads can be retried. */
    emitted: {} as { type: 'RETURNED' },
    tags: {} as 'away',
  },
  actors: {
    /** Resolves with any answer of the server. */
    probeServer: named<null, undefined>('probeServer'),
  },
  delays: flowDelays,
  actions: { emitReturn: emit({ type: 'RETURNED' }) },
}).createMachine({
  id: 'connection',
  description: 'Si esta página alcanza al servidor.',
  initial: 'connected',
  on: { 'BROWSER.OFFLINE': '.disconnected' },
  states: {
    connected: { description: 'Con conexión', on: { 'CALL.UNANSWERED': 'doubting' } },
    /** A single lost call is not a lost connection: no notice is shown, and nothing is reloaded. */
    doubting: {
      description: 'Comprobando una falla',
      on: { 'CALL.ANSWERED': 'connected' },
      invoke: { id: 'doubtServer', src: 'probeServer', onDone: 'connected', onError: 'unanswered' },
    },
    disconnected: {
      description: 'Sin conexión',
      tags: 'away',
      on: {
        'BROWSER.ONLINE': 'probing',
        // Some browsers report that they are offline on a private network.
        'CALL.ANSWERED': returned,
      },
    },
    unanswered: {
      description: 'El servidor no responde',
      tags: 'away',
      on: {
        'BROWSER.ONLINE': 'probing',
        'CALL.ANSWERED': returned,
      },
      after: { probeDelay: 'probing' },
    },
    probing: {
      description: 'Intentando de nuevo',
      tags: 'away',
      on: { 'CALL.ANSWERED': returned },
      invoke: { id: 'probeServer', src: 'probeServer', onDone: returned, onError: 'unanswered' },
    },
  },
});

type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;

/** The server cannot be reached. */
export const isAway = (snapshot: ConnectionSnapshot) => snapshot.hasTag('away');
const hasNoNetwork = (snapshot: ConnectionSnapshot) => snapshot.matches('disconnected');

/** The notice over the page while the server cannot be reached; null while it can. */
export const connectionNoticeOf = (snapshot: ConnectionSnapshot): string | null => {
  if (!isAway(snapshot)) return null;
  return hasNoNetwork(snapshot)
    ? 'Sin conexión. Puede seguir escribiendo.'
    : 'Sin conexión con el servidor. Seguimos intentando; puede seguir escribiendo.';
};
