import { type SnapshotFrom, assign } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import {
  type Done,
  type Problem,
  type Result,
  call,
  assertPresent,
  isRefusedBy,
  messageOf,
  write,
} from '../steps/result.ts';
import {
  invokeState,
  attemptStates,
  flow,
  assignOutputTo,
  assignFromEvent,
  assignRefusal,
  loadFailedState,
  guardOnOutput,
  writeState,
} from '../steps/steps.ts';

/**
 * The user's second factor, on the account screen and where the profile requires one.
 *
 * loading       the second factor is loading
 * failed        loading failed: RETRY
 * off           it is off and can be switched on
 * preparing     the server creates a secret
 * enrolling     the secret is shown; a first code of the device confirms it, with the current password when
 *               the sign-in is not recent
 * activating    the first code is being checked
 * showingCodes  the recovery codes are shown, only once, until the user has saved them
 * on            it is on; a code is required to switch it off, or to renew the recovery codes
 * renewing      the recovery codes are being renewed
 * switchingOff  it is being switched off
 */

type Factor = AnswerOf<'/miSegundoFactor'>;
type Prepared = AnswerOf<'/prepararSegundoFactor'>;

const nothing = {
  factor: null as Factor | null,
  prepared: null as Prepared | null,
  /** As typed; cleared after the call. */
  codigo: null as string | null,
  /** Current password, required when the sign-in is not recent; cleared after the call. */
  password_actual: null as string | null,
  /** The server requires the password with the code. */
  asksPassword: false,
  /** The answer with the recovery codes; empty once they are saved. */
  codes: [] as AnswerOf<'/activarSegundoFactor'>,
  switchedOff: [] as Done,
  problem: null as Problem | null,
};

export type SecondFactorContext = typeof nothing;

export type SecondFactorEvent =
  | { type: 'RETRY' }
  | { type: 'ENROL' }
  | { type: 'CANCEL' }
  /** The first code of the device. */
  | { type: 'CONFIRM'; codigo: string; password_actual: string | null }
  | { type: 'CODES_SAVED' }
  | { type: 'RENEW'; codigo: string }
  | { type: 'SWITCH_OFF'; codigo: string };

const codeOf = ({ context }: { context: SecondFactorContext }) => ({
  codigo: assertPresent(context.codigo),
});

const elsewhere = {
  guard: guardOnOutput('changedElsewhere'),
  target: 'loading',
  actions: 'forgetSecrets',
} as const;

/** The state of a write; the factor is reloaded when it was changed elsewhere. */
const changes = <Name extends string, Input, Field extends string>(
  description: string,
  name: Name,
  step: {
    input: Input;
    assignTo: Field;
    saved: string;
    refused: string;
    others?: readonly object[];
  },
) =>
  ({
    ...writeState(description, name, { ...step, others: [elsewhere, ...(step.others ?? [])] }),
    exit: 'forgetTyped',
  }) as const;

const secondFactor = flow<{ context: SecondFactorContext; events: SecondFactorEvent }>()({
  miSegundoFactor: call('/miSegundoFactor'),
  prepararSegundoFactor: call('/prepararSegundoFactor'),
  activarSegundoFactor: write('/activarSegundoFactor'),
  renovarCodigos: write('/renovarCodigos'),
  desactivarSegundoFactor: write('/desactivarSegundoFactor'),
}).extend({
  guards: {
    isOn: (_, result: Result<Factor>) => result.ok && result.answer.activo === 1,
    signInIsOld: (_, result: Result<unknown>) => isRefusedBy(result, 'password_actual'),
    isOptional: ({ context }) => context.factor?.exigido === 0,
  },
  actions: {
    forgetTyped: assign({ codigo: null, password_actual: null }),
    forgetSecrets: assign({ prepared: null, codes: [], asksPassword: false }),
    askPassword: assign({ asksPassword: true }),
    forgetMessages: assign({ problem: null, switchedOff: [] }),
  },
});

export const secondFactorMachine = secondFactor.createMachine({
  id: 'secondFactor',
  description: 'El segundo factor de la persona: activarlo, renovar sus códigos y desactivarlo.',
  context: nothing,
  initial: 'loading',
  states: {
    loading: {
      ...invokeState('Consultando', 'miSegundoFactor', {
        input: {},
        answers: [
          { guard: guardOnOutput('isOn'), target: 'on', actions: assignOutputTo('factor') },
          { guard: guardOnOutput('succeeded'), target: 'off', actions: assignOutputTo('factor') },
        ],
        failed: 'failed',
      }),
      entry: 'forgetProblem',
    },
    failed: { ...loadFailedState, description: 'No se pudo consultar' },
    off: attemptStates('Inactivo', 'No se pudo preparar', {
      ENROL: { target: 'preparing', actions: 'forgetMessages' },
    }),
    preparing: changes('Preparando el secreto', 'prepararSegundoFactor', {
      input: {},
      assignTo: 'prepared',
      saved: 'enrolling',
      refused: 'off.refused',
    }),
    enrolling: attemptStates('Esperando el primer código', 'Código rechazado', {
      CONFIRM: { target: 'activating', actions: assignFromEvent('codigo', 'password_actual') },
      CANCEL: { target: 'loading', actions: 'forgetSecrets' },
    }),
    /** After a lost answer, a retry finds the factor on, and the codes can be renewed. */
    activating: changes('Activando', 'activarSegundoFactor', {
      input: ({ context }: { context: SecondFactorContext }) => ({
        codigo: assertPresent(context.codigo),
        password_actual: context.password_actual ?? undefined,
      }),
      assignTo: 'codes',
      saved: 'showingCodes',
      refused: 'enrolling.refused',
      others: [
        {
          guard: guardOnOutput('signInIsOld'),
          target: 'enrolling.refused',
          actions: [assignRefusal('setRefusal'), 'askPassword'],
        },
      ],
    }),
    showingCodes: {
      description: 'Códigos a la vista',
      on: { CODES_SAVED: { target: 'loading', actions: 'forgetSecrets' } },
    },
    on: attemptStates('Activo', 'Código rechazado', {
      RENEW: { target: 'renewing', actions: assignFromEvent('codigo') },
      SWITCH_OFF: {
        guard: 'isOptional',
        target: 'switchingOff',
        actions: assignFromEvent('codigo'),
      },
    }),
    renewing: changes('Renovando los códigos', 'renovarCodigos', {
      input: codeOf,
      assignTo: 'codes',
      saved: 'showingCodes',
      refused: 'on.refused',
    }),
    switchingOff: changes('Desactivando', 'desactivarSegundoFactor', {
      input: codeOf,
      assignTo: 'switchedOff',
      saved: 'loading',
      refused: 'on.refused',
    }),
  },
});

type Snapshot = SnapshotFrom<typeof secondFactorMachine>;

/** The user is asked to renew the recovery codes when at most this many are left. */
const FEW_CODES = 3;

/** Accepts CONFIRM or CANCEL. */
export const isEnrolling = (snapshot: Snapshot) =>
  snapshot.matches('enrolling') || snapshot.matches('activating');
/** CONFIRM must include the current password. */
export const asksForPassword = (snapshot: Snapshot) => snapshot.context.asksPassword;
/** Accepts CODES_SAVED. */
export const showsCodes = (snapshot: Snapshot) => snapshot.matches('showingCodes');
/** Accepts RENEW or SWITCH_OFF. */
export const isOn = (snapshot: Snapshot) =>
  snapshot.matches('on') || snapshot.matches('renewing') || snapshot.matches('switchingOff');
export const isPreparing = (snapshot: Snapshot) => snapshot.matches('preparing');
export const isActivating = (snapshot: Snapshot) => snapshot.matches('activating');
export const isRenewing = (snapshot: Snapshot) => snapshot.matches('renewing');
export const isSwitchingOff = (snapshot: Snapshot) => snapshot.matches('switchingOff');
/** @throws Error before a secret is prepared */
export const preparedOf = (snapshot: Snapshot) => assertPresent(snapshot.context.prepared);
export const codesOf = (snapshot: Snapshot) => snapshot.context.codes[0]?.codigos ?? [];
export const codesLeftOf = (snapshot: Snapshot) => snapshot.context.factor?.codigos_restantes ?? 0;
export const hasFewCodes = (snapshot: Snapshot) => codesLeftOf(snapshot) <= FEW_CODES;
export const isRequired = (snapshot: Snapshot) => snapshot.context.factor?.exigido === 1;
export const noticeOf = (snapshot: Snapshot) => messageOf(snapshot.context.switchedOff);
