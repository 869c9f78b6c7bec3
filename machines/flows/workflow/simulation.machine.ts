import { assign } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type Problem, type Result, call } from '../steps/result.ts';
import {
  assignFromEvent,
  assignOutput,
  flow,
  forbidden,
  guardOnOutput,
  invokeState,
  loadFailedState,
  refusedTo,
} from '../steps/steps.ts';

/**
 * Another policy on past cases. A long period is computed in parts, one call after the other; the figures of the
 * parts so far are shown. Nothing is computed once the user has left.
 *
 * loading   a part is being computed
 * shown     all parts are computed
 * failed    a part failed: RETRY goes on with it
 * forbidden the user may not see the figures
 */

/** The answer of one part, or of all parts together. */
export type Simulation = AnswerOf<'/flujoSimular'>;
type Question = RequestOf<'/flujoSimular'>;
type Course = Simulation['antes'];

interface SimulationContext {
  key: Question;
  /** The parts so far; null before the first. */
  data: Simulation | null;
  problem: Problem | null;
}

export type SimulationEvent =
  | { type: 'RETRY' }
  /** Another policy, or other cases; the part under way is discarded. */
  | { type: 'ASK'; key: Question };

const sumOf = (one: Course, other: Course): Course => ({
  cajas: one.cajas + other.cajas,
  decisiones: one.decisiones + other.decisiones,
  pesos: one.pesos + other.pesos,
  tiempo: one.tiempo + other.tiempo,
  tarde: one.tarde + other.tarde,
});

/** Adds the next part; the box that gains most time stays first. */
const joined = (before: Simulation | null, part: Simulation): Simulation =>
  before === null
    ? part
    : {
        ...part,
        casos: before.casos + part.casos,
        antes: sumOf(before.antes, part.antes),
        despues: sumOf(before.despues, part.despues),
        rechazos_perdidos: before.rechazos_perdidos + part.rechazos_perdidos,
        valor_perdido: before.valor_perdido + part.valor_perdido,
        cajas: [...before.cajas, ...part.cajas].toSorted((a, b) => a.tiempo - b.tiempo),
      };

const simulation = flow<{
  context: SimulationContext;
  events: SimulationEvent;
  input: { key: Question };
}>()({ flujoSimular: call('/flujoSimular') }).extend({
  guards: {
    partsAreLeft: (_, result: Result<Simulation>) => result.ok && result.answer.siguiente !== null,
  },
  actions: {
    addPart: assign(({ context }, part: Simulation) => ({ data: joined(context.data, part) })),
    startAnew: assign({ data: null }),
  },
});

export const simulationMachine = simulation.createMachine({
  id: 'simulation',
  description: 'Otra política sobre las cajas de un periodo, por partes.',
  context: ({ input: { key } }) => ({ key, data: null, problem: null }),
  initial: 'loading',
  on: {
    ASK: { target: '.loading', reenter: true, actions: [assignFromEvent('key'), 'startAnew'] },
  },
  states: {
    loading: invokeState('Probando la política', 'flujoSimular', {
      input: ({ context: { key, data } }: { context: SimulationContext }) => ({
        ...key,
        desde_caja: data?.siguiente ?? undefined,
      }),
      answers: [
        {
          guard: guardOnOutput('partsAreLeft'),
          target: 'loading',
          reenter: true,
          actions: assignOutput('addPart'),
        },
        { guard: guardOnOutput('succeeded'), target: 'shown', actions: assignOutput('addPart') },
        { guard: guardOnOutput('isInvisible'), ...refusedTo('forbidden') },
      ],
      failed: 'failed',
      tags: 'loading',
    }),
    shown: { description: 'A la vista', tags: 'shown' },
    failed: loadFailedState,
    forbidden,
  },
});
