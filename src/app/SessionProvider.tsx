import { type ReactNode, useCallback, useEffect } from 'react';
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { refusals } from '#contract/errors.ts';
import { connectionMachine } from '#machines/flows/session/connection.machine.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import {
  type StoredSession,
  confirmsSignOut,
  factsOf,
  isSignedIn,
  signOutGuard,
} from '#machines/flows/session/session.setup.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import {
  removeDraftsOf,
  removeFilesOf,
  removeOldDrafts,
  removeOldFiles,
  removePhrasesOf,
} from '../features/drafts/drafts.ts';
import { removeSentExpenses } from '../features/queue/queued-expenses.ts';
import { Connection, Session } from '../shell/session.ts';
import { ReturnContext, type ReturnSignal } from '../ui/feedback/FailedState.tsx';
import {
  clearStoredSession,
  endStoredSession,
  isStoredLogin,
  storedLimits,
  storeSession,
  whenSessionChangesElsewhere,
} from '../wire/browser-storage.ts';
import {
  cachedAnswer,
  cacheAnswer,
  removeAnswers,
  removeAnswersOfOthers,
} from '../wire/browser-table.ts';
import {
  callApi,
  consumePrefetched,
  Prefetched,
  probeServer,
  whenCallsEnd,
  whenSessionExpires,
} from '../wire/client.ts';
import { usePrefetched, withCalls, withPrefetched } from '../wire/with-calls.ts';
import { isSignOutPending, storePendingSignOut, sendSignOut } from './sign-out.ts';

const signOutPending: Result<never> = {
  ok: false,
  status: 401,
  msg: '',
  motivos: [{ guardia: signOutGuard, mensaje: '' }],
};

/** Sends a pending sign-out first, so that the next user signs in without an open session. */
const authUser = fromPromise<Result<AnswerOf<'/auth/user'>>, RequestOf<'/auth/user'>>(
  async ({ input }) => {
    const ended = await sendSignOut();
    return ended.ok || confirmsSignOut(ended) ? callApi('/auth/user', input) : ended;
  },
);

const authLogout = fromPromise<Result<AnswerOf<'/auth/logout'>>, RequestOf<'/auth/logout'>>(
  sendSignOut,
);

const nobody: Result<never> = { ok: false, status: 401, msg: refusals[401], motivos: [] };

/**
 * The session as far as it is known without a call: a pending sign-out must be sent first, and without the stored login
 * flag no user is signed in.
 */
function knownSession(): Result<AnswerOf<'/auth/sesion'>> | undefined {
  if (isSignOutPending()) return signOutPending;
  return isStoredLogin() ? undefined : nobody;
}

const authSesion = withPrefetched(
  fromPromise<Result<AnswerOf<'/auth/sesion'>>, RequestOf<'/auth/sesion'>>(
    async () => knownSession() ?? callApi('/auth/sesion', {}),
  ),
  () => {
    const session = knownSession() ?? consumePrefetched('/auth/sesion', {})?.result;
    return session && { session };
  },
);

/** Grants nothing: the server checks every later call. */
const storedSession = fromPromise<Result<StoredSession>, undefined>(async () =>
  answered({ ...storedLimits(), answer: await cachedAnswer('/auth/sesion', {}) }),
);

const machine = withCalls(sessionMachine).provide({
  actors: { authSesion, authUser, authLogout, storedSession },
  actions: {
    storeSession: (_, facts) => {
      storeSession(facts);
      void removeAnswersOfOthers(facts.id_usuario);
      const permisos = facts.permisos.join(',');
      void cacheAnswer('/auth/sesion', {}, [{ ...facts, status: '200', msg: '', permisos }]);
      removeOldDrafts(Date.now());
      void removeOldFiles(Date.now());
    },
    storePendingSignOut,
    endStoredSession,
    clearStoredSession,
    removeStoredAnswers: () => {
      Prefetched.forgetAll();
      void removeAnswers();
    },
    removeDrafts: (_, { id_usuario }) => {
      removeDraftsOf(id_usuario);
      removePhrasesOf(id_usuario);
      void removeFilesOf(id_usuario);
      void removeSentExpenses(id_usuario).catch(() => undefined);
    },
    reloadApplication: () => window.location.reload(),
  },
});

const elsewhere = {
  opened: 'SESSION.OPENED_ELSEWHERE',
  ended: 'SESSION.EXPIRED',
  closed: 'SESSION.CLOSED_ELSEWHERE',
} as const;

/** Forwards reports of the server and of other tabs of this browser to the session. */
function SessionListener() {
  const session = Session.useActorRef();
  useEffect(() => {
    whenSessionExpires(() => session.send({ type: 'SESSION.EXPIRED' }));
    return whenSessionChangesElsewhere(
      (change) => session.send({ type: elsewhere[change] }),
      () => factsOf(session.getSnapshot()) !== null,
    );
  }, [session]);
  return null;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  return (
    <Session.Provider logic={machine} options={usePrefetched(machine, {})}>
      <SessionListener />
      {children}
    </Session.Provider>
  );
}

const connecting = connectionMachine.provide({
  actors: {
    probeServer: fromPromise<Result<null>, undefined>(async () => {
      await probeServer();
      return answered(null);
    }),
  },
});

/** Forwards reports of the browser and of calls to the connection. */
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

/** Signals that failed reads can be repeated: the server answers again, or the user signed in again. */
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
    <Connection.Provider logic={connecting}>
      <ConnectionListener />
      <ReturnProvider>{children}</ReturnProvider>
    </Connection.Provider>
  );
}
