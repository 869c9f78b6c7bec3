/** Findings over cases: rework, attributes of late cases, comparison of two groups, deviations. */
import type { ThresholdField } from '#contract/calls/administration.calls.ts';
import type { Comparison, DeviationKind } from '#contract/calls/figures.calls.ts';
import { millisecondsInSecond } from 'date-fns/constants';
import { counted } from '../values/texts.ts';
import { grouped } from '../values/grouped.ts';
import type { WorkingCalendar } from '../values/working-hours.ts';
import {
  type CaseFacts,
  type Targets,
  type TimedCase,
  countOf,
  type figuresOf,
  meanOf,
  type measuresOf,
  sum,
} from './case-figures.ts';
import { workingDaysInWords, workingTimeInWords } from '../values/durations.ts';
import { stateNameOf } from './log-words.ts';

/** A grouping of rework: the keys of a case, and the number of rejections and corrections for one key in it. */
interface ReworkKey {
  keysOf: (facts: CaseFacts) => readonly number[];
  timesOf: (facts: CaseFacts, key: number) => number;
}

const times = (
  { retrabajo }: CaseFacts,
  isMeant: (quien: number, reason: number, category: number) => boolean,
): number =>
  retrabajo.filter(([, , quien, reason, category]) => isMeant(quien, reason, category)).length;

const reworkKeys = {
  tienda: {
    keysOf: ({ id_tienda }) => [id_tienda],
    timesOf: ({ retrabajo }) => retrabajo.length,
  },
  persona: {
    keysOf: ({ personas }) => personas,
    timesOf: (facts, id) => times(facts, (quien, reason) => reason > 0 && quien === id),
  },
  motivo: {
    keysOf: ({ retrabajo }) => [
      ...new Set(retrabajo.flatMap(([, , , reason]) => (reason > 0 ? reason : []))),
    ],
    timesOf: (facts, id) => times(facts, (_, reason) => reason === id),
  },
  categoria: {
    keysOf: ({ categorias }) => categorias,
    timesOf: (facts, id) => times(facts, (_, __, category) => category === id),
  },
} as const satisfies Record<string, ReworkKey>;

/** Rework per key, with the additional mean duration over cases without rework; most rework first. */
export function reworkBy(cases: readonly TimedCase[], por: keyof typeof reworkKeys) {
  const { keysOf, timesOf }: ReworkKey = reworkKeys[por];
  const without = meanOf(cases.filter(({ retrabajo }) => !retrabajo));
  const keyed = cases.flatMap((one) =>
    keysOf(one.facts).map((id) => ({ id, one, veces: timesOf(one.facts, id) })),
  );
  return [
    ...grouped(
      keyed,
      ({ id }) => id,
      (row) => row,
    ),
  ]
    .map(([id, ofKey]) => {
      const reworked = ofKey.filter(({ veces }) => veces > 0);
      const mean = meanOf(reworked.map(({ one }) => one));
      return {
        por,
        id,
        casos: ofKey.length,
        retrabajo: reworked.length,
        veces: sum(reworked.map(({ veces }) => veces)),
        costo: mean === null || without === null ? null : mean - without,
      };
    })
    .filter(({ veces }) => veces > 0)
    .toSorted((one, other) => other.veces - one.veces);
}

export const reworkOf = (cases: readonly TimedCase[]) => ({
  casos: cases.length,
  retrabajo: countOf(cases, ({ retrabajo }) => retrabajo),
  rechazos: sum(cases.map(({ facts }) => facts.rechazos)),
  correcciones: sum(cases.map(({ facts }) => facts.correcciones)),
  media_con: meanOf(cases.filter(({ retrabajo }) => retrabajo)),
  media_sin: meanOf(cases.filter(({ retrabajo }) => !retrabajo)),
});

/** Maximum number of attributes returned. */
const mostCommon = 20;

/** Attributes that a larger share of late cases has than of the others, largest difference first. */
export function commonOf<Attribute extends string>(
  cases: readonly TimedCase[],
  attributesOf: (one: TimedCase) => readonly (readonly [Attribute, string])[],
) {
  const found = new Map<Attribute, Map<string, { tarde: number; otros: number }>>();
  for (const one of cases)
    for (const [atributo, valor] of attributesOf(one)) {
      const values = found.get(atributo) ?? new Map<string, { tarde: number; otros: number }>();
      const counts = values.get(valor) ?? { tarde: 0, otros: 0 };
      counts[one.tarde ? 'tarde' : 'otros'] += 1;
      values.set(valor, counts);
      found.set(atributo, values);
    }
  const late = countOf(cases, ({ tarde }) => tarde);
  const others = cases.length - late;
  const difference = ({ tarde, otros }: { tarde: number; otros: number }) =>
    tarde / Math.max(1, late) - otros / Math.max(1, others);
  return [...found]
    .flatMap(([atributo, values]) =>
      [...values].map(([valor, counts]) => ({ atributo, valor, ...counts })),
    )
    .filter((row) => row.tarde > 0 && difference(row) > 0)
    .toSorted((one, other) => difference(other) - difference(one))
    .slice(0, mostCommon);
}

type Figures = ReturnType<typeof figuresOf>;
type Measures = ReturnType<typeof measuresOf>;

/** A share in whole per cent. */
const percentOf = (part: number, all: number): number =>
  Math.round((100 * part) / Math.max(1, all));

/** Name of a group of cases, on its own (`nombre`) and within a sentence (`casos`). */
export interface CaseGroup {
  nombre: string;
  casos: string;
}

const theseCases: CaseGroup = { nombre: 'Estos casos', casos: 'estos casos' };

/** Names of the comparison group when no filter distinguishes it. */
const otherCases: Record<Comparison, CaseGroup> = {
  anterior: { nombre: 'El periodo anterior', casos: 'los casos del periodo anterior' },
  resto: { nombre: 'Los demás', casos: 'los demás' },
  otro: { nombre: 'El otro grupo', casos: 'los casos del otro grupo' },
};

/** Names two groups by the filters that only one of them has; `these` and `others` are filters in words. */
export function groupsBeside(
  these: readonly string[],
  others: readonly string[],
  contra: Comparison,
): { estas: CaseGroup; otras: CaseGroup } {
  const nameOf = (words: readonly string[], beside: readonly string[]): string =>
    words.filter((word) => !beside.includes(word)).join(', ');
  const [estas, otras] = [nameOf(these, others), nameOf(others, these)];
  const named = (nombre: string, otherwise: CaseGroup): CaseGroup =>
    nombre === '' ? otherwise : { nombre, casos: `los casos de ${nombre}` };
  return { estas: named(estas, theseCases), otras: named(otras, otherCases[contra]) };
}

/** Compared shares, each with the start of its sentence. */
const comparedShares = {
  tarde: 'Pasan la meta',
  retrabajo: 'Tienen retrabajo',
  directos: 'Siguen el camino directo',
} as const satisfies Partial<Record<keyof Figures, string>>;

/** Differences between two groups, one sentence each: duration, shares, and the stage that differs most. */
export function differencesBetween(
  { estas, otras }: { estas: CaseGroup; otras: CaseGroup },
  these: Figures,
  others: Figures,
  stages: readonly { estado: string; estas: Measures; otras: Measures }[],
  calendar: WorkingCalendar,
): string[] {
  if (these.ciclo === null || others.ciclo === null)
    return ['No hay con qué comparar: uno de los dos grupos no tiene casos.'];
  const words = (milliseconds: number) => workingTimeInWords(milliseconds, calendar);
  const [one, other] = [these.ciclo.mediana, others.ciclo.mediana];
  const cycle =
    one === other
      ? `En la mediana, ${estas.casos} tardan lo mismo que ${otras.casos}: ${words(one)}.`
      : `En la mediana, ${estas.casos} tardan ${words(one)} y ${otras.casos} ${words(other)}: ${words(Math.abs(one - other))} ${one > other ? 'más' : 'menos'}.`;
  const shares = (Object.keys(comparedShares) as (keyof typeof comparedShares)[]).flatMap(
    (name) => {
      const [part, beside] = [
        percentOf(these[name], these.casos),
        percentOf(others[name], others.casos),
      ];
      return part === beside
        ? []
        : [
            `${comparedShares[name]} el ${part}\u00a0% de ${estas.casos} y el ${beside}\u00a0% de ${otras.casos}.`,
          ];
    },
  );
  const [most] = stages
    .flatMap(({ estado, estas, otras }) => (estas && otras ? [{ estado, estas, otras }] : []))
    .map((stage) => ({ ...stage, difference: Math.abs(stage.estas.mediana - stage.otras.mediana) }))
    .toSorted((a, b) => b.difference - a.difference);
  const stage =
    most === undefined || most.difference === 0
      ? []
      : [
          `La etapa que más cambia es «${stateNameOf('box', most.estado)}»: ${words(most.estas.mediana)} en ${estas.casos}, ${words(most.otras.mediana)} en ${otras.casos}.`,
        ];
  return [cycle, ...shares, ...stage];
}

/** A deviation in a case; `quien` is the id of the user responsible, 0 without one. */
export interface Deviation {
  facts: CaseFacts;
  idGasto: number | null;
  instante: number;
  quien: number;
  /** Description in words; a function, since only a few deviations are shown. */
  detalle: () => string;
}

export type Thresholds = Record<ThresholdField, number>;

interface Judged {
  thresholds: Thresholds;
  targets: Targets;
  calendar: WorkingCalendar;
}

const sameHands = (): string => 'Las dos revisiones de contabilidad son suyas.';

/** Deviations that can be detected in the row of a single case. */
export const deviationsInCase = {
  rapidas: ({ facts }, { thresholds }) =>
    facts.rapidas
      .filter(([, , , wait]) => wait <= thresholds.segundos_decision * millisecondsInSecond)
      .map(([idGasto, quien, instante, wait]) => ({
        facts,
        idGasto,
        instante,
        quien,
        detalle: () =>
          `${counted(Math.round(wait / millisecondsInSecond), 'segundo', 'segundos')} después de la decisión anterior.`,
      })),
  mismas_manos: ({ facts, stages }) => {
    const last = stages.find(({ estado }) => estado === 'finalAccounting');
    const first = stages.find(({ estado }) => estado === 'preliminary');
    return last === undefined || first?.quien !== last.quien
      ? []
      : [{ facts, idGasto: null, instante: last.hasta, quien: last.quien, detalle: sameHands }];
  },
  corregido: ({ facts }, { thresholds }) =>
    // Most cases have fewer corrections in total, and need no grouping.
    (facts.correcciones > thresholds.correcciones_gasto
      ? [
          ...grouped(
            facts.retrabajo.filter(([, , , reason]) => reason === 0),
            ([, idGasto]) => idGasto,
            ([, , quien]) => quien,
          ),
        ]
      : []
    )
      .filter(([, people]) => people.length > thresholds.correcciones_gasto)
      .map(([idGasto, people]) => ({
        facts,
        idGasto,
        instante: facts.cierre,
        quien: people.at(-1) ?? 0,
        detalle: () => `Corregido ${people.length} veces.`,
      })),
  tarde: ({ facts, stages, tarde }, { targets, calendar }) =>
    (tarde ? stages : [])
      .filter(({ tarde }) => tarde)
      .map(({ estado, espera, trabajo, hasta, quien }) => ({
        facts,
        idGasto: null,
        instante: hasta,
        quien,
        detalle: () =>
          `${stateNameOf('box', estado)}: ${workingTimeInWords(espera + trabajo, calendar)}; meta: ${workingDaysInWords(targets[estado] ?? 0)}.`,
      })),
} as const satisfies Partial<
  Record<DeviationKind, (one: TimedCase, judged: Judged) => readonly Deviation[]>
>;
