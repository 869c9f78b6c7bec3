/** Figures over cases, as defined in docs/figures.md. Pure; durations are milliseconds of working time. */
import { type DelayState, delayStates, onTheWay, rankOf } from '../box/box-delays.ts';
import type { TargetedState } from '#contract/calls/administration.calls.ts';
import { targetedStates } from '#contract/calls/figures.calls.ts';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { stageNames, stageOfBox, stages as reviews } from '../stages/stages.ts';
import { boxStateOf } from '../stages/states.ts';
import { dateInBogota } from '../values/bogota-time.ts';
import { grouped } from '../values/grouped.ts';
import type { WorkingCalendar } from '../values/working-hours.ts';
import {
  dayOf,
  midnightOf,
  weekdayOf,
  workingClock,
  workingDaysBetween,
} from '../values/working-time.ts';
import {
  type ClosedCase,
  corrected,
  isDirect,
  redecided,
  staysOf,
  staysUntil,
  stepsOfPath,
} from './closed-case.ts';

/** A closed case with columns of its box; amounts in centavos. */
export interface CaseFacts extends ClosedCase {
  id_caja: number;
  id_tienda: number;
  consecutivo: number | null;
  total: number;
  total_aprobado: number;
}

/** A stay of a case at a stage. */
interface StageTime {
  estado: DelayState;
  /** `espera` lasts until the first user event there, `trabajo` from then to the end; both are elapsed working time. */
  espera: number;
  trabajo: number;
  /** Id of the user who ended it; 0 for the courier. */
  quien: number;
  tarde: boolean;
  /** Its length in working days, each as long as it was then. */
  dias: number;
  /** Start and end, epoch milliseconds. */
  desde: number;
  hasta: number;
}

export interface TimedCase {
  facts: CaseFacts;
  ciclo: number;
  /** The same in working days, each as long as it was then. */
  dias: number;
  /** From the send by the store to the closing. */
  delEnvio: number;
  /** From the first expense until the store confirmed the money; null without a confirmed payment. */
  alDinero: number | null;
  stages: readonly StageTime[];
  tarde: boolean;
  retrabajo: boolean;
}

export type Targets = Partial<Record<DelayState, number>>;

/** Measures stays in working time, with their targets. */
function stageTimer(calendar: WorkingCalendar, targets: Targets) {
  const clock = workingClock(calendar);
  const between = (from: number, to: number) => Math.max(0, clock(to) - clock(from));
  const daysBetween = (from: number, to: number) => workingDaysBetween(from, to, calendar, between);
  const timed = ({ primera, ...stay }: ReturnType<typeof staysOf>[number]): StageTime => {
    const [espera, trabajo] = [between(stay.desde, primera), between(primera, stay.hasta)];
    const dias = daysBetween(stay.desde, stay.hasta);
    const tarde = dias > (targets[stay.estado] ?? Number.POSITIVE_INFINITY);
    return { ...stay, espera, trabajo, dias, tarde };
  };
  return { between, daysBetween, timed };
}

/** The stays of a box in working time up to an instant. @param events of the box, from the first */
export const stagesOfLog = (
  events: Parameters<typeof staysUntil>[0],
  calendar: WorkingCalendar,
  targets: Targets,
  now: number,
): StageTime[] => staysUntil(events, now).map(stageTimer(calendar, targets).timed);

/** The stay furthest beyond its target; null when none is beyond. */
export function worstStay(
  stages: readonly StageTime[],
  targets: Targets,
): { estado: TargetedState; tiempo: number; meta: number; exceso: number } | null {
  const late = stages.flatMap(({ estado, espera, trabajo, dias, tarde }) => {
    const targeted = targetedStates.find((one) => one === estado);
    const meta = targets[estado];
    if (!tarde || targeted === undefined || meta === undefined) return [];
    const tiempo = espera + trabajo;
    // The target in the length of the days of the stay.
    return { estado: targeted, tiempo, meta, exceso: tiempo - Math.round((meta * tiempo) / dias) };
  });
  return late.toSorted((one, other) => other.exceso - one.exceso)[0] ?? null;
}

/** Times of cases, computed with the hours of each day and the current targets. */
export function timedCases(
  cases: readonly CaseFacts[],
  calendar: WorkingCalendar,
  targets: Targets,
): TimedCase[] {
  const { between, daysBetween, timed } = stageTimer(calendar, targets);
  return cases.map((facts) => {
    const { inicio, cierre, recibido, retrabajo } = facts;
    const stages = staysOf(facts).map(timed);
    return {
      facts,
      ciclo: between(inicio, cierre),
      dias: daysBetween(inicio, cierre),
      delEnvio: between(stages[0]?.hasta ?? inicio, cierre),
      // A box whose payment is not followed has its closing there.
      alDinero: recibido === null || recibido === cierre ? null : between(inicio, recibido),
      stages,
      tarde: stages.some(({ tarde }) => tarde),
      retrabajo: retrabajo.some(([, , , reason]) => reason === redecided),
    };
  });
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((all, one) => all + one, 0);

/** A typed array, which sorts numerically without a comparator. */
const ascending = (times: readonly number[]): Float64Array => Float64Array.from(times).sort();

/** Mean, percentiles by nearest rank, minimum and maximum; null for an empty list. */
export function measuresOf(times: readonly number[]) {
  if (times.length === 0) return null;
  const sorted = ascending(times);
  const at = (percent: number) => rankOf(sorted, percent) ?? 0;
  return {
    media: Math.round(sum(times) / times.length),
    mediana: at(50),
    p90: at(90),
    minimo: at(0.0001),
    maximo: at(100),
  };
}

const cyclesOf = (cases: readonly TimedCase[]): number[] => cases.map(({ ciclo }) => ciclo);

/** Mean duration of cases; null for an empty list. */
export const meanOf = (cases: readonly TimedCase[]): number | null =>
  measuresOf(cyclesOf(cases))?.media ?? null;

/** Requested value of cases, in pesos. */
const requestedBy = (cases: readonly TimedCase[]): number =>
  sum(cases.map(({ facts }) => facts.total)) / 100;

export const countOf = (
  cases: readonly TimedCase[],
  isCounted: (one: TimedCase) => boolean,
): number => cases.filter(isCounted).length;

/** Number of expenses recorded in a case. */
const recordedIn = ({ transiciones }: CaseFacts): number =>
  sum(
    Object.entries(transiciones).map(([name, times]) =>
      name.startsWith('expense EXPENSE.RECORD ') ? times : 0,
    ),
  );

/** Number of its expenses that a stage rejected, also those that were corrected and granted later. */
const rejectedIn = ({ retrabajo }: CaseFacts): number =>
  new Set(retrabajo.flatMap(([, idGasto, , reason]) => (reason > 0 ? idGasto : []))).size;

export const figuresOf = (cases: readonly TimedCase[]) => ({
  casos: cases.length,
  valor: requestedBy(cases),
  ciclo: measuresOf(cyclesOf(cases)),
  del_envio: measuresOf(cases.map(({ delEnvio }) => delEnvio)),
  al_dinero: measuresOf(cases.flatMap(({ alDinero }) => alDinero ?? [])),
  tarde: countOf(cases, ({ tarde }) => tarde),
  retrabajo: countOf(cases, ({ retrabajo }) => retrabajo),
  directos: countOf(cases, ({ facts }) => isDirect(facts.camino)),
  variantes: new Set(cases.map(({ facts }) => facts.camino)).size,
  relevos: sum(cases.map(({ facts }) => facts.relevos)),
  gastos: sum(cases.map(({ facts }) => recordedIn(facts))),
  rechazados: sum(cases.map(({ facts }) => rejectedIn(facts))),
});

/** The case with the longest time to the money; null when no store has received it. */
export const slowestToMoney = (cases: readonly TimedCase[]): CaseFacts | null =>
  cases
    .filter(({ alDinero }) => alDinero !== null)
    .toSorted((one, other) => (other.alDinero ?? 0) - (one.alDinero ?? 0))[0]?.facts ?? null;

/** Cases by week of the closing, in order. */
export const weeksOf = (cases: readonly TimedCase[]) =>
  [
    ...grouped(
      cases,
      ({ facts }) => weekOf(facts.cierre),
      ({ ciclo }) => ciclo,
    ),
  ]
    .toSorted(([one], [other]) => one - other)
    .map(([week, times]) => ({
      lunes: dateInBogota(mondayOf(week)),
      casos: times.length,
      mediana: measuresOf(times)?.mediana ?? 0,
      p90: measuresOf(times)?.p90 ?? 0,
    }));

/** Boxes by the weeks in which they were sent and closed, null while they are under way; a week is `weekOf` an instant. */
export interface SentBoxes {
  envio: number;
  cierre: number | null;
  cajas: number;
}

/** Number of the week of an instant; weeks begin on Monday. */
export const weekOf = (instant: number): number => Math.floor((dayOf(instant) + 3) / 7);

/** First instant of a week. */
export const mondayOf = (week: number): number => midnightOf(7 * week - 3);

/** Boxes sent and closed in each week from the first to the last, and under way at its end. */
export const marchOf = (boxes: readonly SentBoxes[], first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => {
    const week = first + index;
    const count = (is: (one: SentBoxes) => boolean) =>
      sum(boxes.filter(is).map(({ cajas }) => cajas));
    return {
      lunes: dateInBogota(mondayOf(week)),
      enviadas: count(({ envio }) => envio === week),
      cerradas: count(({ cierre }) => cierre === week),
      en_curso: count(({ envio, cierre }) => envio <= week && (cierre ?? Infinity) > week),
    };
  });

/** Possible widths of a span, in working days; the smallest that needs at most `mostSpans` spans is used. */
const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const mostSpans = 20;

/** Distribution of cases by whole working days, without trailing empty spans. */
export function distributionOf(cases: readonly TimedCase[]) {
  const days = cases.map(({ dias }) => Math.floor(dias));
  const longest = days.reduce((most, one) => Math.max(most, one), -1);
  const width = widths.find((one) => longest < one * mostSpans) ?? 1000;
  const spans = Array.from({ length: Math.ceil((longest + 1) / width) }, (_, index) => ({
    desde: index * width,
    hasta: (index + 1) * width,
    casos: 0,
  }));
  for (const day of days) {
    const span = spans[Math.floor(day / width)];
    if (span !== undefined) span.casos += 1;
  }
  return spans;
}

/** Stays of cases by stage and key, in the order of the workflow. */
export const stageTimesBy = <Key>(
  cases: readonly TimedCase[],
  keyOf: (stage: StageTime, one: TimedCase) => Key,
) => {
  const stays = cases.flatMap((one) =>
    one.stages.map((stage) => ({ stage, key: keyOf(stage, one) })),
  );
  const byState = grouped(
    stays,
    ({ stage }) => stage.estado,
    (stay) => stay,
  );
  return [...byState]
    .toSorted(([one], [other]) => delayStates.indexOf(one) - delayStates.indexOf(other))
    .flatMap(([estado, ofState]) =>
      [
        ...grouped(
          ofState,
          ({ key }) => key,
          ({ stage }) => stage,
        ),
      ].map(([key, ofKey]) => {
        const measures = measuresOf(ofKey.map(({ espera, trabajo }) => espera + trabajo));
        return {
          key,
          estado,
          casos: ofKey.length,
          espera: sum(ofKey.map(({ espera }) => espera)),
          trabajo: sum(ofKey.map(({ trabajo }) => trabajo)),
          mediana: measures?.mediana ?? 0,
          p90: measures?.p90 ?? 0,
          tarde: ofKey.filter(({ tarde }) => tarde).length,
        };
      }),
    );
};

/** Paths of cases, most common first. */
export const variantsOf = (cases: readonly TimedCase[]) =>
  [
    ...grouped(
      cases,
      ({ facts }) => facts.camino,
      (one) => one,
    ),
  ]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([camino, ofPath]) => {
      const measures = measuresOf(cyclesOf(ofPath));
      return {
        camino,
        pasos: stepsOfPath(camino),
        casos: ofPath.length,
        media: measures?.media ?? 0,
        mediana: measures?.mediana ?? 0,
        valor: requestedBy(ofPath),
        /** The newest case. */
        ejemplo: ofPath
          .map(({ facts }) => facts)
          .reduce((newest, one) => (one.cierre > newest.cierre ? one : newest)),
      };
    });

/** Corrections, by state of the box. */
export function loopsOf(cases: readonly TimedCase[]) {
  const loops = cases.flatMap(({ facts }) =>
    facts.retrabajo
      .filter(([, , , reason]) => reason === corrected)
      .map(([code]) => ({ code, id: facts.id_caja })),
  );
  return [
    ...grouped(
      loops,
      ({ code }) => code,
      ({ id }) => id,
    ),
  ].map(([code, ids]) => ({
    estado: boxStateOf(code),
    casos: new Set(ids).size,
    vueltas: ids.length,
  }));
}

/** Cases by number of hand-overs. */
export const handOversOf = (cases: readonly TimedCase[]) =>
  [
    ...grouped(
      cases,
      ({ facts }) => facts.relevos,
      () => 1,
    ),
  ]
    .toSorted(([one], [other]) => one - other)
    .map(([relevos, ofCount]) => ({ relevos, casos: ofCount.length }));

/** Arrivals and departures by day of the week; open boxes and papers on their way are not at a stage. */
export function loadOf(cases: readonly TimedCase[]) {
  const days = Array.from({ length: 7 }, (_, index) => ({
    dia: index + 1,
    llegadas: 0,
    salidas: 0,
  }));
  const at = (instant: number) => days[weekdayOf(dayOf(instant)) - 1];
  for (const { stages } of cases)
    for (const { estado, desde, hasta } of stages) {
      if (estado === 'open' || estado === onTheWay) continue;
      const [came, left] = [at(desde), at(hasta)];
      if (came !== undefined) came.llegadas += 1;
      if (left !== undefined) left.salidas += 1;
    }
  return days;
}

/** Transitions, stays, decisions and reasons of rejections in cases; the most frequent reason first. */
export function historyOf(cases: readonly TimedCase[], calendar: WorkingCalendar) {
  const clock = workingClock(calendar);
  const taken = new Map<string, number>();
  const stays = new Map<string, number[]>();
  const decided = new Map<string, number>();
  const reasons = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string, more = 1) =>
    counts.set(name, (counts.get(name) ?? 0) + more);
  const stay = (maquina: ChartName, estado: string) => {
    const name = `${maquina} ${estado}`;
    const times = stays.get(name) ?? [];
    stays.set(name, times);
    return times;
  };
  for (const { facts, stages } of cases) {
    for (const [name, times] of Object.entries(facts.transiciones)) add(taken, name, times);
    for (const { estado, espera, trabajo } of stages) stay('box', estado).push(espera + trabajo);
    for (const [estado, instants] of Object.entries(facts.estancias)) {
      const times = stay('expense', estado);
      for (let at = 0; at < instants.length; at += 2)
        times.push(Math.max(0, clock(instants[at + 1] ?? 0) - clock(instants[at] ?? 0)));
    }
    for (const [code, , , reason] of facts.retrabajo)
      if (reason > 0) add(reasons, `${stageOfBox(boxStateOf(code))} ${reason}`);
  }
  const transiciones = [...taken].map(([name, veces]) => {
    const [maquina, evento = '', desde = '', hacia = ''] = name.split(' ');
    add(decided, evento, veces);
    return { maquina: maquina as ChartName, evento, desde, hacia, veces };
  });
  return {
    transiciones,
    estancias: [...stays].map(([name, times]) => {
      const [maquina, estado = ''] = name.split(' ');
      const { mediana = 0, p90 = 0 } = measuresOf(times) ?? {};
      const veces = times.length;
      return { maquina: maquina as ChartName, estado, veces, mediana, p90, suma: sum(times) };
    }),
    rechazos: stageNames.map((etapa) => {
      const rechazos = decided.get(reviews[etapa].reject) ?? 0;
      return {
        etapa,
        decisiones: (decided.get(reviews[etapa].approve) ?? 0) + rechazos,
        rechazos,
      };
    }),
    motivos: [...reasons]
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, veces]) => {
        const [etapa = '', reason] = name.split(' ');
        return { etapa, id_rechazo: Number(reason), veces };
      }),
  };
}
