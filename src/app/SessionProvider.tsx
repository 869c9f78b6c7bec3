import { createActorContext } from '@xstate/react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { createActor, fromPromise, type Snapshot, waitFor } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { refusals } from '#contract/errors.ts';
import { isLoading } from '#machines/flows/steps/flow.selectors.ts';
import { answered, type Result } from '#machines/flows/steps/result.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { confirmsSignOut, signOutGuard } from '#machines/flows/session/session-facts.ts';
import { hoursOfSession } from '#machines/flows/session/session.selectors.ts';
import { calendarOf, type WorkingCalendar } from '#machines/domain/values/working-time.ts';
import { isSessionKnown, takeSession } from './prefetched-session.ts';
import { callApi, whenSessionExpires } from '../wire/client.ts';
import { withCalls } from '../wire/with-calls.ts';
import { removeFilesOf, removeOldFiles } from '../features/drafts/draft-files.ts';
import { removeDraftsOf, removeOldDrafts } from '../features/drafts/drafts.ts';
import {
  isServerError,
  keepAnswer,
  cachedAnswer,
  removeAnswersOf,
} from '../wire/cached-answers.ts';
import { removeSentExpenses } from '../features/expenses/queued-expenses.ts';
import { removePhrasesOf } from '../features/review/phrases.ts';
import { isSignOutPending, keepSignOut, sendSignOut } from './sign-out.ts';
import {
  clearStoredSession,
  endStoredSession,
  isStoredLogin,
  storeSession,
  whenSessionChangesElsewhere,
} from '../wire/stored-session.ts';

const signOutWaits: Result<never> = {
  ok: false,
  status: 401,
  msg: '',
  motivos: [{ guardia: signOutGuard, mensaje: '' }],
};

/** The next person signs in in a browser without a session. */
const authUser = fromPromise<Result<AnswerOf<'/auth/user'>>, RequestOf<'/auth/user'>>(
  async ({ input }) => {
    const ended = await sendSignOut();
    return ended.ok || confirmsSignOut(ended) ? callApi('/auth/user', input) : ended;
  },
);

const authLogout = fromPromise<Result<AnswerOf<'/auth/logout'>>, RequestOf<'/auth/logout'>>(
  sendSignOut,
);

/**
 * Without the stored login flag nobody is signed in: the server is not asked. Nor is it while a sign-out waits, which has to
 * come first.
 */
const authSesion = fromPromise<Result<AnswerOf<'/auth/sesion'>>, RequestOf<'/auth/sesion'>>(() => {
  if (isSignOutPending()) return Promise.resolve(signOutWaits);
  if (!isStoredLogin())
    return Promise.resolve({ ok: false, status: 401, msg: refusals[401], motivos: [] });
  return orPersonOfDevice(takeSession());
});

/** Without the server the person of this device goes on: the server looks at every call that is made then. */
async function orPersonOfDevice(session: ReturnType<typeof takeSession>) {
  try {
    return await session;
  } catch (error) {
    const saved = await cachedAnswer('/auth/sesion', {});
    if (saved === null || isServerError(error)) throw error;
    return answered(saved);
  }
}

const machine = withCalls(sessionMachine).provide({
  actors: { authSesion, authUser, authLogout },
  actions: {
    storeSession: (_, facts) => {
      storeSession(facts);
      const permisos = facts.permisos.join(',');
      void keepAnswer('/auth/sesion', {}, [{ ...facts, status: '200', msg: '', permisos }]);
      removeOldDrafts(Date.now());
      void removeOldFiles(Date.now());
    },
    keepSignOut,
    endStoredSession,
    clearStoredSession,
    removeDrafts: (_, { id_usuario }) => {
      removeDraftsOf(id_usuario);
      removePhrasesOf(id_usuario);
      void removeFilesOf(id_usuario);
      void removeAnswersOf(id_usuario);
      void removeSentExpenses(id_usuario).catch(() => undefined);
    },
    reloadApplication: () => window.location.reload(),
  },
});

/** The session before anything is rendered; undefined while nobody knows it, and the page asks for itself. */
export async function restoredSession(): Promise<Snapshot<unknown> | undefined> {
  if (!isSessionKnown()) return undefined;
  const actor = createActor(machine).start();
  await waitFor(actor, (snapshot) => !isLoading(snapshot));
  const snapshot = actor.getPersistedSnapshot();
  actor.stop();
  return snapshot;
}

/** The one session actor of the page: `Session.useSelector(factsOf)`, `Session.useActorRef().send(…)`. */
export const Session = createActorContext(machine);

/** The working time in which waits are shown. */
export function useWorkingCalendar(): WorkingCalendar {
  const hours = Session.useSelector(hoursOfSession);
  return useMemo(() => calendarOf(hours), [hours]);
}

const elsewhere = {
  opened: 'SESSION.OPENED_ELSEWHERE',
  ended: 'SESSION.EXPIRED',
  closed: 'SESSION.CLOSED_ELSEWHERE',
} as const;

/** Sends to the session what the server and the other tabs of this browser report. */
function SessionListener() {
  const session = Session.useActorRef();
  useEffect(() => {
    whenSessionExpires(() => session.send({ type: 'SESSION.EXPIRED' }));
    return whenSessionChangesElsewhere((change) => session.send({ type: elsewhere[change] }));
  }, [session]);
  return null;
}

interface SessionProviderProps {
  /** With which the session begins. */
  snapshot?: Snapshot<unknown> | undefined;
  children: ReactNode;
}

export function SessionProvider({ snapshot, children }: SessionProviderProps) {
  return (
    <Session.Provider {...(snapshot && { options: { snapshot } })}>
      <SessionListener />
      {children}
    </Session.Provider>
  );
}
