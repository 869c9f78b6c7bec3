import { createActorContext } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { refusals } from '#contract/errors.ts';
import type { Result } from '#machines/flows/result.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { actorFor, callApi, whenSessionExpires } from './client.ts';
import { removeFilesOf, removeOldFiles } from './draft-files.ts';
import { removeDraftsOf, removeOldDrafts } from './drafts.ts';
import {
  clearStoredSession,
  endStoredSession,
  isStoredLogin,
  storeSession,
  whenSessionChangesElsewhere,
} from './stored-session.ts';

/** Without the stored login flag nobody is signed in: the server is not asked. */
const authSesion = fromPromise<Result<AnswerOf<'/auth/sesion'>>, RequestOf<'/auth/sesion'>>(() =>
  isStoredLogin()
    ? callApi('/auth/sesion', {})
    : Promise.resolve({ ok: false, status: 401, msg: refusals[401], motivos: [] }),
);

const machine = sessionMachine.provide({
  actors: {
    authSesion,
    authUser: actorFor('/auth/user'),
    authCodigo: actorFor('/auth/codigo'),
    recoverPassword: actorFor('/recoverPassword'),
    changePwd: actorFor('/changePwd'),
    authLogout: actorFor('/auth/logout'),
  },
  actions: {
    storeSession: (_, facts) => {
      storeSession(facts);
      removeOldDrafts(Date.now());
      void removeOldFiles(Date.now());
    },
    endStoredSession,
    clearStoredSession,
    removeDrafts: (_, { id_usuario }) => {
      removeDraftsOf(id_usuario);
      void removeFilesOf(id_usuario);
    },
    reloadApplication: () => window.location.reload(),
  },
});

/** The one session actor of the page: `Session.useSelector(factsOf)`, `Session.useActorRef().send(…)`. */
export const Session = createActorContext(machine);

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

export function SessionProvider({ children }: { children: ReactNode }) {
  return (
    <Session.Provider>
      <SessionListener />
      {children}
    </Session.Provider>
  );
}
