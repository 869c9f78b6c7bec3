/** Findings over cases: rework, attributes of late cases, comparison of two groups, deviations. */
import type { ThresholdField } from '#contract/calls/administration.calls.ts';
import type { Comparison, DeviationKind, ReworkKind } from '#contract/calls/figures.calls.ts';
import { millisecondsInSecond } from 'date-fns/constants';
import { mayBeChance } from '../values/fisher-test.ts';
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
} from './case-figures.ts';
import { type Rework, corrected, isDirect, redecided } from './closed-case.ts';
import { boxStateOf } from '../stages/states.ts';
import { workingDaysInWords, workingTimeInWords } from '../values/durations.ts';
import { stateNameOf } from './log-words.ts';

/** A grouping of rework: the keys of a case, and whether a rejection or a repeated decision is of a key. */
interface ReworkKey {
  keysOf: (facts: CaseFacts) => readonly number[];
  isOf: (entry: Rework, key: number) => boolean;
}

const reworkKeys = {
  tienda: { keysOf: ({ id_tienda }) => [id_tienda], isOf: () => true },
  persona: { keysOf: ({ personas }) => personas, isOf: ([, , quien], id) => quien === id },
  motivo: {
    keysOf: ({ retrabajo }) => [
      ...new Set(retrabajo.flatMap(([, , , reason]) => (reason > 0 ? reason : []))),
    ],
    isOf: ([, , , reason], id) => reason === id,
  },
  categoria: {
    keysOf: ({ categorias }) => categorias,
    isOf: ([, , , , category], id) => category === id,
  },
} as const satisfies Record<string, ReworkKey>;

const isRepeated = ([, , , reason]: Rework): boolean => reason === redecided;
const isRejection = ([, , , reason]: Rework): boolean => reason > 0;
const isCorrection = ([, , , reason]: Rework): boolean => reason === corrected;

const reworkOfKind: Record<ReworkKind, (one: Rework) => boolean> = {
  rechazo: isRejection,
  correccion: isCorrection,
  retrabajo: isRepeated,
};

/** @param trait one of `caseTraits` */
export function hasTrait({ facts, retrabajo }: TimedCase, trait: string): boolean {
  if (trait === 'directo') return isDirect(facts.camino);
  if (trait === 'sin_retrabajo') return !retrabajo;
  const [kind, estado] = trait.split(' ');
  const isOfKind = reworkOfKind[kind as ReworkKind];
  return facts.retrabajo.some(
    (one) => isOfKind(one) && (estado === undefined || boxStateOf(one[0]) === estado),
  );
}

/** Minimum number of cases on each side of a compared mean, and with a common attribute. */
const tellingCases = 5;

/** `costo`: mean time of the cases with rework less that of the cases without any; null for few of either. */
function costOf(cases: readonly TimedCase[], isReworked: (one: TimedCase) => boolean) {
  const reworked = cases.filter(isReworked);
  const clean = cases.filter(({ retrabajo }) => !retrabajo);
  const [mean, without] = [meanOf(reworked), meanOf(clean)];
  const isTelling = Math.min(reworked.length, clean.length) >= tellingCases;
  return {
    casos: cases.length,
    retrabajo: reworked.length,
    limpios: clean.length,
    costo: isTelling && mean !== null && without !== null ? mean - without : null,
  };
}

/** Maximum number of reasons of a key. */
const mostReasons = 3;

/** Rejections and rework per key, most rework first; each key is compared with its own cases. */
export function reworkBy(cases: readonly TimedCase[], por: keyof typeof reworkKeys) {
  const { keysOf, isOf }: ReworkKey = reworkKeys[por];
  const keyed = cases.flatMap((one) => keysOf(one.facts).map((id) => ({ id, one })));
  return [
    ...grouped(
      keyed,
      ({ id }) => id,
      ({ one }) => one,
    ),
  ]
    .map(([id, ofKey]) => {
      const entriesOf = ({ facts }: TimedCase) => facts.retrabajo.filter((one) => isOf(one, id));
      const entries = ofKey.flatMap(entriesOf);
      return {
        por,
        id,
        rechazos: entries.filter(isRejection).length,
        reprocesos: entries.filter(isRepeated).length,
        ...costOf(ofKey, (one) => entriesOf(one).some(isRepeated)),
        motivos: [
          ...grouped(
            entries.filter(isRejection),
            ([, , , reason]) => reason,
            () => 1,
          ),
        ]
          .map(([motivo, times]) => ({ motivo, veces: times.length }))
          .toSorted((one, other) => other.veces - one.veces)
          .slice(0, mostReasons),
      };
    })
    .filter(({ rechazos, reprocesos }) => rechazos + reprocesos > 0)
    .toSorted((one, other) => other.reprocesos - one.reprocesos || other.rechazos - one.rechazos);
}

export const reworkOf = (cases: readonly TimedCase[]) => {
  const entries = cases.flatMap(({ facts }) => facts.retrabajo);
  return {
    ...costOf(cases, ({ retrabajo }) => retrabajo),
    rechazos: entries.filter(isRejection).length,
    correcciones: entries.filter(isCorrection).length,
    reprocesos: entries.filter(isRepeated).length,
  };
};

/**
 * The cases with their rework by name of category, as each format has its own categories.
 *
 * @param keyOf the first category with the same name
 * @param wanted categories whose rework counts; undefined for all
 */
export const reworkNamed = (
  cases: readonly TimedCase[],
  keyOf: (category: number) => number,
  wanted?: ReadonlySet<number>,
): TimedCase[] =>
  cases.map(({ facts, ...one }) => {
    const retrabajo = facts.retrabajo
      .filter(([, , , , category]) => wanted?.has(category) ?? true)
      .map(([code, idGasto, quien, reason, category]): Rework => {
        return [code, idGasto, quien, reason, keyOf(category)];
      });
    const categorias = [...new Set(facts.categorias.map(keyOf))];
    return {
      ...one,
      facts: { ...facts, retrabajo, categorias },
      retrabajo: retrabajo.some(isRepeated),
    };
  });

/** Maximum number of attributes returned. */
const mostCommon = 20;

/** Attributes that a larger share of late cases has than of the others, largest difference first; of five cases at least. */
export function commonOf<Attribute extends string>(
  cases: readonly TimedCase[],
  attributesOf: (one: TimedCase) => readonly (readonly [Attribute, string, number])[],
) {
  type Counts = { clave: number; tarde: number; otros: number };
  const found = new Map<Attribute, Map<string, Counts>>();
  for (const one of cases)
    for (const [atributo, valor, clave] of attributesOf(one)) {
      const values = found.get(atributo) ?? new Map<string, Counts>();
      const counts = values.get(valor) ?? { clave, tarde: 0, otros: 0 };
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
    .filter((row) => row.tarde + row.otros >= tellingCases && difference(row) > 0)
    .toSorted((one, other) => difference(other) - difference(one))
    .slice(0, mostCommon)
    .map((row) => ({
      ...row,
      azar: mayBeChance([row.tarde, late], [row.otros, others]) ? (1 as const) : (0 as const),
    }));
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

const theseCases: CaseGroup = { nombre: 'Estas cajas', casos: 'estas cajas' };

/** Names of the comparison group when no filter distinguishes it. */
const otherCases: Record<Comparison, CaseGroup> = {
  anterior: { nombre: 'El periodo anterior', casos: 'las cajas del periodo anterior' },
  resto: { nombre: 'Las demás', casos: 'las demás' },
  otro: { nombre: 'El otro grupo', casos: 'las cajas del otro grupo' },
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
    nombre === '' ? otherwise : { nombre, casos: `las cajas de ${nombre}` };
  return { estas: named(estas, theseCases), otras: named(otras, otherCases[contra]) };
}

/** Compared shares, each with the start of its sentence. */
const comparedShares = {
  tarde: 'Pasan la meta',
  retrabajo: 'Tienen reprocesos',
  directos: 'Siguen el camino directo',
} as const satisfies Partial<Record<keyof Figures, string>>;

/** `4 puntos más`, and that it may be chance. */
function differenceInWords(
  [part, all]: readonly [number, number],
  [otherPart, otherAll]: readonly [number, number],
): string {
  const points = percentOf(part, all) - percentOf(otherPart, otherAll);
  const chance = mayBeChance([part, all], [otherPart, otherAll]) ? ' (puede ser azar)' : '';
  return `${counted(Math.abs(points), 'punto', 'puntos')} ${points > 0 ? 'más' : 'menos'}${chance}`;
}

/** Differences between two groups, one sentence each: duration, shares, and the stage that differs most. */
export function differencesBetween(
  { estas, otras }: { estas: CaseGroup; otras: CaseGroup },
  these: Figures,
  others: Figures,
  stages: readonly { estado: string; estas: Measures; otras: Measures }[],
  calendar: WorkingCalendar,
): string[] {
  if (these.ciclo === null || others.ciclo === null)
    return ['No hay con qué comparar: uno de los dos grupos no tiene cajas.'];
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
            `${comparedShares[name]} el ${part}\u00a0% de ${estas.casos} y el ${beside}\u00a0% de ${otras.casos}: ${differenceInWords([these[name], these.casos], [others[name], others.casos])}.`,
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
            facts.retrabajo.filter(([, , , reason]) => reason === corrected),
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
