/** /flujoSimular: applies a policy to the events of the selected cases, box by box. */
import type { CasePolicy } from '#contract/calls/figures.calls.ts';
import type { AnswerOf, BodyOf } from '#contract/contract.ts';
import {
  type CaseFacts,
  type TimedCase,
  sum,
  timedCases,
} from '#machines/domain/history/case-figures.ts';
import {
  type Policy,
  categoryLimit,
  maintenanceFrom,
  outcomeOf,
} from '#machines/domain/history/what-if.ts';
import { toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { dayOf, midnightOf, workingTimeBetween } from '#machines/domain/values/working-time.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { eventsOfBox } from '../cases/event.repository.ts';
import {
  type Selected,
  categoriesNamed,
  namedCase,
  namesOf,
  recordingDays,
  selectCases,
} from './figures.repository.ts';

type Request = BodyOf<'/flujoSimular'>;

/** Actual or simulated result of a case; centavos, milliseconds of working time. */
interface Course {
  /** Boxes that are sent. */
  cajas: number;
  decisiones: number;
  pesos: number;
  tiempo: number;
  tarde: boolean;
}

interface Simulated {
  one: TimedCase;
  before: Course;
  after: Course;
  /** Centavos of each rejection that would have been missed. */
  missed: readonly number[];
}

/** Boxes whose logs one call replays, in about a second; the next call goes on with the others. */
const replaysOfCall = 500;

/** @throws HttpError 422 when the value is missing */
function given<Value>(value: Value | undefined, field: string, mensaje: string): Value {
  if (value === undefined) throw brokenRule(field, mensaje);
  return value;
}

const limitOf = ({ limite }: Request): number =>
  toCentavos(given(limite, 'limite', 'Escriba un valor.'));

/** A policy that requires replaying logs, and the cases that it can change. */
interface ReplayPolicy {
  policy: Policy;
  isTouched: (facts: CaseFacts) => boolean;
}

const walkedPolicies = {
  mantenimiento_desde: async (_trx, request) => ({
    policy: maintenanceFrom(limitOf(request)),
    isTouched: ({ camino }) => camino.includes('maintenance'),
  }),
  previa_limpia_hasta: async (_trx, request) => ({
    policy: { cleanBelow: limitOf(request) },
    isTouched: () => true,
  }),
  limite_categoria: async (trx, request) => {
    const id = given(request.categoria_limite, 'categoria_limite', 'Elija una categoría.');
    const categories = await categoriesNamed(trx, id);
    return {
      policy: categoryLimit(categories, limitOf(request)),
      // A correction may have removed the category.
      isTouched: ({ categorias, correcciones }) =>
        correcciones > 0 || categorias.some((one) => categories.has(one)),
    };
  },
} as const satisfies Partial<
  Record<CasePolicy, (trx: Trx, request: Request) => Promise<ReplayPolicy>>
>;

type Simulate = (
  trx: Trx,
  one: TimedCase,
  before: Course,
) => Promise<Omit<Simulated, 'one' | 'before'>>;

/** Replays the logs: a skipped state saves its time, and makes no case late. */
const replaying =
  ({ policy, isTouched }: ReplayPolicy): Simulate =>
  async (trx, { facts, stages, ciclo }, before) => {
    if (!isTouched(facts)) return { after: before, missed: [] };
    const { decisiones, aprobado, perdidos, states } = outcomeOf(
      await eventsOfBox(trx, facts.id_caja),
      policy,
    );
    const passed = stages.filter(({ estado }) => !states.has(estado));
    const isSent = states.size > 1;
    const tiempo = ciclo - sum(passed.map(({ espera, trabajo }) => espera + trabajo));
    const tarde = stages.some(({ estado, tarde }) => tarde && states.has(estado));
    const after = isSent
      ? { cajas: 1, decisiones, pesos: aprobado, tiempo: Math.max(0, tiempo), tarde }
      : { cajas: 0, decisiones: 0, pesos: 0, tiempo: 0, tarde: false };
    return { after, missed: perdidos };
  };

/** Every day with an expense has its own box, sent at its end; the first one ends the wait of the first expense. */
async function sendingDaily(trx: Trx, { calendar, selection }: Selected): Promise<Simulate> {
  const days = await recordingDays(trx, selection);
  return async (_trx, { facts, stages, ciclo }, before) => {
    const sent = stages[0]?.hasta ?? facts.cierre;
    const saved = workingTimeBetween(midnightOf(dayOf(facts.inicio) + 1), sent, calendar);
    const cajas = days.get(facts.id_caja) ?? 1;
    return { after: { ...before, cajas, tiempo: ciclo - saved }, missed: [] };
  };
}

/** Replaces the target of one state. */
const withTarget = ({ cases, calendar, targets }: Selected, request: Request): Simulate => {
  const estado = given(request.estado, 'estado', 'Elija una etapa.');
  const days = given(request.dias, 'dias', 'Escriba los días.');
  const facts = cases.map((one) => one.facts);
  const late = new Map(
    timedCases(facts, calendar, { ...targets, [estado]: days }).map(
      ({ facts: { id_caja }, tarde }) => [id_caja, tarde],
    ),
  );
  return async (_trx, one, before) => ({
    after: { ...before, tarde: late.get(one.facts.id_caja) ?? before.tarde },
    missed: [],
  });
};

async function simulationOf(trx: Trx, selected: Selected, request: Request): Promise<Simulate> {
  const { politica } = request;
  if (politica === 'envio_diario') return sendingDaily(trx, selected);
  if (politica === 'meta') return withTarget(selected, request);
  return replaying(await walkedPolicies[politica](trx, request));
}

const courseOf = ({ facts, ciclo, tarde }: TimedCase): Course => ({
  cajas: 1,
  decisiones: facts.decisiones,
  pesos: facts.total_aprobado,
  tiempo: ciclo,
  tarde,
});

const totalOf = (courses: readonly Course[]): AnswerOf<'/flujoSimular'>['antes'] => ({
  cajas: sum(courses.map(({ cajas }) => cajas)),
  decisiones: sum(courses.map(({ decisiones }) => decisiones)),
  pesos: toPesos(sum(courses.map(({ pesos }) => pesos))),
  tiempo: sum(courses.map(({ tiempo }) => tiempo)),
  tarde: courses.filter(({ tarde }) => tarde).length,
});

const isDifferent = ({ before, after, missed }: Simulated): boolean =>
  missed.length > 0 || JSON.stringify(before) !== JSON.stringify(after);

export const simulation: LongRead<'/flujoSimular'> = (input, context) =>
  context.read(async (trx) => {
    const selected = await selectCases(trx, context, input);
    const simulate = await simulationOf(trx, selected, input);
    const { desde_caja = 0 } = input;
    const left = selected.cases
      .filter(({ facts }) => facts.id_caja >= desde_caja)
      .toSorted((one, other) => one.facts.id_caja - other.facts.id_caja);
    const taken = Object.hasOwn(walkedPolicies, input.politica)
      ? left.slice(0, replaysOfCall)
      : left;
    const simulated: Simulated[] = [];
    for (const one of taken) {
      const before = courseOf(one);
      simulated.push({ one, before, ...(await simulate(trx, one, before)) });
    }
    const stores = await namesOf(trx, 'tienda');
    return {
      casos: simulated.length,
      siguiente: left[taken.length]?.facts.id_caja ?? null,
      faltan: left.length - taken.length,
      antes: totalOf(simulated.map(({ before }) => before)),
      despues: totalOf(simulated.map(({ after }) => after)),
      rechazos_perdidos: sum(simulated.map(({ missed }) => missed.length)),
      valor_perdido: toPesos(sum(simulated.flatMap(({ missed }) => missed))),
      cajas: simulated
        .filter(isDifferent)
        .toSorted((a, b) => b.before.tiempo - b.after.tiempo - (a.before.tiempo - a.after.tiempo))
        .map(({ one, before, after, missed }) => ({
          ...namedCase(one.facts, stores),
          cajas: after.cajas - before.cajas,
          decisiones: after.decisiones - before.decisiones,
          pesos: toPesos(after.pesos - before.pesos),
          tiempo: after.tiempo - before.tiempo,
          rechazos_perdidos: missed.length,
        })),
    };
  });
