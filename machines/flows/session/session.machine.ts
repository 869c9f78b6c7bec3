/**
 * The session of this browser: who is signed in and what happens when that ends.
 *
 * restoring             asks the server whether the cookie still has a session
 * unreachable           nobody answered: try again
 * signedOut             the login form
 * signingIn             the credentials are under way
 * awaitingCode          they are right, and the code of the second factor is asked for
 * checkingCode          the code is under way
 * recovery              the form that asks for a temporary password
 * recovering            that request is under way
 * passwordChangePending signed in, but nothing is allowed before a new password is chosen
 * enrolmentPending      signed in, but nothing is allowed before a second factor is switched on
 * signedIn              the application
 * expired               the session ended in the middle of the work: the page stays as it is while the
 *                       same person signs in again, with the code where there is one
 * rechecking            somebody signed in in another tab: is it the same person?
 * otherPerson           somebody else signed in over the page of the first: it is loaded from scratch
 * signingOut            the server is told; the local data are already gone
 */
import { given } from '../result.ts';
import { asks, attempts, keeps, refusedTo, retries, takes, unansweredTo, when } from '../steps.ts';
import { type SessionContext, session } from './session.setup.ts';

/** Somebody is signed in: what comes first depends on what is due. */
const entered = [
  {
    guard: when('mustChangePassword'),
    target: '#session.passwordChangePending',
    actions: keeps('keepFacts'),
  },
  { guard: when('mustEnrol'), target: '#session.enrolmentPending', actions: keeps('keepFacts') },
  { guard: when('succeeded'), target: '#session.signedIn', actions: keeps('keepFacts') },
] as const;

/** The same over the page of somebody. */
const enteredOverPage = [
  { guard: when('isOtherPerson'), target: '#session.otherPerson', actions: keeps('keepFacts') },
  ...entered,
] as const;

/** The person leaves, here or in another tab. */
const leaving = {
  LOGOUT: '#session.signingOut',
  'SESSION.CLOSED_ELSEWHERE': { target: '#session.signedOut', actions: 'forgetSession' },
} as const;

/** Another tab goes ahead: nothing is typed here that would be lost. */
const openedElsewhere = {
  'SESSION.OPENED_ELSEWHERE': { target: '#session.restoring', actions: 'forgetProblem' },
} as const;

/** The same while a page is shown: it stays as it is until it is known who entered. */
const overPage = { ...leaving, 'SESSION.OPENED_ELSEWHERE': '#session.rechecking' } as const;

/** Without a page there is nothing to keep: the person signs in from the beginning. */
const endedWithoutPage = {
  target: '#session.signedOut.refused',
  actions: ['keepExpiry', 'forgetSession', 'clearStoredSession'],
} as const;

const storesSession = {
  type: 'storeSession',
  params: ({ context }: { context: SessionContext }) => given(context.facts),
} as const;

const credentialsOf = ({ context }: { context: SessionContext }) => given(context.credentials);

/** The password, and the code where there is one; `form` is the state that asks for the password. */
const signIn = <
  Form extends string,
  Id extends '' | 'Again',
  Done extends typeof entered | typeof enteredOverPage,
  On extends object,
>(step: {
  form: Form;
  id: Id;
  description: string;
  entered: Done;
  on: On;
}) =>
  ({
    signingIn: {
      description: step.description,
      tags: 'pending',
      exit: 'forgetCredentials',
      invoke: {
        id: `authUser${step.id}`,
        src: 'authUser',
        input: credentialsOf,
        onDone: [
          ...step.entered,
          { guard: when('asksForCode'), target: 'awaitingCode' },
          refusedTo(`${step.form}.refused`),
        ],
        onError: unansweredTo(`${step.form}.refused`),
      },
    },
    awaitingCode: {
      description: 'Esperando el código',
      initial: 'idle',
      on: {
        CODE: { target: 'checkingCode', actions: takes('keepCode') },
        START_AGAIN: { target: step.form, actions: 'forgetProblem' },
        ...step.on,
      },
      states: attempts('Código rechazado'),
    },
    checkingCode: {
      description: 'Verificando el código',
      tags: 'pending',
      exit: 'forgetCredentials',
      invoke: {
        id: `authCodigo${step.id}`,
        src: 'authCodigo',
        input: ({ context }: { context: SessionContext }) => ({ codigo: given(context.code) }),
        onDone: [
          ...step.entered,
          { guard: when('startsAgain'), ...refusedTo(`${step.form}.refused`) },
          refusedTo('awaitingCode.refused'),
        ],
        onError: unansweredTo('awaitingCode.refused'),
      },
    },
  }) as const;

/** The new password is kept, or the session ended before it was. */
const passwordChanged = [
  { guard: when('succeeded'), target: '#session.signedIn.working.passwordChanged' },
  { guard: when('sessionEnded'), target: '#session.expired' },
] as const;

export const sessionMachine = session.createMachine({
  id: 'session',
  description: 'La sesión de este navegador: quién entró y qué pasa cuando eso termina.',
  context: { facts: null, credentials: null, code: null, problem: null, notice: null },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Recuperando la sesión',
      tags: 'loading',
      invoke: {
        id: 'authSesion',
        src: 'authSesion',
        input: {},
        onDone: [
          ...entered,
          { guard: when('sessionEnded'), target: 'signedOut', actions: 'endStoredSession' },
          refusedTo('unreachable'),
        ],
        onError: unansweredTo('unreachable'),
      },
    },
    unreachable: { description: 'Sin conexión', tags: 'failed', on: retries('restoring') },
    signedOut: {
      description: 'Sin sesión',
      initial: 'idle',
      on: {
        LOGIN: { target: 'signingIn', actions: takes('keepCredentials') },
        FORGOT_PASSWORD: { target: 'recovery', actions: 'forgetProblem' },
        ...openedElsewhere,
      },
      /** Refused by the server, or unanswered: `problem` says which; the form keeps its fields. */
      states: attempts('Ingreso rechazado'),
    },
    recovery: {
      description: 'Contraseña olvidada',
      initial: 'idle',
      on: {
        RECOVER: { target: 'recovering', actions: takes('keepAddress') },
        BACK: { target: 'signedOut', actions: 'forgetProblem' },
        ...openedElsewhere,
      },
      states: {
        ...attempts('Solicitud rechazada'),
        /** `notice` is what the server said. */
        recovered: { description: 'Contraseña temporal enviada', tags: 'done' },
      },
    },
    recovering: {
      description: 'Pidiendo contraseña temporal',
      tags: 'pending',
      exit: 'forgetCredentials',
      invoke: {
        id: 'recoverPassword',
        src: 'recoverPassword',
        input: ({ context }) => ({ email: given(context.credentials).email }),
        ...asks({ shown: 'recovery.recovered', keep: 'keepNotice', failed: 'recovery.refused' }),
      },
    },
    ...signIn({
      form: 'signedOut',
      id: '',
      description: 'Iniciando sesión',
      entered,
      on: openedElsewhere,
    }),
    passwordChangePending: {
      description: 'Cambio de contraseña pendiente',
      initial: 'waiting',
      entry: storesSession,
      states: {
        waiting: {
          description: 'Esperando la nueva contraseña',
          initial: 'idle',
          on: {
            CHANGE_PASSWORD: { target: 'changing', actions: takes('keepNewPassword') },
            ...leaving,
            'SESSION.EXPIRED': endedWithoutPage,
          },
          states: attempts('Contraseña rechazada'),
        },
        changing: {
          description: 'Cambiando la contraseña',
          tags: 'pending',
          exit: 'forgetCredentials',
          invoke: {
            id: 'changePendingPwd',
            src: 'changePwd',
            input: credentialsOf,
            onDone: [
              {
                guard: when('enrolmentIsDue'),
                target: '#session.enrolmentPending',
                actions: 'passwordIsChanged',
              },
              {
                guard: when('succeeded'),
                target: '#session.signedIn.working.passwordChanged',
                actions: 'passwordIsChanged',
              },
              { guard: when('sessionEnded'), ...endedWithoutPage },
              refusedTo('waiting.refused'),
            ],
            onError: unansweredTo('waiting.refused'),
          },
        },
      },
    },
    enrolmentPending: {
      description: 'Segundo factor pendiente',
      entry: storesSession,
      on: {
        ENROLLED: { target: 'signedIn', actions: 'isEnrolled' },
        ...leaving,
        'SESSION.EXPIRED': endedWithoutPage,
      },
    },
    signedIn: {
      description: 'Con sesión',
      tags: 'application',
      initial: 'working',
      entry: storesSession,
      states: {
        working: {
          description: 'Trabajando',
          initial: 'idle',
          on: {
            CHANGE_PASSWORD: { target: 'changingPassword', actions: takes('keepNewPassword') },
            'SESSION.EXPIRED': '#session.expired',
            ...overPage,
          },
          states: {
            idle: { description: 'En el trabajo' },
            /** The change is over when the person has been led on: another one may follow. */
            passwordChanged: {
              description: 'Contraseña cambiada',
              tags: 'done',
              after: { redirectDelay: 'idle' },
            },
            passwordRefused: { description: 'Contraseña rechazada', tags: 'failed' },
          },
        },
        /** The new password is kept until the server has it or refuses it. */
        changingPassword: {
          description: 'Cambiando la contraseña',
          exit: 'forgetCredentials',
          initial: 'saving',
          states: {
            /** A write is under way: leaving and an expiry wait for its answer. */
            saving: {
              description: 'Guardando la contraseña nueva',
              tags: 'pending',
              invoke: {
                id: 'changePwd',
                src: 'changePwd',
                input: credentialsOf,
                onDone: [
                  ...passwordChanged,
                  { guard: when('signInIsOld'), target: 'asking' },
                  refusedTo('#session.signedIn.working.passwordRefused'),
                ],
                onError: unansweredTo('#session.signedIn.working.passwordRefused'),
              },
            },
            asking: {
              description: 'Pidiendo la contraseña actual',
              initial: 'idle',
              on: {
                PROVE_IDENTITY: { target: 'proving', actions: takes('keepProof') },
                CANCEL: { target: '#session.signedIn.working', actions: 'forgetProblem' },
                'SESSION.EXPIRED': '#session.expired',
                ...overPage,
              },
              /** A wrong one, too many of them, or no answer: `problem` says which. */
              states: attempts('Contraseña actual rechazada'),
            },
            proving: {
              description: 'Guardando con la contraseña actual',
              tags: 'pending',
              invoke: {
                id: 'changeProvenPwd',
                src: 'changePwd',
                input: credentialsOf,
                onDone: [
                  ...passwordChanged,
                  {
                    guard: when('newPasswordIsRefused'),
                    ...refusedTo('#session.signedIn.working.passwordRefused'),
                  },
                  refusedTo('asking.refused'),
                ],
                onError: unansweredTo('asking.refused'),
              },
            },
          },
        },
      },
    },
    expired: {
      description: 'Sesión vencida',
      tags: 'application',
      entry: 'endStoredSession',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Esperando el reingreso',
          initial: 'idle',
          on: { LOGIN: { target: 'signingIn', actions: takes('keepCredentials') }, ...overPage },
          states: attempts('Reingreso rechazado'),
        },
        ...signIn({
          form: 'waiting',
          id: 'Again',
          description: 'Iniciando sesión otra vez',
          entered: enteredOverPage,
          on: overPage,
        }),
      },
    },
    /** The page stays as it is; nothing of it may be sent in the name of somebody else. */
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
      tags: 'pending',
      entry: ['clearStoredSession', { ...storesSession, type: 'removeDrafts' }],
      exit: ['forgetSession', 'forgetProblem'],
      invoke: {
        id: 'authLogout',
        src: 'authLogout',
        input: {},
        onDone: 'signedOut',
        onError: 'signedOut',
      },
    },
  },
});
