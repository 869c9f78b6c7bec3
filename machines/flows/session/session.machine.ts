/**
 * The session of this browser: who is signed in, and how the session ends.
 *
 * opening               transient: is the session already known?
 * restoring             asks the server whether the cookie still has a session
 * recalling             no answer: could the session that this device has stored still be open?
 * unreachable           no answer, and no stored session: RETRY
 * signedOut             the login form
 * signingIn             the credentials are being checked
 * awaitingCode          the credentials are right; the code of the second factor is required
 * checkingCode          the code is being checked
 * entered               transient: a due password change, enrolment or notice comes first
 * recovery              the form that requests a temporary password
 * recovering            that request is under way
 * passwordChangePending signed in, but a new password must be chosen first
 * enrolmentPending      signed in, but a second factor must be switched on first
 * noticePending         signed in, but the company's notice on personal data comes first
 * signedIn              the application
 * expired               the session has ended during the work: the page stays while the same user signs in
 *                       again, with the code if one is required
 * rechecking            another tab has signed in: is it the same user?
 * otherPerson           another user has signed in: the page is reloaded
 * signingOut.asking     the server is asked to end the session; the local data are already removed
 * signingOut.waiting    the server has not confirmed: no user can open the page until it has
 */
import { answerIn, assertPresent } from '../steps/result.ts';
import {
  invokeState,
  attemptStates,
  attemptState,
  assignOutput,
  requiredFrom,
  assignFromEvent,
  refusedTo,
  retries,
  withEvent,
  unansweredTo,
  guardOnOutput,
  writeState,
} from '../steps/steps.ts';
import { type SessionContext, signedOutContext, session } from './session.setup.ts';

interface Args {
  context: SessionContext;
}

const entered = {
  guard: guardOnOutput('succeeded'),
  target: '#session.entered',
  actions: assignOutput('setFacts'),
} as const;

/** A guard on the session result with which the page began. */
const known = <Guard extends string>(type: Guard) =>
  ({ type, params: ({ context }: Args) => context.session }) as const;

/** A sign-in while the page of a user is shown: for another user the page is reloaded. */
const enteredOverPage = [
  {
    guard: guardOnOutput('isOtherPerson'),
    target: '#session.otherPerson',
    actions: assignOutput('setFacts'),
  },
  { ...entered, actions: [assignOutput('setFacts'), 'leaveNotice'] },
] as const;

const storesSession = { type: 'storeSession', params: requiredFrom('facts') } as const;

/** Sign-out, here or in another tab; that tab may be offline, so each tab asks the server to end the session. */
const leaving = {
  LOGOUT: {
    target: '#session.signingOut',
    actions: [
      'storePendingSignOut',
      'clearStoredSession',
      { ...storesSession, type: 'removeDrafts' },
    ],
  },
  'SESSION.CLOSED_ELSEWHERE': '#session.signingOut',
} as const;

/** Without a page a link waits for the sign-in, and a sign-in in another tab loses nothing that was typed. */
const withoutPage = {
  'LINK.OPENED': { actions: withEvent('setLink') },
  'SESSION.OPENED_ELSEWHERE': { target: '#session.restoring', actions: 'forgetProblem' },
} as const;

/** While a page is shown it stays, until it is known which user signed in in the other tab. */
const overPage = { ...leaving, 'SESSION.OPENED_ELSEWHERE': '#session.rechecking' } as const;

/** The session has ended before a page was shown. */
const endedBefore = {
  guard: guardOnOutput('sessionEnded'),
  target: 'signedOut',
  actions: ['endStoredSession', 'removeStoredAnswers'],
} as const;

/** Without a page the user signs in from the beginning. */
const endedWithoutPage = {
  target: '#session.signedOut.refused',
  actions: ['setExpiry', 'forgetSession', 'clearStoredSession', 'removeStoredAnswers'],
} as const;

/** The state that saves the new password, with the current one when it is required. */
const changes = <const Answers extends readonly object[]>(
  description: string,
  id: string,
  failed: string,
  answers: Answers,
) =>
  invokeState(description, 'changePwd', {
    id,
    input: ({ context }: Args) => ({
      email: assertPresent(context.facts).email,
      password: assertPresent(context.password),
      password_actual: context.password_actual ?? undefined,
    }),
    answers,
    failed,
    tags: 'pending',
  });

/** The sign-in states: the password, then the code if required; `form` is the state of the password form. */
const signIn = <
  Id extends '' | 'Again',
  Done extends readonly (typeof entered | (typeof enteredOverPage)[number])[],
>(
  form: string,
  id: Id,
  step: { description: string; entered: Done; on: object },
) =>
  ({
    signingIn: {
      ...invokeState(step.description, 'authUser', {
        id: `authUser${id}`,
        input: ({ context }: Args) => ({
          email: assertPresent(context.email),
          password: assertPresent(context.password),
        }),
        answers: [...step.entered, { guard: guardOnOutput('asksForCode'), target: 'awaitingCode' }],
        failed: `${form}.refused`,
        tags: 'pending',
      }),
      exit: 'forgetTyped',
    },
    awaitingCode: attemptStates('Esperando el código', 'Código rechazado', {
      CODE: { target: 'checkingCode', actions: assignFromEvent('codigo') },
      START_AGAIN: { target: form, actions: 'forgetProblem' },
      ...step.on,
    }),
    checkingCode: {
      ...invokeState('Verificando el código', 'authCodigo', {
        id: `authCodigo${id}`,
        input: ({ context }: Args) => ({ codigo: assertPresent(context.codigo) }),
        answers: [
          ...step.entered,
          { guard: guardOnOutput('startsAgain'), ...refusedTo(`${form}.refused`) },
        ],
        failed: 'awaitingCode.refused',
        tags: 'pending',
      }),
      exit: 'forgetTyped',
    },
  }) as const;

const passwordChanged = {
  guard: guardOnOutput('succeeded'),
  target: '#session.signedIn.working.passwordChanged',
} as const;

export const sessionMachine = session.createMachine({
  id: 'session',
  description: 'La sesión de este navegador: quién entró y qué pasa cuando eso termina.',
  context: ({ input }) => ({ ...signedOutContext, ...input }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Abriendo la página',
      always: [
        {
          guard: known('succeeded'),
          target: 'entered',
          actions: {
            type: 'setFacts',
            params: ({ context }) => answerIn(context.session),
          },
        },
        { guard: known('signOutPending'), target: 'signingOut' },
        { ...endedBefore, guard: known('sessionEnded') },
        { target: 'restoring' },
      ],
    },
    restoring: invokeState('Recuperando la sesión', 'authSesion', {
      input: {},
      answers: [
        entered,
        { guard: guardOnOutput('signOutPending'), target: 'signingOut' },
        endedBefore,
      ],
      failed: 'unreachable',
      lost: 'recalling',
    }),
    recalling: {
      description: 'Buscando la sesión guardada',
      tags: 'loading',
      invoke: {
        id: 'storedSession',
        src: 'storedSession',
        onDone: [
          { guard: 'serverFailed', target: 'unreachable' },
          {
            guard: guardOnOutput('isStillOpen'),
            target: 'entered',
            actions: [assignOutput('setStoredFacts'), 'leaveNotice'],
          },
          {
            guard: guardOnOutput('isOver'),
            target: 'signedOut.refused',
            actions: ['setEndedAway', 'removeStoredAnswers'],
          },
          { target: 'unreachable' },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: { description: 'Sin conexión', tags: 'failed', on: retries('restoring') },
    signedOut: {
      description: 'Sin sesión',
      initial: 'idle',
      on: {
        LOGIN: { target: 'signingIn', actions: assignFromEvent('email', 'password') },
        FORGOT_PASSWORD: { target: 'recovery', actions: 'forgetProblem' },
        ...withoutPage,
      },
      /** Refused by the server, or unanswered: `problem` says which; the form keeps its fields. */
      states: {
        ...attemptState('Ingreso rechazado'),
        /** The URL is still that of the page before the sign-out, not a link to follow. */
        left: { description: 'Recién salido', on: { 'LINK.OPENED': 'idle' } },
      },
    },
    recovery: {
      description: 'Contraseña olvidada',
      initial: 'idle',
      on: {
        RECOVER: { target: 'recovering', actions: assignFromEvent('email') },
        BACK: { target: 'signedOut', actions: 'forgetProblem' },
        ...withoutPage,
      },
      states: {
        ...attemptState('Solicitud rechazada'),
        recovered: { description: 'Contraseña temporal enviada', tags: 'done' },
      },
    },
    recovering: {
      ...writeState('Pidiendo contraseña temporal', 'recoverPassword', {
        input: ({ context }: Args) => ({ email: assertPresent(context.email) }),
        assignTo: 'recovered',
        saved: 'recovery.recovered',
        refused: 'recovery.refused',
      }),
      exit: 'forgetTyped',
    },
    ...signIn('signedOut', '', {
      description: 'Iniciando sesión',
      entered: [entered],
      on: withoutPage,
    }),
    entered: {
      description: 'Identidad comprobada',
      always: [
        { guard: 'mustChangePassword', target: 'passwordChangePending' },
        { guard: 'mustEnrol', target: 'enrolmentPending' },
        { guard: 'mustReadNotice', target: 'noticePending' },
        { target: 'signedIn' },
      ],
    },
    passwordChangePending: {
      description: 'Cambio de contraseña pendiente',
      initial: 'waiting',
      entry: storesSession,
      states: {
        waiting: attemptStates('Esperando la nueva contraseña', 'Contraseña rechazada', {
          CHANGE_PASSWORD: { target: 'changing', actions: assignFromEvent('password') },
          ...leaving,
          'SESSION.EXPIRED': endedWithoutPage,
        }),
        changing: {
          ...changes('Cambiando la contraseña', 'changePendingPwd', 'waiting.refused', [
            {
              guard: guardOnOutput('enrolmentIsDue'),
              target: '#session.enrolmentPending',
              actions: 'passwordIsChanged',
            },
            {
              guard: guardOnOutput('noticeIsDue'),
              target: '#session.noticePending',
              actions: 'passwordIsChanged',
            },
            { ...passwordChanged, actions: 'passwordIsChanged' },
            { guard: guardOnOutput('sessionEnded'), ...endedWithoutPage },
          ]),
          exit: 'forgetTyped',
        },
      },
    },
    enrolmentPending: {
      description: 'Segundo factor pendiente',
      entry: storesSession,
      on: {
        ENROLLED: { target: 'entered', actions: 'isEnrolled' },
        ...leaving,
        'SESSION.EXPIRED': endedWithoutPage,
      },
    },
    noticePending: {
      description: 'Aviso de datos pendiente',
      entry: storesSession,
      on: {
        'NOTICE.READ': { target: 'signedIn', actions: 'leaveNotice' },
        ...leaving,
        'SESSION.EXPIRED': endedWithoutPage,
      },
    },
    signedIn: {
      description: 'Con sesión',
      tags: 'application',
      initial: 'working',
      entry: storesSession,
      on: { 'LINK.FOLLOWED': { actions: 'forgetLink' } },
      states: {
        working: {
          description: 'Trabajando',
          initial: 'idle',
          on: {
            CHANGE_PASSWORD: { target: 'changingPassword', actions: assignFromEvent('password') },
            'SESSION.EXPIRED': '#session.expired',
            ...overPage,
          },
          states: {
            idle: { description: 'En el trabajo' },
            /** The change ends with the redirect: another one may follow. */
            passwordChanged: {
              description: 'Contraseña cambiada',
              tags: 'done',
              after: { redirectDelay: 'idle' },
            },
            passwordRefused: { description: 'Contraseña rechazada', tags: 'failed' },
          },
        },
        /** The new password stays in the context until the server accepts or refuses it. */
        changingPassword: {
          description: 'Cambiando la contraseña',
          exit: 'forgetTyped',
          initial: 'saving',
          states: {
            /** A write is under way: no LOGOUT or SESSION.EXPIRED is handled before its answer. */
            saving: changes(
              'Guardando la contraseña nueva',
              'changePwd',
              '#session.signedIn.working.passwordRefused',
              [
                passwordChanged,
                { guard: guardOnOutput('sessionEnded'), target: '#session.expired' },
                { guard: guardOnOutput('signInIsOld'), target: 'asking' },
              ],
            ),
            /** A wrong password, too many attempts, or no answer: `problem` says which. */
            asking: attemptStates('Pidiendo la contraseña actual', 'Contraseña actual rechazada', {
              PROVE_IDENTITY: { target: 'proving', actions: assignFromEvent('password_actual') },
              CANCEL: { target: '#session.signedIn.working', actions: 'forgetProblem' },
              'SESSION.EXPIRED': '#session.expired',
              ...overPage,
            }),
            proving: changes(
              'Guardando con la contraseña actual',
              'changeProvenPwd',
              'asking.refused',
              [
                passwordChanged,
                { guard: guardOnOutput('sessionEnded'), target: '#session.expired' },
                {
                  guard: guardOnOutput('newPasswordIsRefused'),
                  ...refusedTo('#session.signedIn.working.passwordRefused'),
                },
              ],
            ),
          },
        },
      },
    },
    expired: {
      description: 'Sesión vencida',
      tags: 'application',
      entry: ['endStoredSession', 'removeStoredAnswers'],
      initial: 'waiting',
      states: {
        waiting: attemptStates('Esperando el reingreso', 'Reingreso rechazado', {
          LOGIN: { target: 'signingIn', actions: assignFromEvent('email', 'password') },
          ...overPage,
        }),
        ...signIn('waiting', 'Again', {
          description: 'Iniciando sesión otra vez',
          entered: enteredOverPage,
          on: overPage,
        }),
      },
    },
    /** The page stays unchanged; nothing of it may be sent on behalf of another user. */
    rechecking: {
      description: 'Comprobando quién entró',
      tags: 'application',
      invoke: {
        id: 'authSesionAgain',
        src: 'authSesion',
        input: {},
        onDone: [...enteredOverPage, { target: 'expired' }],
        onError: unansweredTo('expired.waiting.refused'),
      },
    },
    otherPerson: {
      description: 'Entró otra persona',
      type: 'final',
      entry: [storesSession, 'reloadApplication'],
    },
    signingOut: {
      description: 'Cerrando la sesión',
      entry: ['forgetSession', 'forgetProblem', 'removeStoredAnswers'],
      initial: 'asking',
      states: {
        asking: invokeState('Pidiendo el cierre al servidor', 'authLogout', {
          input: {},
          answers: [{ guard: guardOnOutput('isSignedOut'), target: '#session.signedOut.left' }],
          failed: 'waiting',
          tags: 'pending',
        }),
        waiting: {
          description: 'Sin cerrar: falta la señal',
          tags: 'failed',
          on: {
            ...retries('asking'),
            // Another tab has received the confirmation.
            'SESSION.CLOSED_ELSEWHERE': 'asking',
          },
        },
      },
      exit: 'forgetProblem',
    },
  },
});
