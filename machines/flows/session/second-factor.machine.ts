/**
 * The person's own second factor, on the account's screen and where a profile must have one.
 *
 * loading       it is asked for
 * failed        it did not come: try again
 * off           there is none; it can be switched on
 * preparing     the server makes a secret
 * enrolling     the secret is shown; a first code of the device confirms it
 * activating    that code is under way
 * showingCodes  the recovery codes, this once, until the person has kept them
 * on            there is one; with a code it is switched off, or the recovery codes are renewed
 * renewing      the renewal is under way
 * switchingOff  the end is under way
 */
import { assign, setup } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { call } from '../calls.ts';
import { failureOf, outputOf } from '../projections.ts';
import { given, type Problem, type Result, resultGuards } from '../result.ts';
import { keeps, problems, when } from '../steps.ts';

type Factor = AnswerOf<'/miSegundoFactor'>;
type Prepared = AnswerOf<'/prepararSegundoFactor'>;
type WithCodes = AnswerOf<'/activarSegundoFactor'>;

export interface SecondFactorContext {
  factor: Factor | null;
  prepared: Prepared | null;
  /** As typed; never kept after the call. */
  codigo: string | null;
  codes: readonly string[];
  /** What the server said of the end. */
  notice: string | null;
  problem: Problem | null;
}

export type SecondFactorEvent =
  | { type: 'RETRY' }
  | { type: 'ENROL' }
  | { type: 'CANCEL' }
  /** The first code of the device. */
  | { type: 'CONFIRM'; codigo: string }
  | { type: 'CODES_KEPT' }
  | { type: 'RENEW'; codigo: string }
  | { type: 'SWITCH_OFF'; codigo: string };

const succeeded = { type: 'succeeded', params: outputOf<Result<unknown>> } as const;
const changedElsewhere = { type: 'changedElsewhere', params: outputOf<Result<unknown>> } as const;
const keepRefusal = { type: 'keepRefusal', params: outputOf<Result<unknown>> } as const;
const keepFailure = { type: 'keepFailure', params: failureOf } as const;
const keepCodes = { type: 'keepCodes', params: outputOf<Result<WithCodes>> } as const;

const codeOf = ({ context }: { context: SecondFactorContext }) => ({
  codigo: given(context.codigo),
});

/** Where a code is asked for. */
const codeStates = {
  idle: { description: 'En espera' },
  refused: { description: 'Código rechazado', tags: 'failed' },
} as const;

export const secondFactorMachine = setup({
  types: {
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    tags: {} as 'loading' | 'failed' | 'pending',
  },
  actors: {
    miSegundoFactor: call('/miSegundoFactor'),
    prepararSegundoFactor: call('/prepararSegundoFactor'),
    activarSegundoFactor: call('/activarSegundoFactor'),
    renovarCodigos: call('/renovarCodigos'),
    desactivarSegundoFactor: call('/desactivarSegundoFactor'),
  },
  guards: {
    ...resultGuards,
    isOn: (_, result: Result<Factor>) => result.ok && result.answer.activo === 1,
    isOptional: ({ context }) => context.factor?.exigido === 0,
  },
  actions: {
    keepFactor: assign((_, result: Result<Factor>) => (result.ok ? { factor: result.answer } : {})),
    keepPrepared: assign((_, result: Result<Prepared>) =>
      result.ok ? { prepared: result.answer } : {},
    ),
    keepCode: assign(({ event }) =>
      'codigo' in event ? { codigo: event.codigo, problem: null } : {},
    ),
    keepCodes: assign((_, result: Result<WithCodes>) =>
      result.ok ? { codes: result.answer[0]?.codigos ?? [] } : {},
    ),
    keepNotice: assign((_, result: Result<readonly { msg?: string | undefined }[]>) => ({
      notice: result.ok ? (result.answer[0]?.msg ?? null) : null,
    })),
    keepRefusal: assign(problems.keepRefusal),
    keepFailure: assign(problems.keepFailure),
    forgetCode: assign({ codigo: null }),
    forgetSecrets: assign({ prepared: null, codes: [] }),
    forgetMessages: assign({ problem: null, notice: null }),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'secondFactor',
  description: 'El segundo factor de la persona: activarlo, renovar sus códigos y desactivarlo.',
  context: { factor: null, prepared: null, codigo: null, codes: [], notice: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Consultando',
      tags: 'loading',
      entry: 'forgetProblem',
      invoke: {
        id: 'miSegundoFactor',
        src: 'miSegundoFactor',
        input: {},
        onDone: [
          { guard: when('isOn'), target: 'on', actions: keeps('keepFactor') },
          { guard: succeeded, target: 'off', actions: keeps('keepFactor') },
          { target: 'failed', actions: keepRefusal },
        ],
        onError: { target: 'failed', actions: keepFailure },
      },
    },
    failed: { description: 'No se pudo consultar', tags: 'failed', on: { RETRY: 'loading' } },
    off: {
      description: 'Inactivo',
      initial: 'idle',
      on: { ENROL: { target: 'preparing', actions: 'forgetMessages' } },
      states: {
        idle: { description: 'En espera' },
        refused: { description: 'No se pudo preparar', tags: 'failed' },
      },
    },
    preparing: {
      description: 'Preparando el secreto',
      tags: 'pending',
      invoke: {
        id: 'prepararSegundoFactor',
        src: 'prepararSegundoFactor',
        input: {},
        onDone: [
          { guard: succeeded, target: 'enrolling', actions: keeps('keepPrepared') },
          { guard: changedElsewhere, target: 'loading' },
          { target: 'off.refused', actions: keepRefusal },
        ],
        onError: { target: 'off.refused', actions: keepFailure },
      },
    },
    enrolling: {
      description: 'Esperando el primer código',
      initial: 'idle',
      on: {
        CONFIRM: { target: 'activating', actions: 'keepCode' },
        CANCEL: { target: 'loading', actions: 'forgetSecrets' },
      },
      states: codeStates,
    },
    /** When its answer is lost, trying again says that it is on, and the codes can be renewed. */
    activating: {
      description: 'Activando',
      tags: 'pending',
      exit: 'forgetCode',
      invoke: {
        id: 'activarSegundoFactor',
        src: 'activarSegundoFactor',
        input: codeOf,
        onDone: [
          { guard: succeeded, target: 'showingCodes', actions: keepCodes },
          { guard: changedElsewhere, target: 'loading', actions: 'forgetSecrets' },
          { target: 'enrolling.refused', actions: keepRefusal },
        ],
        onError: { target: 'enrolling.refused', actions: keepFailure },
      },
    },
    showingCodes: {
      description: 'Códigos a la vista',
      on: { CODES_KEPT: { target: 'loading', actions: 'forgetSecrets' } },
    },
    on: {
      description: 'Activo',
      initial: 'idle',
      on: {
        RENEW: { target: 'renewing', actions: 'keepCode' },
        SWITCH_OFF: { guard: 'isOptional', target: 'switchingOff', actions: 'keepCode' },
      },
      states: codeStates,
    },
    renewing: {
      description: 'Renovando los códigos',
      tags: 'pending',
      exit: 'forgetCode',
      invoke: {
        id: 'renovarCodigos',
        src: 'renovarCodigos',
        input: codeOf,
        onDone: [
          { guard: succeeded, target: 'showingCodes', actions: keepCodes },
          { guard: changedElsewhere, target: 'loading' },
          { target: 'on.refused', actions: keepRefusal },
        ],
        onError: { target: 'on.refused', actions: keepFailure },
      },
    },
    switchingOff: {
      description: 'Desactivando',
      tags: 'pending',
      exit: 'forgetCode',
      invoke: {
        id: 'desactivarSegundoFactor',
        src: 'desactivarSegundoFactor',
        input: codeOf,
        onDone: [
          { guard: succeeded, target: 'loading', actions: keeps('keepNotice') },
          { guard: changedElsewhere, target: 'loading' },
          { target: 'on.refused', actions: keepRefusal },
        ],
        onError: { target: 'on.refused', actions: keepFailure },
      },
    },
  },
});
