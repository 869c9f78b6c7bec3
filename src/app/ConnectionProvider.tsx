import { createActorContext } from '@xstate/react';
import { type ReactNode, useCallback, useEffect } from 'react';
import { fromPromise } from 'xstate';
import { connectionMachine } from '#machines/flows/session/connection.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { isSignedIn } from '#machines/flows/session/session.setup.ts';
import { ReturnContext, type ReturnSignal } from '../ui/fields/return-signal.ts';
import { probeServer, whenCallsEnd } from '../wire/client.ts';
import { Session } from './SessionProvider.tsx';

/** The one connection actor of the page. */
export const Connection = createActorContext(
  connectionMachine.provide({
    actors: {
      probeServer: fromPromise<Result<null>, undefined>(async () => {
        await probeServer();
        return answered(null);
      }),
    },
  }),
);

/** Sends to the connection what the browser and the calls report. */
function ConnectionListener() {
  const connection = Connection.useActorRef();
  useEffect(() => {
    const offline = () => connection.send({ type: 'BROWSER.OFFLINE' });
    const online = () => connection.send({ type: 'BROWSER.ONLINE' });
    if (!navigator.onLine) offline();
    whenCallsEnd((isAnswered) =>
      connection.send({ type: isAnswered ? 'CALL.ANSWERED' : 'CALL.UNANSWERED' }),
    );
    window.addEventListener('offline', offline);
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('offline', offline);
      window.removeEventListener('online', online);
    };
  }, [connection]);
  return null;
}

/** Loads again what failed to load: the server answers, or the same person signed in again. */
function ReturnProvider({ children }: { children: ReactNode }) {
  const connection = Connection.useActorRef();
  const session = Session.useActorRef();
  const signal = useCallback<ReturnSignal>(
    (listener) => {
      let signedIn = isSignedIn(session.getSnapshot());
      const returned = connection.on('RETURNED', listener);
      const reentered = session.subscribe((snapshot) => {
        const before = signedIn;
        signedIn = isSignedIn(snapshot);
        if (signedIn && !before) listener();
      });
      return () => {
        returned.unsubscribe();
        reentered.unsubscribe();
      };
    },
    [connection, session],
  );
  return <ReturnContext value={signal}>{children}</ReturnContext>;
}

export function ConnectionProvider({ children }: { children: ReactNode }) {
  return (
    <Connection.Provider>
      <ConnectionListener />
      <ReturnProvider>{children}</ReturnProvider>
    </Connection.Provider>
  );
}
