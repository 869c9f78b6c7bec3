/** What the session's chart is made of: its events, what it keeps, its guards and actions. */
import { assign, setup } from 'xstate';
import { codeGuard, startAgainGuard } from '#contract/calls/second-factor.calls.ts';
import { call } from '../calls.ts';
import { flowDelays } from '../delays.ts';
import { given, type Problem, type Result, resultGuards } from '../result.ts';
import { problems } from '../steps.ts';
import { type SessionAnswer, type SessionFacts, sessionFactsOf } from './session-facts.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Credentials of a sign-in, or the new ones with the current password that proves who changes them. */
type KeptCredentials = Credentials & { password_actual?: string };

export type SessionEvent =
  | ({ type: 'LOGIN' } & Credentials)
  | { type: 'RECOVER'; email: string }
  /** Chosen by the person, with its confirmation already checked by the form. */
  | { type: 'CHANGE_PASSWORD'; password: string }
  /** Of the second factor: what the device shows, or a recovery code. */
  | { type: 'CODE'; codigo: string }
  /** Back to the password. */
  | { type: 'START_AGAIN' }
  /** The second factor that was due is switched on, and its recovery codes are kept. */
  | { type: 'ENROLLED' }
  /** The current password, asked for when the sign-in is not recent. */
  | { type: 'PROVE_IDENTITY'; password: string }
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
  /** What the server said of a recovery. */
  notice: string | null;
}

/** The server refused because of what stands in this field. */
const isAbout = (result: Result<unknown>, field: string): boolean =>
  !result.ok && result.motivos.some(({ guardia }) => guardia === field);

/** Effects of the page: writing the stored values and loading it again. */
const missing = (name: string): never => {
  throw new Error(`The action ${name} was not provided`);
};

const isRefusedBy = (result: Result<unknown>, name: string): boolean =>
  !result.ok && result.motivos.some(({ guardia }) => guardia === name);

const expiredProblem: Problem = {
  status: 401,
  msg: 'Su sesión terminó. Inicie sesión de nuevo.',
  motivos: [],
};

export const session = setup({
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
  delays: flowDelays,
  guards: {
    ...resultGuards,
    mustChangePassword: (_, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).cambiar_clave === 'si',
    mustEnrol: (_, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).segundo_factor === 'inscribir',
    enrolmentIsDue: ({ context }, result: Result<unknown>) =>
      result.ok && context.facts?.segundo_factor === 'inscribir',
    asksForCode: (_, result: Result<SessionAnswer>) => isRefusedBy(result, codeGuard),
    startsAgain: (_, result: Result<SessionAnswer>) => isRefusedBy(result, startAgainGuard),
    signInIsOld: (_, result: Result<unknown>) => isAbout(result, 'password_actual'),
    newPasswordIsRefused: (_, result: Result<unknown>) => isAbout(result, 'password'),
    isOtherPerson: ({ context }, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).id_usuario !== context.facts?.id_usuario,
  },
  actions: {
    /** isLogin, id_usuario, tipoperfil_id, permisos, the e-mail and the password-change flag. */
    storeSession: (_, _facts: SessionFacts) => missing('storeSession'),
    /** Only the login flag goes: who comes back finds the page as it was. */
    endStoredSession: () => missing('endStoredSession'),
    /** What the person had typed and not saved goes with the logout. */
    removeDrafts: (_, _facts: SessionFacts) => missing('removeDrafts'),
    clearStoredSession: () => missing('clearStoredSession'),
    reloadApplication: () => missing('reloadApplication'),
    keepFacts: assign((_, result: Result<SessionAnswer>) =>
      result.ok ? { facts: sessionFactsOf(result.answer), problem: null, notice: null } : {},
    ),
    keepCredentials: assign(({ event }) =>
      event.type === 'LOGIN'
        ? { credentials: { email: event.email, password: event.password }, problem: null }
        : event.type === 'RECOVER'
          ? { credentials: { email: event.email, password: '' }, problem: null, notice: null }
          : {},
    ),
    keepCode: assign(({ event }) =>
      event.type === 'CODE' ? { code: event.codigo, problem: null } : {},
    ),
    keepNewPassword: assign(({ context, event }) =>
      event.type === 'CHANGE_PASSWORD'
        ? {
            credentials: { email: context.facts?.email ?? '', password: event.password },
            problem: null,
          }
        : {},
    ),
    keepProof: assign(({ context, event }) =>
      event.type === 'PROVE_IDENTITY'
        ? {
            credentials: { ...given(context.credentials), password_actual: event.password },
            problem: null,
          }
        : {},
    ),
    keepNotice: assign((_, result: Result<readonly { msg?: string | undefined }[]>) => ({
      notice: result.ok ? (result.answer[0]?.msg ?? null) : null,
    })),
    passwordIsChanged: assign(({ context }) => ({
      facts: context.facts === null ? null : { ...context.facts, cambiar_clave: 'no' as const },
    })),
    isEnrolled: assign(({ context }) => ({
      facts: context.facts === null ? null : { ...context.facts, segundo_factor: undefined },
    })),
    keepRefusal: assign(problems.keepRefusal),
    keepFailure: assign(problems.keepFailure),
    keepExpiry: assign({ problem: expiredProblem }),
    forgetCredentials: assign({ credentials: null, code: null }),
    forgetSession: assign({ facts: null, credentials: null, code: null, notice: null }),
    forgetProblem: assign({ problem: null }),
  },
});
