/** What cases have in common, and what is worth a look: rework, late cases, two groups side by side, deviations. */
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

/** Something by which rework is grouped: of which cases it is, and its rejections and corrections in one of them. */
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

/** How much rework each of a group has, and how much longer its cases took than cases without; those with the most first. */
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

/** How many common attributes of late cases are worth reading. */
const mostCommon = 20;

/** What late cases have more often than the others, the greatest difference of the shares first. */
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

/** A part of all, in whole per cent. */
const percentOf = (part: number, all: number): number =>
  Math.round((100 * part) / Math.max(1, all));

/** A group of cases by its name, and within a sentence. */
export interface CaseGroup {
  nombre: string;
  casos: string;
}

const theseCases: CaseGroup = { nombre: 'Estos casos', casos: 'estos casos' };

/** What a comparison alone calls the others; a period before has days of its own. */
const otherCases: Record<Comparison, CaseGroup> = {
  anterior: { nombre: 'El periodo anterior', casos: 'los casos del periodo anterior' },
  resto: { nombre: 'Los demás', casos: 'los demás' },
  otro: { nombre: 'El otro grupo', casos: 'los casos del otro grupo' },
};

/** Two groups by what only one of them is chosen by; each is given as the words of its choice. */
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

/** Shares that are compared, and the beginning of the sentence about each. */
const comparedShares = {
  tarde: 'Pasan la meta',
  retrabajo: 'Tienen retrabajo',
  directos: 'Siguen el camino directo',
} as const satisfies Partial<Record<keyof Figures, string>>;

/** The differences of two groups, each in a sentence: the duration, the shares, the stage that differs most. */
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

/** Something in a case that the rules allow and a company looks at; `quien` is 0 where nobody did it. */
export interface Deviation {
  facts: CaseFacts;
  idGasto: number | null;
  instante: number;
  quien: number;
  /** What there is to see, in words; few of many are read. */
  detalle: () => string;
}

export type Thresholds = Record<ThresholdField, number>;

interface Judged {
  thresholds: Thresholds;
  targets: Targets;
  calendar: WorkingCalendar;
}

const sameHands = (): string => 'Las dos revisiones de contabilidad son suyas.';

/** The deviations that the row of a case shows by itself. */
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
    // Most cases have fewer in all their expenses together.
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
