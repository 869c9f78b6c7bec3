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
import { assign } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { call } from '../call-actors.ts';

import { given, type Problem, type Result } from '../result.ts';
import { attempts, flow, keeps, refusedTo, takes, unansweredTo, when } from '../steps.ts';

type Factor = AnswerOf<'/miSegundoFactor'>;
type Prepared = AnswerOf<'/prepararSegundoFactor'>;
type WithCodes = AnswerOf<'/activarSegundoFactor'>;

export interface SecondFactorContext {
  factor: Factor | null;
  prepared: Prepared | null;
  /** As typed; never kept after the call. */
  codigo: string | null;
  codes: readonly string[];
  /** The server's message after the second factor was switched off. */
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

const codeOf = ({ context }: { context: SecondFactorContext }) => ({
  codigo: given(context.codigo),
});

/** An actor that writes with a code: when the factor is no longer as it was shown, it is looked at again. */
const writesFactor = <Kept extends string, Keep extends string, Refused extends string>(step: {
  kept: Kept;
  keep: Keep;
  refused: Refused;
}) =>
  ({
    onDone: [
      { guard: when('succeeded'), target: step.kept, actions: keeps(step.keep) },
      { guard: when('changedElsewhere'), target: 'loading', actions: 'forgetSecrets' },
      refusedTo(step.refused),
    ],
    onError: unansweredTo(step.refused),
  }) as const;

const secondFactor = flow({
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
}).extend({
  guards: {
    isOn: (_, result: Result<Factor>) => result.ok && result.answer.activo === 1,
    isOptional: ({ context }) => context.factor?.exigido === 0,
  },
  actions: {
    keepFactor: assign((_, factor: Factor) => ({ factor })),
    keepPrepared: assign((_, prepared: Prepared) => ({ prepared })),
    keepCode: assign((_, { codigo }: { codigo: string }) => ({ codigo, problem: null })),
    keepCodes: assign((_, [row]: WithCodes) => ({ codes: row?.codigos ?? [] })),
    keepNotice: assign((_, [row]: readonly { msg?: string | undefined }[]) => ({
      notice: row?.msg ?? null,
    })),
    forgetCode: assign({ codigo: null }),
    forgetSecrets: assign({ prepared: null, codes: [] }),
    forgetMessages: assign({ problem: null, notice: null }),
  },
});

export const secondFactorMachine = secondFactor.createMachine({
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
          { guard: when('succeeded'), target: 'off', actions: keeps('keepFactor') },
          refusedTo('failed'),
        ],
        onError: unansweredTo('failed'),
      },
    },
    failed: { description: 'No se pudo consultar', tags: 'failed', on: { RETRY: 'loading' } },
    off: {
      description: 'Inactivo',
      initial: 'idle',
      on: { ENROL: { target: 'preparing', actions: 'forgetMessages' } },
      states: attempts('No se pudo preparar'),
    },
    preparing: {
      description: 'Preparando el secreto',
      tags: 'pending',
      invoke: {
        id: 'prepararSegundoFactor',
        src: 'prepararSegundoFactor',
        input: {},
        ...writesFactor({ kept: 'enrolling', keep: 'keepPrepared', refused: 'off.refused' }),
      },
    },
    enrolling: {
      description: 'Esperando el primer código',
      initial: 'idle',
      on: {
        CONFIRM: { target: 'activating', actions: takes('keepCode') },
        CANCEL: { target: 'loading', actions: 'forgetSecrets' },
      },
      states: attempts('Código rechazado'),
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
        ...writesFactor({ kept: 'showingCodes', keep: 'keepCodes', refused: 'enrolling.refused' }),
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
        RENEW: { target: 'renewing', actions: takes('keepCode') },
        SWITCH_OFF: { guard: 'isOptional', target: 'switchingOff', actions: takes('keepCode') },
      },
      states: attempts('Código rechazado'),
    },
    renewing: {
      description: 'Renovando los códigos',
      tags: 'pending',
      exit: 'forgetCode',
      invoke: {
        id: 'renovarCodigos',
        src: 'renovarCodigos',
        input: codeOf,
        ...writesFactor({ kept: 'showingCodes', keep: 'keepCodes', refused: 'on.refused' }),
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
        ...writesFactor({ kept: 'loading', keep: 'keepNotice', refused: 'on.refused' }),
      },
    },
  },
});
