/**
 * Watches whether this page reaches the server.
 *
 * connected    it does, as far as anybody knows
 * doubting     a call got no answer: was it that call, or is it all of them?
 * disconnected the browser itself has no network
 * unanswered   there is a network, but nobody answers: asked again after a while
 * probing      the server is asked whether it is there again
 */
import { emit, setup, type SnapshotFrom } from 'xstate';
import { named } from '../steps/result.ts';
import { flowDelays } from '../steps/delays.ts';

export type ConnectionEvent =
  | { type: 'BROWSER.OFFLINE' }
  | { type: 'BROWSER.ONLINE' }
  /** A call came back, with whatever answer. */
  | { type: 'CALL.ANSWERED' }
  /** A call got no answer at all. */
  | { type: 'CALL.UNANSWERED' };

const returned = { target: 'connected', actions: 'emitReturn' } as const;

export const connectionMachine = setup({
  types: {
    events: {} as ConnectionEvent,
    /** The server answers again: what failed to load may be loaded. */
    emitted: {} as { type: 'RETURNED' },
    tags: {} as 'away',
  },
  actors: {
    /** Asks for nothing but an answer. */
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
    /** One lost call is no lost connection: no notice is shown, and nothing is loaded again. */
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
        // Some browsers believe to be offline behind a private network.
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
/** The browser has no network. */
const hasNoNetwork = (snapshot: ConnectionSnapshot) => snapshot.matches('disconnected');

/** The notice over the page while the server cannot be reached; null while it can. */
export const connectionNoticeOf = (snapshot: ConnectionSnapshot): string | null => {
  if (!isAway(snapshot)) return null;
  return hasNoNetwork(snapshot)
    ? 'Sin conexión. Puede seguir escribiendo.'
    : 'Sin conexión con el servidor. Seguimos intentando; puede seguir escribiendo.';
};
