/** Events, context, guards and actions of the session's chart. */
import { assign } from 'xstate';
import { codeGuard, startAgainGuard } from '#contract/errors.ts';
import { call, missing } from '../steps/call-actors.ts';
import { type Done, isRefusedBy, type Problem, type Result } from '../steps/result.ts';
import { flow } from '../steps/steps.ts';
import {
  confirmsSignOut,
  type SessionAnswer,
  type SessionFacts,
  sessionFactsOf,
  signOutGuard,
} from './session-facts.ts';

export type SessionEvent =
  | { type: 'LOGIN'; email: string; password: string }
  /** From the sign-in to the form that asks for a temporary password, and BACK. */
  | { type: 'FORGOT_PASSWORD' }
  | { type: 'BACK' }
  | { type: 'RECOVER'; email: string }
  /** Chosen by the person, with its confirmation already checked by the form. */
  | { type: 'CHANGE_PASSWORD'; password: string }
  /** The code of the second factor: from the device, or a recovery code. */
  | { type: 'CODE'; codigo: string }
  /** Back to the password. */
  | { type: 'START_AGAIN' }
  /** The second factor that was due is switched on, and its recovery codes are saved. */
  | { type: 'ENROLLED' }
  /** The current password, asked for when the sign-in is not recent. */
  | { type: 'PROVE_IDENTITY'; password_actual: string }
  | { type: 'CANCEL' }
  /** An address of the product that nobody may see before the sign-in; and it was opened after it. */
  | { type: 'LINK.OPENED'; link: string }
  | { type: 'LINK.FOLLOWED' }
  | { type: 'LOGOUT' }
  | { type: 'RETRY' }
  /** Sent by the client of the calls when the server says 401 to a signed-in page. */
  | { type: 'SESSION.EXPIRED' }
  /** Sent by the page when somebody left in another tab of this browser. */
  | { type: 'SESSION.CLOSED_ELSEWHERE' }
  /** Sent by the page when somebody signed in in another tab of this browser. */
  | { type: 'SESSION.OPENED_ELSEWHERE' };

/** Fields as a person typed them, saved until the server has answered. */
const nothingTyped = {
  email: null as string | null,
  /** That of a sign-in, or the new one. */
  password: null as string | null,
  /** Proves who changes the password. */
  password_actual: null as string | null,
  codigo: null as string | null,
};

export const nobody = {
  ...nothingTyped,
  facts: null as SessionFacts | null,
  /** Where the sign-in leads, `/verCaja/12`; null for the first screen. */
  link: null as string | null,
  problem: null as Problem | null,
  /** The answer to a recovery. */
  recovered: [] as Done,
};

export type SessionContext = typeof nobody;

const expiredProblem: Problem = {
  status: 401,
  msg: 'Su sesión terminó. Inicie sesión de nuevo.',
  motivos: [],
};

export const session = flow<{
  context: SessionContext;
  events: SessionEvent;
  /** `application`: the screens of the product are shown, under whatever else has to be filled in. */
  tags: 'application';
}>()({
  authSesion: call('/auth/sesion'),
  authUser: call('/auth/user'),
  authCodigo: call('/auth/codigo'),
  recoverPassword: call('/recoverPassword'),
  changePwd: call('/changePwd'),
  authLogout: call('/auth/logout'),
}).extend({
  guards: {
    mustChangePassword: ({ context }) => context.facts?.cambiar_clave === 'si',
    mustEnrol: ({ context }) => context.facts?.segundo_factor === 'inscribir',
    enrolmentIsDue: ({ context }, result: Result<unknown>) =>
      result.ok && context.facts?.segundo_factor === 'inscribir',
    asksForCode: (_, result: Result<unknown>) => isRefusedBy(result, codeGuard),
    startsAgain: (_, result: Result<unknown>) => isRefusedBy(result, startAgainGuard),
    signInIsOld: (_, result: Result<unknown>) => isRefusedBy(result, 'password_actual'),
    newPasswordIsRefused: (_, result: Result<unknown>) => isRefusedBy(result, 'password'),
    signOutWaits: (_, result: Result<unknown>) => isRefusedBy(result, signOutGuard),
    isSignedOut: (_, result: Result<Done>) => confirmsSignOut(result),
    isOtherPerson: ({ context }, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).id_usuario !== context.facts?.id_usuario,
  },
  actions: {
    /** isLogin, id_usuario, tipoperfil_id, permisos, the e-mail and the password-change flag. */
    storeSession: (_, _facts: SessionFacts) => missing('storeSession'),
    /** Only the login flag goes: who comes back finds the page as it was. */
    endStoredSession: () => missing('endStoredSession'),
    /** From here on the page opens for nobody, in any tab, before the server has confirmed the sign-out. */
    keepSignOut: () => missing('keepSignOut'),
    /** Removes the unsaved drafts of the person at the logout. */
    removeDrafts: (_, _facts: SessionFacts) => missing('removeDrafts'),
    clearStoredSession: () => missing('clearStoredSession'),
    reloadApplication: () => missing('reloadApplication'),
    keepFacts: assign((_, answer: SessionAnswer) => ({
      facts: sessionFactsOf(answer),
      problem: null,
    })),
    passwordIsChanged: assign(({ context: { facts } }) => ({
      facts: facts && { ...facts, cambiar_clave: 'no' as const },
    })),
    isEnrolled: assign(({ context: { facts } }) => ({
      facts: facts && { ...facts, segundo_factor: undefined },
    })),
    keepExpiry: assign({ problem: expiredProblem }),
    forgetTyped: assign(nothingTyped),
    keepLink: assign((_, { link }: { link: string }) => ({ link })),
    forgetLink: assign({ link: null }),
    forgetSession: assign({ ...nothingTyped, facts: null, link: null }),
  },
});
