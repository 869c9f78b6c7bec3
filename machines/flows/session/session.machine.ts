/**
 * The session of this browser: who is signed in and what happens when that ends.
 *
 * restoring             asks the server whether the cookie still has a session
 * unreachable           nobody answered: try again
 * signedOut             the login form; a new password can be asked for
 * signingIn             the credentials are under way
 * awaitingCode          they are right, and the code of the second factor is asked for
 * checkingCode          the code is under way
 * recovering            the request for a temporary password is under way
 * passwordChangePending signed in, but nothing is allowed before a new password is chosen
 * enrolmentPending      signed in, but nothing is allowed before a second factor is switched on
 * signedIn              the application
 * expired               the session ended in the middle of the work: the page stays as it is while the
 *                       same person signs in again, with the code where there is one
 * rechecking            somebody signed in in another tab: is it the same person?
 * otherPerson           somebody else signed in over the page of the first: it is loaded from scratch
 * signingOut            the server is told; the local data are already gone
 */
import { outputOf } from '../projections.ts';
import { given, type Result } from '../result.ts';
import { asks, keeps, refusedTo, retries, unansweredTo, when } from '../steps.ts';
import type { SessionAnswer } from './session-facts.ts';
import { session } from './session.setup.ts';

type SessionResult = Result<SessionAnswer>;

const keepFacts = { type: 'keepFacts', params: outputOf<SessionResult> } as const;

/** Somebody is signed in: what comes first depends on what is due. */
const entered = [
  {
    guard: { type: 'mustChangePassword', params: outputOf<SessionResult> },
    target: '#session.passwordChangePending',
    actions: keepFacts,
  },
  {
    guard: { type: 'mustEnrol', params: outputOf<SessionResult> },
    target: '#session.enrolmentPending',
    actions: keepFacts,
  },
  {
    guard: { type: 'succeeded', params: outputOf<SessionResult> },
    target: '#session.signedIn',
    actions: keepFacts,
  },
] as const;

const enteredAsOther = {
  guard: { type: 'isOtherPerson', params: outputOf<SessionResult> },
  target: '#session.otherPerson',
  actions: keepFacts,
} as const;

const asksForCode = { type: 'asksForCode', params: outputOf<SessionResult> } as const;
const startsAgain = { type: 'startsAgain', params: outputOf<SessionResult> } as const;

const codeStates = {
  idle: { description: 'En espera' },
  refused: { description: 'Código rechazado', tags: 'failed' },
} as const;

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
        LOGIN: { target: 'signingIn', actions: 'keepCredentials' },
        'SESSION.OPENED_ELSEWHERE': { target: 'restoring', actions: 'forgetProblem' },
        RECOVER: { target: 'recovering', actions: 'keepCredentials' },
      },
      states: {
        idle: { description: 'En espera' },
        /** The server said no, or did not answer: `problem` says which; the form keeps its fields. */
        refused: { description: 'Ingreso rechazado', tags: 'failed' },
        /** `notice` is what the server said. */
        recovered: { description: 'Contraseña temporal enviada', tags: 'done' },
      },
    },
    signingIn: {
      description: 'Iniciando sesión',
      tags: 'pending',
      exit: 'forgetCredentials',
      invoke: {
        id: 'authUser',
        src: 'authUser',
        input: ({ context }) => given(context.credentials),
        onDone: [
          ...entered,
          { guard: asksForCode, target: 'awaitingCode' },
          refusedTo('signedOut.refused'),
        ],
        onError: unansweredTo('signedOut.refused'),
      },
    },
    awaitingCode: {
      description: 'Esperando el código',
      initial: 'idle',
      on: {
        CODE: { target: 'checkingCode', actions: 'keepCode' },
        START_AGAIN: { target: 'signedOut', actions: 'forgetProblem' },
        'SESSION.OPENED_ELSEWHERE': { target: 'restoring', actions: 'forgetProblem' },
      },
      states: codeStates,
    },
    checkingCode: {
      description: 'Verificando el código',
      tags: 'pending',
      exit: 'forgetCredentials',
      invoke: {
        id: 'authCodigo',
        src: 'authCodigo',
        input: ({ context }) => ({ codigo: given(context.code) }),
        onDone: [
          ...entered,
          { guard: startsAgain, target: 'signedOut.refused', actions: keeps('keepRefusal') },
          refusedTo('awaitingCode.refused'),
        ],
        onError: unansweredTo('awaitingCode.refused'),
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
        ...asks({ shown: 'signedOut.recovered', keep: 'keepNotice', failed: 'signedOut.refused' }),
      },
    },
    passwordChangePending: {
      description: 'Cambio de contraseña pendiente',
      initial: 'waiting',
      entry: { type: 'storeSession', params: ({ context }) => given(context.facts) },
      states: {
        waiting: {
          description: 'Esperando la nueva contraseña',
          initial: 'idle',
          on: {
            CHANGE_PASSWORD: { target: 'changing', actions: 'keepNewPassword' },
            LOGOUT: '#session.signingOut',
            'SESSION.CLOSED_ELSEWHERE': { target: '#session.signedOut', actions: 'forgetSession' },
            'SESSION.EXPIRED': {
              target: '#session.signedOut.refused',
              actions: ['keepExpiry', 'forgetSession', 'clearStoredSession'],
            },
          },
          states: {
            idle: { description: 'En espera' },
            refused: { description: 'Contraseña rechazada', tags: 'failed' },
          },
        },
        changing: {
          description: 'Cambiando la contraseña',
          tags: 'pending',
          exit: 'forgetCredentials',
          invoke: {
            id: 'changePendingPwd',
            src: 'changePwd',
            input: ({ context }) => given(context.credentials),
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
              {
                guard: when('sessionEnded'),
                target: '#session.signedOut.refused',
                actions: ['keepExpiry', 'forgetSession', 'clearStoredSession'],
              },
              refusedTo('waiting.refused'),
            ],
            onError: unansweredTo('waiting.refused'),
          },
        },
      },
    },
    enrolmentPending: {
      description: 'Segundo factor pendiente',
      entry: { type: 'storeSession', params: ({ context }) => given(context.facts) },
      on: {
        ENROLLED: { target: 'signedIn', actions: 'isEnrolled' },
        LOGOUT: 'signingOut',
        'SESSION.CLOSED_ELSEWHERE': { target: 'signedOut', actions: 'forgetSession' },
        'SESSION.EXPIRED': {
          target: 'signedOut.refused',
          actions: ['keepExpiry', 'forgetSession', 'clearStoredSession'],
        },
      },
    },
    signedIn: {
      description: 'Con sesión',
      tags: 'application',
      initial: 'working',
      entry: { type: 'storeSession', params: ({ context }) => given(context.facts) },
      states: {
        working: {
          description: 'Trabajando',
          initial: 'idle',
          on: {
            CHANGE_PASSWORD: { target: 'changingPassword', actions: 'keepNewPassword' },
            LOGOUT: '#session.signingOut',
            'SESSION.EXPIRED': '#session.expired',
            'SESSION.CLOSED_ELSEWHERE': { target: '#session.signedOut', actions: 'forgetSession' },
            'SESSION.OPENED_ELSEWHERE': '#session.rechecking',
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
                input: ({ context }) => given(context.credentials),
                onDone: [
                  { guard: when('succeeded'), target: '#session.signedIn.working.passwordChanged' },
                  { guard: when('sessionEnded'), target: '#session.expired' },
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
                PROVE_IDENTITY: { target: 'proving', actions: 'keepProof' },
                CANCEL: { target: '#session.signedIn.working', actions: 'forgetProblem' },
                LOGOUT: '#session.signingOut',
                'SESSION.EXPIRED': '#session.expired',
                'SESSION.CLOSED_ELSEWHERE': {
                  target: '#session.signedOut',
                  actions: 'forgetSession',
                },
                'SESSION.OPENED_ELSEWHERE': '#session.rechecking',
              },
              states: {
                idle: { description: 'En espera' },
                /** A wrong one, too many of them, or no answer: `problem` says which. */
                refused: { description: 'Contraseña actual rechazada', tags: 'failed' },
              },
            },
            proving: {
              description: 'Guardando con la contraseña actual',
              tags: 'pending',
              invoke: {
                id: 'changeProvenPwd',
                src: 'changePwd',
                input: ({ context }) => given(context.credentials),
                onDone: [
                  { guard: when('succeeded'), target: '#session.signedIn.working.passwordChanged' },
                  { guard: when('sessionEnded'), target: '#session.expired' },
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
          on: {
            LOGIN: { target: 'signingIn', actions: 'keepCredentials' },
            LOGOUT: '#session.signingOut',
            'SESSION.CLOSED_ELSEWHERE': { target: '#session.signedOut', actions: 'forgetSession' },
            'SESSION.OPENED_ELSEWHERE': '#session.rechecking',
          },
          states: {
            idle: { description: 'En espera' },
            refused: { description: 'Reingreso rechazado', tags: 'failed' },
          },
        },
        signingIn: {
          description: 'Iniciando sesión otra vez',
          tags: 'pending',
          exit: 'forgetCredentials',
          invoke: {
            id: 'authUserAgain',
            src: 'authUser',
            input: ({ context }) => given(context.credentials),
            onDone: [
              enteredAsOther,
              ...entered,
              { guard: asksForCode, target: 'awaitingCode' },
              refusedTo('waiting.refused'),
            ],
            onError: unansweredTo('waiting.refused'),
          },
        },
        awaitingCode: {
          description: 'Esperando el código',
          initial: 'idle',
          on: {
            CODE: { target: 'checkingCode', actions: 'keepCode' },
            START_AGAIN: { target: 'waiting', actions: 'forgetProblem' },
            LOGOUT: '#session.signingOut',
            'SESSION.CLOSED_ELSEWHERE': { target: '#session.signedOut', actions: 'forgetSession' },
            'SESSION.OPENED_ELSEWHERE': '#session.rechecking',
          },
          states: codeStates,
        },
        checkingCode: {
          description: 'Verificando el código',
          tags: 'pending',
          exit: 'forgetCredentials',
          invoke: {
            id: 'authCodigoAgain',
            src: 'authCodigo',
            input: ({ context }) => ({ codigo: given(context.code) }),
            onDone: [
              enteredAsOther,
              ...entered,
              { guard: startsAgain, target: 'waiting.refused', actions: keeps('keepRefusal') },
              refusedTo('awaitingCode.refused'),
            ],
            onError: unansweredTo('awaitingCode.refused'),
          },
        },
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
        onDone: [enteredAsOther, ...entered, { target: 'expired' }],
        onError: unansweredTo('expired.waiting.refused'),
      },
    },
    otherPerson: {
      description: 'Entró otra persona',
      type: 'final',
      entry: [
        { type: 'storeSession', params: ({ context }) => given(context.facts) },
        'reloadApplication',
      ],
    },
    signingOut: {
      description: 'Cerrando la sesión',
      tags: 'pending',
      entry: [
        'clearStoredSession',
        { type: 'removeDrafts', params: ({ context }) => given(context.facts) },
      ],
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
