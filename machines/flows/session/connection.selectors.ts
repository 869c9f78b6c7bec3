/** Selectors of the connection. */
import type { SnapshotFrom } from 'xstate';
import type { connectionMachine } from './connection.machine.ts';

type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;

/** The browser has no network. */
const hasNoNetwork = (snapshot: ConnectionSnapshot) => snapshot.matches('disconnected');

/** The notice over the page while the server cannot be reached; null while it can. */
export const connectionNoticeOf = (snapshot: ConnectionSnapshot): string | null => {
  if (!snapshot.hasTag('away')) return null;
  return hasNoNetwork(snapshot)
    ? 'Sin conexión. Puede seguir escribiendo; guarde o envíe cuando vuelva.'
    : 'Sin conexión con el servidor. Seguimos intentando; puede seguir escribiendo.';
};
