import { usualHours, type WorkingHours } from '#machines/domain/values/working-hours.ts';
import { type SnapshotFrom, assign } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { codeGuard, startAgainGuard, tokenGuard } from '#contract/errors.ts';
import type { Holder } from '../../domain/people/authority.ts';
import {
  type Person,
  isProfileId,
  landingFor,
  parsePermissions,
} from '../../domain/people/profiles.ts';
import {
  type Done,
  type Problem,
  type Result,
  call,
  assertPresent,
  isRefusedBy,
  messageOf,
  missing,
  named,
} from '../steps/result.ts';
import { flow } from '../steps/steps.ts';
import { type SessionLimits, mayStillBeOpen } from './session-limits.ts';
import type { sessionMachine } from './session.machine.ts';

/** The signed-in user, as the page stores it. */

export interface SessionFacts {
  email: string;
  nombre: string;
  id_usuario: number;
  tipoperfil_id: number;
  tipoperfil_nombre: string;
  /** Route names; their order decides the landing page. */
  permisos: readonly string[];
  /** 'si' while only a password change is allowed. */
  cambiar_clave: 'si' | 'no';
  /** Epoch milliseconds, by the server's clock, at which the session ends regardless of activity. */
  vence: number;
  /** Milliseconds without a request after which it ends. */
  inactividad: number;
  /** Present only while the user has to switch on a second factor first. */
  segundo_factor?: 'inscribir' | undefined;
  /** Present only while the company's notice on personal data has to be read. */
  aviso?: 'leer' | undefined;
  /** Working time of the company; absent: the default. */
  horario?: WorkingHours | undefined;
}

export type SessionAnswer = AnswerOf<'/auth/user'>;

/** What this device has stored of the session. */
export interface StoredSession extends SessionLimits {
  /** Null when the device has no answer, or could not read it. */
  answer: SessionAnswer | null;
}

/** @throws Error on an empty list: the contract promises one element */
function sessionFactsOf(answer: SessionAnswer): SessionFacts {
  const [row] = answer;
  if (row === undefined) throw new Error('The answer of the session has no element');
  const { status: _status, msg: _msg, permisos, ...facts } = row;
  return { ...facts, permisos: parsePermissions(permisos) };
}

/** The user for the rules on granting rights. */
export const holderOfSession = (facts: SessionFacts): Holder => ({
  id: facts.id_usuario,
  profile: facts.tipoperfil_id,
  permisos: facts.permisos,
});

/** The user for the domain machines. @throws RangeError on a profile that is not one of the eight */
function actorOfSession(facts: Pick<SessionFacts, 'id_usuario' | 'tipoperfil_id'>): Person {
  if (!isProfileId(facts.tipoperfil_id))
    throw new RangeError(`Unknown profile ${facts.tipoperfil_id}`);
  return { id: facts.id_usuario, profile: facts.tipoperfil_id };
}

/** Guard of the refusal that replaces an answer of /auth/sesion while a sign-out is not confirmed. */
export const signOutGuard = 'signOutIsConfirmed';

/** The server has ended the session, now or before. A stale token does not prove it, nor does the page of a proxy. */
export const confirmsSignOut = (result: Result<Done>): boolean =>
  result.ok
    ? Array.isArray(result.answer)
    : result.status === 401 && !isRefusedBy(result, tokenGuard);

/** Events, context, guards and actions of the session's chart. */

export type SessionEvent =
  | { type: 'LOGIN'; email: string; password: string }
  /** Opens the form that requests a temporary password, which BACK closes. */
  | { type: 'FORGOT_PASSWORD' }
  | { type: 'BACK' }
  | { type: 'RECOVER'; email: string }
  /** The new password; the form has already checked its confirmation. */
  | { type: 'CHANGE_PASSWORD'; password: string }
  /** The code of the second factor: from the device, or a recovery code. */
  | { type: 'CODE'; codigo: string }
  /** Back to the password. */
  | { type: 'START_AGAIN' }
  /** The required second factor is switched on, and its recovery codes are saved. */
  | { type: 'ENROLLED' }
  /** The notice on personal data is read. */
  | { type: 'NOTICE.READ' }
  /** The current password, required when the sign-in is not recent. */
  | { type: 'PROVE_IDENTITY'; password_actual: string }
  | { type: 'CANCEL' }
  /** A URL that requires a sign-in was opened (LINK.OPENED), and followed after the sign-in (LINK.FOLLOWED). */
  | { type: 'LINK.OPENED'; link: string }
  | { type: 'LINK.FOLLOWED' }
  | { type: 'LOGOUT' }
  | { type: 'RETRY' }
  /** Sent by the API client on a 401 for a signed-in page. */
  | { type: 'SESSION.EXPIRED' }
  /** Sent by the page after a sign-out in another tab of this browser. */
  | { type: 'SESSION.CLOSED_ELSEWHERE' }
  /** Sent by the page after a sign-in in another tab of this browser. */
  | { type: 'SESSION.OPENED_ELSEWHERE' };

/** Fields as typed, until the server has answered. */
const nothingTyped = {
  email: null as string | null,
  /** The password of a sign-in, or the new password. */
  password: null as string | null,
  /** The current password, to confirm a change. */
  password_actual: null as string | null,
  codigo: null as string | null,
};

const noSessionResult: Result<never> = { ok: false, status: 0, msg: '', motivos: [] };

export const signedOutContext = {
  ...nothingTyped,
  /** The session result with which the page began. */
  session: noSessionResult as Result<SessionAnswer>,
  facts: null as SessionFacts | null,
  /** The path to open after the sign-in, `/verCaja/12`; null for the landing page. */
  link: null as string | null,
  problem: null as Problem | null,
  /** The answer to a password recovery. */
  recovered: [] as Done,
};

interface SessionInput {
  /** The answer of /auth/sesion, when it is already there. */
  session?: Result<SessionAnswer>;
}

export type SessionContext = typeof signedOutContext;

const endedAwayProblem: Problem = {
  status: null,
  msg: 'Su sesión terminó; conéctese a la red para volver a entrar.',
  motivos: [],
};

const expiredProblem: Problem = {
  status: 401,
  msg: 'Su sesión terminó. Inicie sesión de nuevo.',
  motivos: [],
};

export const session = flow<{
  context: SessionContext;
  events: SessionEvent;
  input: SessionInput;
  /** `application`: the screens of the product are shown, possibly below a login dialog. */
  tags: 'application';
}>()({
  authSesion: call('/auth/sesion'),
  authUser: call('/auth/user'),
  authCodigo: call('/auth/codigo'),
  recoverPassword: call('/recoverPassword'),
  changePwd: call('/changePwd'),
  authLogout: call('/auth/logout'),
  /** What this device has stored; it does not reject. */
  storedSession: named<StoredSession, undefined>('storedSession'),
}).extend({
  guards: {
    mustChangePassword: ({ context }) => context.facts?.cambiar_clave === 'si',
    mustEnrol: ({ context }) => context.facts?.segundo_factor === 'inscribir',
    enrolmentIsDue: ({ context }, result: Result<unknown>) =>
      result.ok && context.facts?.segundo_factor === 'inscribir',
    mustReadNotice: ({ context }) => context.facts?.aviso === 'leer',
    noticeIsDue: ({ context }, result: Result<unknown>) =>
      result.ok && context.facts?.aviso === 'leer',
    asksForCode: (_, result: Result<unknown>) => isRefusedBy(result, codeGuard),
    startsAgain: (_, result: Result<unknown>) => isRefusedBy(result, startAgainGuard),
    signInIsOld: (_, result: Result<unknown>) => isRefusedBy(result, 'password_actual'),
    newPasswordIsRefused: (_, result: Result<unknown>) => isRefusedBy(result, 'password'),
    signOutPending: (_, result: Result<unknown>) => isRefusedBy(result, signOutGuard),
    isSignedOut: (_, result: Result<Done>) => confirmsSignOut(result),
    /** An internal error, which a stored session must not hide. */
    serverFailed: ({ context }) => context.problem?.status === 500,
    isStillOpen: (_, result: Result<StoredSession>) =>
      result.ok && result.answer.answer !== null && mayStillBeOpen(result.answer),
    isOver: (_, result: Result<StoredSession>) => result.ok && !mayStillBeOpen(result.answer),
    isOtherPerson: ({ context }, result: Result<SessionAnswer>) =>
      result.ok && sessionFactsOf(result.answer).id_usuario !== context.facts?.id_usuario,
  },
  actions: {
    /**
     * Stores isLogin, id_usuario, tipoperfil_id, permisos, the e-mail, the password-change flag, the end of the session
     * and the answer in the browser.
     */
    storeSession: (_, _facts: SessionFacts) => missing('storeSession'),
    /** Removes only the login flag: a user who signs in again finds the page unchanged. */
    endStoredSession: () => missing('endStoredSession'),
    /** Stores the sign-out: until the server has confirmed it, no tab opens the page. */
    storePendingSignOut: () => missing('storePendingSignOut'),
    /** Removes the unsaved drafts of the user at the sign-out. */
    removeDrafts: (_, _facts: SessionFacts) => missing('removeDrafts'),
    clearStoredSession: () => missing('clearStoredSession'),
    /** Removes the answers that this browser has stored or prefetched, not drafts and queued expenses. */
    removeStoredAnswers: () => missing('removeStoredAnswers'),
    reloadApplication: () => missing('reloadApplication'),
    setFacts: assign((_, answer: SessionAnswer) => ({
      facts: sessionFactsOf(answer),
      problem: null,
    })),
    setStoredFacts: assign((_, { answer }: StoredSession) => ({
      facts: sessionFactsOf(assertPresent(answer)),
      problem: null,
    })),
    passwordIsChanged: assign(({ context: { facts } }) => ({
      facts: facts && { ...facts, cambiar_clave: 'no' as const },
    })),
    isEnrolled: assign(({ context: { facts } }) => ({
      facts: facts && { ...facts, segundo_factor: undefined },
    })),
    /** Over a page, and without a connection, the notice waits for the next start. */
    leaveNotice: assign(({ context: { facts } }) => ({
      facts: facts && { ...facts, aviso: undefined },
    })),
    setExpiry: assign({ problem: expiredProblem }),
    setEndedAway: assign({ problem: endedAwayProblem }),
    forgetTyped: assign(nothingTyped),
    setLink: assign((_, { link }: { link: string }) => ({ link })),
    forgetLink: assign({ link: null }),
    forgetSession: assign({ ...nothingTyped, session: noSessionResult, facts: null, link: null }),
  },
});

/** Selectors of the session. */

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The screens of the product are shown; while `isExpired`, with the login dialog over them. */
export const showsApplication = (snapshot: SessionSnapshot) => snapshot.hasTag('application');
export const isExpired = (snapshot: SessionSnapshot) => snapshot.matches('expired');
/** Calls are made on behalf of the user on the page. */
export const isSignedIn = (snapshot: SessionSnapshot) => snapshot.matches('signedIn');
/** The server is asked to end the session. */
export const isSigningOut = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signingOut: 'asking' });
/** The sign-out is not confirmed by the server; accepts RETRY. */
export const signOutIsUnfinished = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signingOut: 'waiting' });
export const isUnreachable = (snapshot: SessionSnapshot) => snapshot.matches('unreachable');
export const mustChangePassword = (snapshot: SessionSnapshot) =>
  snapshot.matches('passwordChangePending');
/** The recovery form replaces the login form; accepts RECOVER or BACK. */
export const showsRecovery = (snapshot: SessionSnapshot) =>
  snapshot.matches('recovery') || snapshot.matches('recovering');
/** Accepts CODE or START_AGAIN. */
export const awaitsCode = (snapshot: SessionSnapshot) =>
  snapshot.matches('awaitingCode') ||
  snapshot.matches('checkingCode') ||
  snapshot.matches({ expired: 'awaitingCode' }) ||
  snapshot.matches({ expired: 'checkingCode' });
export const mustEnrol = (snapshot: SessionSnapshot) => snapshot.matches('enrolmentPending');
export const mustReadNotice = (snapshot: SessionSnapshot) => snapshot.matches('noticePending');
export const passwordIsChanged = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signedIn: { working: 'passwordChanged' } });
/** The new password waits for the current one; accepts PROVE_IDENTITY or CANCEL. */
export const asksForCurrentPassword = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signedIn: { changingPassword: 'asking' } }) ||
  snapshot.matches({ signedIn: { changingPassword: 'proving' } });
/** The server's message after a recovery; null while there is none. */
export const noticeOf = (snapshot: SessionSnapshot): string | null =>
  snapshot.matches({ recovery: 'recovered' }) ? messageOf(snapshot.context.recovered) : null;
/** Null while no user is signed in. */
export const factsOf = (snapshot: SessionSnapshot): SessionFacts | null => snapshot.context.facts;
/** @throws Error while no user is signed in */
export const personOf = (snapshot: SessionSnapshot): SessionFacts =>
  assertPresent(snapshot.context.facts);
export const permissionsOf = (snapshot: SessionSnapshot): readonly string[] =>
  snapshot.context.facts?.permisos ?? [];
/** The working time of the company. */
export const hoursOfSession = (snapshot: SessionSnapshot): WorkingHours =>
  snapshot.context.facts?.horario ?? usualHours;
/** The link that waits for the sign-in; null without one. */
export const linkOf = (snapshot: SessionSnapshot): string | null => snapshot.context.link;
/** The path that a sign-in opens. */
export const landingOf = (snapshot: SessionSnapshot): string =>
  landingFor(snapshot.context.link ?? '', permissionsOf(snapshot));
/** The user for the domain machines. @throws Error while no user is signed in */
export const actorOf = (snapshot: SessionSnapshot): Person =>
  actorOfSession(assertPresent(snapshot.context.facts));
