/**
 * The session of this browser: who is signed in and what happens when that ends.
 *
 * opening               passing: is the answer there already?
 * restoring             asks the server whether the cookie still has a session
 * unreachable           nobody answered: try again
 * signedOut             the login form
 * signingIn             the credentials are under way
 * awaitingCode          they are right, and the code of the second factor has to be typed
 * checkingCode          the code is under way
 * entered               passing: what is due comes first
 * recovery              the form that asks for a temporary password
 * recovering            that request is under way
 * passwordChangePending signed in, but nothing is allowed before a new password is chosen
 * enrolmentPending      signed in, but nothing is allowed before a second factor is switched on
 * signedIn              the application
 * expired               the session ended in the middle of the work: the page stays as it is while the
 *                       same person signs in again, with the code where there is one
 * rechecking            somebody signed in in another tab: is it the same person?
 * otherPerson           somebody else signed in over the page of the first: it is loaded from scratch
 * signingOut.asking     the server ends the session; the local data are already gone
 * signingOut.waiting    it has not confirmed that: the page opens for nobody, until it has
 */
import { answerIn, given } from '../steps/result.ts';
import {
  asks,
  attempts,
  tried,
  assignOutput,
  givenIn,
  assignFromEvent,
  refusedTo,
  retries,
  withEvent,
  unansweredTo,
  guardOnOutput,
  writes,
} from '../steps/steps.ts';
import { type SessionContext, nobody, session } from './session.setup.ts';

interface Args {
  context: SessionContext;
}

const entered = {
  guard: guardOnOutput('succeeded'),
  target: '#session.entered',
  actions: assignOutput('keepFacts'),
} as const;

/** A guard over the answer with which the page began. */
const known = <Guard extends string>(type: Guard) =>
  ({ type, params: ({ context }: Args) => context.session }) as const;

/** Over the page of somebody. */
const enteredOverPage = [
  {
    guard: guardOnOutput('isOtherPerson'),
    target: '#session.otherPerson',
    actions: assignOutput('keepFacts'),
  },
  entered,
] as const;

const storesSession = { type: 'storeSession', params: givenIn('facts') } as const;

/** The person leaves, here or in another tab, which perhaps has no network to do it. */
const leaving = {
  LOGOUT: {
    target: '#session.signingOut',
    actions: ['keepSignOut', 'clearStoredSession', { ...storesSession, type: 'removeDrafts' }],
  },
  'SESSION.CLOSED_ELSEWHERE': '#session.signingOut',
} as const;

/** Without a page: a link is for after the sign-in; when another tab signs in first, nothing that was typed would be lost. */
const withoutPage = {
  'LINK.OPENED': { actions: withEvent('keepLink') },
  'SESSION.OPENED_ELSEWHERE': { target: '#session.restoring', actions: 'forgetProblem' },
} as const;

/** The same while a page is shown: it stays as it is until it is known who entered. */
const overPage = { ...leaving, 'SESSION.OPENED_ELSEWHERE': '#session.rechecking' } as const;

/** Without a page there is nothing to keep: the person signs in from the beginning. */
const endedWithoutPage = {
  target: '#session.signedOut.refused',
  actions: ['keepExpiry', 'forgetSession', 'clearStoredSession'],
} as const;

/** The state that changes the password: the new one, and the current one where it proves who changes it. */
const changes = <const Answers extends readonly object[]>(
  description: string,
  id: string,
  failed: string,
  answers: Answers,
) =>
  asks(description, 'changePwd', {
    id,
    input: ({ context }: Args) => ({
      email: given(context.facts).email,
      password: given(context.password),
      password_actual: context.password_actual ?? undefined,
    }),
    answers,
    failed,
    tags: 'pending',
  });

/** The password, and the code where there is one; `form` is the state in which the password is typed. */
const signIn = <Id extends '' | 'Again', Done extends readonly (typeof enteredOverPage)[number][]>(
  form: string,
  id: Id,
  step: { description: string; entered: Done; on: object },
) =>
  ({
    signingIn: {
      ...asks(step.description, 'authUser', {
        id: `authUser${id}`,
        input: ({ context }: Args) => ({
          email: given(context.email),
          password: given(context.password),
        }),
        answers: [...step.entered, { guard: guardOnOutput('asksForCode'), target: 'awaitingCode' }],
        failed: `${form}.refused`,
        tags: 'pending',
      }),
      exit: 'forgetTyped',
    },
    awaitingCode: attempts('Esperando el código', 'Código rechazado', {
      CODE: { target: 'checkingCode', actions: assignFromEvent('codigo') },
      START_AGAIN: { target: form, actions: 'forgetProblem' },
      ...step.on,
    }),
    checkingCode: {
      ...asks('Verificando el código', 'authCodigo', {
        id: `authCodigo${id}`,
        input: ({ context }: Args) => ({ codigo: given(context.codigo) }),
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
  context: ({ input }) => ({ ...nobody, ...input }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Abriendo la página',
      always: [
        {
          guard: known('succeeded'),
          target: 'entered',
          actions: {
            type: 'keepFacts',
            params: ({ context }) => answerIn(context.session),
          },
        },
        { guard: known('signOutWaits'), target: 'signingOut' },
        { guard: known('sessionEnded'), target: 'signedOut', actions: 'endStoredSession' },
        { target: 'restoring' },
      ],
    },
    restoring: asks('Recuperando la sesión', 'authSesion', {
      input: {},
      answers: [
        entered,
        { guard: guardOnOutput('signOutWaits'), target: 'signingOut' },
        { guard: guardOnOutput('sessionEnded'), target: 'signedOut', actions: 'endStoredSession' },
      ],
      failed: 'unreachable',
    }),
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
        ...tried('Ingreso rechazado'),
        /** The address is still that of the page that was left: it is no link. */
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
        ...tried('Solicitud rechazada'),
        recovered: { description: 'Contraseña temporal enviada', tags: 'done' },
      },
    },
    recovering: {
      ...writes('Pidiendo contraseña temporal', 'recoverPassword', {
        input: ({ context }: Args) => ({ email: given(context.email) }),
        keep: 'recovered',
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
        { target: 'signedIn' },
      ],
    },
    passwordChangePending: {
      description: 'Cambio de contraseña pendiente',
      initial: 'waiting',
      entry: storesSession,
      states: {
        waiting: attempts('Esperando la nueva contraseña', 'Contraseña rechazada', {
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
            /** The change is over when the person has been led on: another one may follow. */
            passwordChanged: {
              description: 'Contraseña cambiada',
              tags: 'done',
              after: { redirectDelay: 'idle' },
            },
            passwordRefused: { description: 'Contraseña rechazada', tags: 'failed' },
          },
        },
        /** The new password is saved until the server has it or refuses it. */
        changingPassword: {
          description: 'Cambiando la contraseña',
          exit: 'forgetTyped',
          initial: 'saving',
          states: {
            /** A write is under way: leaving and an expiry wait for its answer. */
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
            /** A wrong one, too many of them, or no answer: `problem` says which. */
            asking: attempts('Pidiendo la contraseña actual', 'Contraseña actual rechazada', {
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
      entry: 'endStoredSession',
      initial: 'waiting',
      states: {
        waiting: attempts('Esperando el reingreso', 'Reingreso rechazado', {
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
      entry: ['forgetSession', 'forgetProblem'],
      initial: 'asking',
      states: {
        asking: asks('Pidiendo el cierre al servidor', 'authLogout', {
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
            // Another tab has had its confirmation.
            'SESSION.CLOSED_ELSEWHERE': 'asking',
          },
        },
      },
      exit: 'forgetProblem',
    },
  },
});
