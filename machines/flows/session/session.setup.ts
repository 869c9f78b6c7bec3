/** Events, context, guards and actions of the session's chart. */
import { assign } from 'xstate';
import { codeGuard, startAgainGuard } from '#contract/errors.ts';
import { call } from '../call-actors.ts';
import { given, type Problem, type Result } from '../result.ts';
import { flow } from '../steps.ts';
import { type SessionAnswer, type SessionFacts, sessionFactsOf } from './session-facts.ts';

interface Password {
  password: string;
}

export interface Credentials extends Password {
  email: string;
}

/** Credentials of a sign-in, or the new ones with the current password that proves who changes them. */
type KeptCredentials = Credentials & { password_actual?: string };

export type SessionEvent =
  | ({ type: 'LOGIN' } & Credentials)
  /** From the sign-in to the form that asks for a temporary password, and BACK. */
  | { type: 'FORGOT_PASSWORD' }
  | { type: 'BACK' }
  | { type: 'RECOVER'; email: string }
  /** Chosen by the person, with its confirmation already checked by the form. */
  | ({ type: 'CHANGE_PASSWORD' } & Password)
  /** The code of the second factor: from the device, or a recovery code. */
  | { type: 'CODE'; codigo: string }
  /** Back to the password. */
  | { type: 'START_AGAIN' }
  /** The second factor that was due is switched on, and its recovery codes are kept. */
  | { type: 'ENROLLED' }
  /** The current password, asked for when the sign-in is not recent. */
  | ({ type: 'PROVE_IDENTITY' } & Password)
  | { type: 'CANCEL' }
  | { type: 'LOGOUT' }
  | { type: 'RETRY' }
  /** Sent by the client of the calls when the server says 401 to a signed-in page. */
  | { type: 'SESSION.EXPIRED' }
  /** Sent by the page when somebody left in another tab of this browser. */
  | { type: 'SESSION.CLOSED_ELSEWHERE' }
  /** Sent by the page when somebody signed in in another tab of this browser. */
  | { type: 'SESSION.OPENED_ELSEWHERE' };

export interface SessionContext {
  facts: SessionFacts | null;
  credentials: KeptCredentials | null;
  code: string | null;
  problem: Problem | null;
  /** The server's message after a recovery. */
  notice: string | null;
}

/** Effects of the page: writing the stored values and loading it again. */
const missing = (name: string): never => {
  throw new Error(`The action ${name} was not provided`);
};

/** @param name a field, or a guard of the server */
const isRefusedBy = (result: Result<unknown>, name: string): boolean =>
  !result.ok && result.motivos.some(({ guardia }) => guardia === name);

const expiredProblem: Problem = {
  status: 401,
  msg: 'Su sesión terminó. Inicie sesión de nuevo.',
  motivos: [],
};

export const session = flow({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    /** `application`: the screens of the product are shown, under whatever else is asked. */
    tags: {} as 'loading' | 'pending' | 'failed' | 'done' | 'application',
  },
  actors: {
    authSesion: call('/auth/sesion'),
    authUser: call('/auth/user'),
    authCodigo: call('/auth/codigo'),
    recoverPassword: call('/recoverPassword'),
    changePwd: call('/changePwd'),
    authLogout: call('/auth/logout'),
  },
}).extend({
  guards: {
    mustChangePassword: (_, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).cambiar_clave === 'si',
    mustEnrol: (_, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).segundo_factor === 'inscribir',
    enrolmentIsDue: ({ context }, result: Result<unknown>) =>
      result.ok && context.facts?.segundo_factor === 'inscribir',
    asksForCode: (_, result: Result<unknown>) => isRefusedBy(result, codeGuard),
    startsAgain: (_, result: Result<unknown>) => isRefusedBy(result, startAgainGuard),
    signInIsOld: (_, result: Result<unknown>) => isRefusedBy(result, 'password_actual'),
    newPasswordIsRefused: (_, result: Result<unknown>) => isRefusedBy(result, 'password'),
    isOtherPerson: ({ context }, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).id_usuario !== context.facts?.id_usuario,
  },
  actions: {
    /** isLogin, id_usuario, tipoperfil_id, permisos, the e-mail and the password-change flag. */
    storeSession: (_, _facts: SessionFacts) => missing('storeSession'),
    /** Only the login flag goes: who comes back finds the page as it was. */
    endStoredSession: () => missing('endStoredSession'),
    /** Removes the unsaved drafts of the person at the logout. */
    removeDrafts: (_, _facts: SessionFacts) => missing('removeDrafts'),
    clearStoredSession: () => missing('clearStoredSession'),
    reloadApplication: () => missing('reloadApplication'),
    keepFacts: assign((_, answer: SessionAnswer) => ({
      facts: sessionFactsOf(answer),
      problem: null,
      notice: null,
    })),
    keepCredentials: assign((_, { email, password }: Credentials) => ({
      credentials: { email, password },
      problem: null,
    })),
    keepAddress: assign((_, { email }: { email: string }) => ({
      credentials: { email, password: '' },
      problem: null,
      notice: null,
    })),
    keepCode: assign((_, { codigo }: { codigo: string }) => ({ code: codigo, problem: null })),
    keepNewPassword: assign(({ context }, { password }: Password) => ({
      credentials: { email: context.facts?.email ?? '', password },
      problem: null,
    })),
    keepProof: assign(({ context }, { password }: Password) => ({
      credentials: { ...given(context.credentials), password_actual: password },
      problem: null,
    })),
    keepNotice: assign((_, [row]: readonly { msg?: string | undefined }[]) => ({
      notice: row?.msg ?? null,
    })),
    passwordIsChanged: assign(({ context }) => ({
      facts: context.facts === null ? null : { ...context.facts, cambiar_clave: 'no' as const },
    })),
    isEnrolled: assign(({ context }) => ({
      facts: context.facts === null ? null : { ...context.facts, segundo_factor: undefined },
    })),
    keepExpiry: assign({ problem: expiredProblem }),
    forgetCredentials: assign({ credentials: null, code: null }),
    forgetSession: assign({ facts: null, credentials: null, code: null, notice: null }),
  },
});
