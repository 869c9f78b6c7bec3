/** Calls for the figures of the analyst, as defined in docs/figures.md, from the rows of closed boxes. */
import {
  type CaseAttribute,
  type CaseOutcome,
  type Comparison,
  reworkGroups,
} from '#contract/calls/figures.calls.ts';
import type { AnswerOf, BodyOf } from '#contract/contract.ts';
import { millisecondsInDay } from 'date-fns/constants';
import { delayStates } from '#machines/domain/box/box-delays.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import {
  type TimedCase,
  distributionOf,
  figuresOf,
  handOversOf,
  historyOf,
  loadOf,
  loopsOf,
  marchOf,
  measuresOf,
  mondayOf,
  stageTimesBy,
  variantsOf,
  slowestToMoney,
  weekOf,
  weeksOf,
  worstStay,
} from '#machines/domain/history/case-figures.ts';
import {
  commonOf,
  differencesBetween,
  groupsBeside,
  reworkBy,
  reworkNamed,
  reworkOf,
} from '#machines/domain/history/case-findings.ts';
import { stepsOfPath } from '#machines/domain/history/closed-case.ts';
import { stateNameOf, stepInWords, traitInWords } from '#machines/domain/history/log-words.ts';
import { shortDate, shortDay } from '#machines/domain/values/bogota-time.ts';
import { daysFrom } from '#machines/domain/values/dates.ts';
import { formatPesos, toPesos } from '#machines/domain/values/money.ts';
import { counted, lowerFirst, unaccented } from '#machines/domain/values/texts.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type ListRequest, orderOf, wholeListLimit } from '../../platform/database/paging.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { deviations } from './deviations.ts';
import {
  type CaseRequest,
  type CaseSelection,
  namedCase,
  nameOf,
  namesOf,
  selectCases,
  sentBoxes,
  sentOn,
  storesNamedWith,
} from './figures.repository.ts';
import { simulation } from './simulation.ts';
import { periodOf, presentOf } from './workflow.repository.ts';

/** Exclusive upper bounds of the groups of values, in centavos, and their names. */
const values: readonly (readonly [number, string])[] = [
  [200_000_00, 'menos de $ 200.000'],
  [500_000_00, '$ 200.000 a $ 500.000'],
  [1_000_000_00, '$ 500.000 a $ 1.000.000'],
  [Number.POSITIVE_INFINITY, '$ 1.000.000 o más'],
];

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

/** Attributes that cases may have in common. */
async function attributesIn(trx: Trx) {
  const stores = new Map((await storesNamedWith(trx)).map((store) => [store.id, store]));
  const categories = await namesOf(trx, 'categoria');
  return ({ facts }: TimedCase): (readonly [CaseAttribute, string, number])[] => {
    const { total, rechazos, correcciones, camino, categorias } = facts;
    const store = stores.get(facts.id_tienda);
    const value = values.findIndex(([end]) => total < end);
    const day = sentOn(facts);
    return [
      ['tienda', store?.tienda ?? '', facts.id_tienda],
      ['supervisor', store?.supervisor ?? '', store?.id_supervisor ?? 0],
      ['formato', store?.formato ?? '', store?.id_formato ?? 0],
      ['ciudad', store?.ciudad ?? '', store?.id_ciudad ?? 0],
      ['valor', values[value]?.[1] ?? '', value],
      ['dia_envio', weekdays[day - 1] ?? '', day],
      ...categorias.map((id) => ['categoria', categories.get(id) ?? '', id] as const),
      ...(camino.includes('maintenance') ? ([['mantenimiento', 'Sí', 0]] as const) : []),
      ...(rechazos > 0 ? ([['rechazo', 'Sí', 0]] as const) : []),
      ...(correcciones > 0 ? ([['correccion', 'Sí', 0]] as const) : []),
    ];
  };
}

const history: LongRead<'/flujoHistoria'> = (input, context) =>
  context.read(async (trx) => {
    const { cases, calendar } = await selectCases(trx, context, input);
    const { motivos, ...figures } = historyOf(cases, calendar);
    const reasons = await namesOf(trx, 'motivo');
    return {
      ...figures,
      motivos: motivos.map((one) => ({ ...one, nombre: reasons.get(one.id_rechazo) ?? '' })),
    };
  });

/** Number of boxes under way: neither open nor closed. */
const underWay = async (trx: Trx, { scope }: CaseSelection): Promise<number> =>
  (await presentOf.box(trx, scope)).counts
    .filter(({ active }) => active !== boxStates.open.codigo && active !== boxStates.closed.codigo)
    .reduce((sum, { cantidad }) => sum + cantidad, 0);

const cycle: LongRead<'/flujoCiclo'> = (input, context) =>
  context.read(async (trx) => {
    const { cases, targets, selection } = await selectCases(trx, context, input);
    const slowest = slowestToMoney(cases);
    const { scope, span } = selection;
    const [first, last] = [weekOf(span.from), weekOf(span.until - 1)];
    return {
      en_curso: await underWay(trx, selection),
      cifras: figuresOf(cases),
      peor_al_dinero: slowest && namedCase(slowest, await namesOf(trx, 'tienda')),
      semanas: weeksOf(cases),
      marcha: marchOf(await sentBoxes(trx, scope, mondayOf(first)), first, last),
      distribucion: distributionOf(cases),
      etapas: stageTimesBy(cases, () => 0).map(({ key: _, ...stage }) => ({
        ...stage,
        meta: targets[stage.estado] ?? null,
      })),
      comunes: commonOf(cases, await attributesIn(trx)),
    };
  });

const variants: LongRead<'/flujoVariantes'> = (input, context) =>
  context.read(async (trx) => {
    const { cases } = await selectCases(trx, context, input);
    const stores = await namesOf(trx, 'tienda');
    return {
      casos: cases.length,
      variantes: variantsOf(cases).map(({ ejemplo, ...variant }) => ({
        ...variant,
        ejemplo: namedCase(ejemplo, stores),
      })),
      bucles: loopsOf(cases),
    };
  });

const rework: LongRead<'/flujoRetrabajo'> = (input, context) =>
  context.read(async (trx) => {
    const selected = await selectCases(trx, context, input);
    const categories = await namesOf(trx, 'categoria');
    const first = new Map([...categories].toReversed().map(([id, name]) => [name, id]));
    const keyOf = (id: number) => first.get(categories.get(id) ?? '') ?? id;
    const cases = reworkNamed(selected.cases, keyOf, selected.categories);
    const grupos: AnswerOf<'/flujoRetrabajo'>['grupos'] = [];
    const reasons = await namesOf(trx, 'motivo');
    for (const por of reworkGroups) {
      const names = await namesOf(trx, por);
      for (const group of reworkBy(cases, por))
        if (group.id > 0)
          grupos.push({
            ...group,
            nombre: names.get(group.id) ?? '',
            motivos: group.motivos.map(({ motivo, veces }) => ({
              nombre: reasons.get(motivo) ?? '',
              veces,
            })),
          });
    }
    return { ...reworkOf(cases), grupos };
  });

const stagesBy: LongRead<'/flujoEtapas'> = (input, context) =>
  context.read(async (trx) => {
    const { cases } = await selectCases(trx, context, input);
    const names = await namesOf(trx, input.por);
    const isByStore = input.por === 'tienda';
    const rows = stageTimesBy(cases, ({ quien }, { facts }) =>
      isByStore ? facts.id_tienda : quien,
    );
    return {
      filas: rows.flatMap(({ key, ...row }) =>
        key > 0 ? { id: key, nombre: names.get(key) ?? '', ...row } : [],
      ),
      relevos: handOversOf(cases),
      carga: loadOf(cases),
    };
  });

/** Sort columns of the list of cases, besides the name of the store. */
const sorted = {
  id_caja: ({ facts }) => facts.id_caja,
  id_tienda: ({ facts }) => facts.id_tienda,
  consecutivo: ({ facts }) => facts.consecutivo ?? 0,
  active: () => boxStates.closed.codigo,
  total: ({ facts }) => facts.total,
  total_aprobado: ({ facts }) => facts.total_aprobado,
  inicio: ({ facts }) => facts.inicio,
  cierre: ({ facts }) => facts.cierre,
  recibido: ({ facts }) => facts.recibido ?? 0,
  duracion: ({ ciclo }) => ciclo,
  rechazos: ({ facts }) => facts.rechazos,
  correcciones: ({ facts }) => facts.correcciones,
  relevos: ({ facts }) => facts.relevos,
  tarde: ({ tarde }) => Number(tarde),
} as const satisfies Record<string, (one: TimedCase) => number>;

/** A page of the cases whose store name contains the searched text, or whose number equals it. */
function pageOfCases(
  cases: readonly TimedCase[],
  request: ListRequest,
  stores: ReadonlyMap<number, string>,
): { page: TimedCase[]; total: number } {
  const { pagina = 1, limite = wholeListLimit, buscar = '' } = request;
  const columns = { ...sorted, tienda: null };
  const { by, direction } = orderOf(request, {
    columns,
    own: { by: 'duracion', direction: 'desc' },
  });
  const storeOf = ({ facts }: TimedCase) => unaccented(stores.get(facts.id_tienda) ?? '');
  const searched = unaccented(buscar.trim());
  const found = cases.filter(
    (one) => storeOf(one).includes(searched) || String(one.facts.consecutivo) === searched,
  );
  const compared = (one: TimedCase, other: TimedCase): number =>
    by === 'tienda'
      ? storeOf(one).localeCompare(storeOf(other))
      : sorted[by](one) - sorted[by](other);
  const sign = direction === 'asc' ? 1 : -1;
  const page = found
    .toSorted(
      (one, other) => sign * compared(one, other) || one.facts.id_caja - other.facts.id_caja,
    )
    .slice((pagina - 1) * limite, pagina * limite);
  return { page, total: found.length };
}

const casesList: LongRead<'/flujoCasos'> = (input, context) =>
  context.read(async (trx) => {
    const { cases, targets } = await selectCases(trx, context, input);
    const stores = await namesOf(trx, 'tienda');
    const people = await namesOf(trx, 'persona');
    const { page, total } = pageOfCases(cases, input, stores);
    context.setTotal(total);
    return page.map(({ facts, ciclo, tarde, stages }) => ({
      ...namedCase(facts, stores),
      active: boxStates.closed.codigo,
      total: toPesos(facts.total),
      total_aprobado: toPesos(facts.total_aprobado),
      inicio: facts.inicio,
      cierre: facts.cierre,
      recibido: facts.recibido,
      duracion: ciclo,
      rechazos: facts.rechazos,
      correcciones: facts.correcciones,
      relevos: facts.relevos,
      tarde: tarde ? 1 : 0,
      exceso: worstStay(stages, targets),
      pasos: stepsOfPath(facts.camino),
      personas: facts.personas.map((id) => people.get(id) ?? ''),
    }));
  });

/** Request for the compared group: the period of the same length before, all cases of the period, or a given choice. */
const otherRequests: Record<Comparison, (input: BodyOf<'/flujoComparar'>) => CaseRequest> = {
  anterior: (input) => {
    const { from, until } = periodOf(input);
    const days = (until - from) / millisecondsInDay;
    const { desde } = input;
    return { ...input, desde: daysFrom(desde, -days), hasta: daysFrom(desde, -1) };
  },
  resto: ({ desde, hasta }) => ({ desde, hasta }),
  otro: ({ otro, desde, hasta }) => otro ?? { desde, hasta },
};

const namedFields = {
  id_tienda: 'tienda',
  id_supervisor: 'persona',
  id_formato: 'formato',
  id_ciudad: 'ciudad',
  id_categoria: 'categoria',
  id_persona: 'persona',
  id_motivo: 'motivo',
} as const;

/** Words of the filters with few values. */
const chosenWords = {
  mantenimiento: { si: 'con mantenimiento', no: 'sin mantenimiento' },
  tarde: { si: 'tarde', no: 'a tiempo' },
} as const;

const outcomeNames: Record<CaseOutcome, string> = {
  completo: 'aprobación completa',
  parcial: 'aprobación en parte',
  nada: 'ninguna aprobación',
};

/** Criteria of a selection in words, its days last. */
async function wordsOf(trx: Trx, request: CaseRequest): Promise<string[]> {
  const words = [];
  for (const field of Object.keys(namedFields) as (keyof typeof namedFields)[]) {
    const id = request[field];
    if (id !== undefined) words.push(await nameOf(trx, namedFields[field], id));
  }
  const { valor_min, valor_max, resultado, desde, hasta } = request;
  if (valor_min !== undefined) words.push(`${formatPesos(valor_min)} o más`);
  if (valor_max !== undefined) words.push(`${formatPesos(valor_max)} o menos`);
  if (resultado !== undefined) words.push(outcomeNames[resultado as CaseOutcome]);
  for (const name of ['mantenimiento', 'tarde'] as const) {
    const chosen = request[name] as 'si' | 'no' | undefined;
    if (chosen !== undefined) words.push(chosenWords[name][chosen]);
  }
  if (request.tarde_en !== undefined)
    words.push(`tarde en ${stateNameOf('box', request.tarde_en)}`);
  if (request.camino !== undefined) words.push('un solo camino');
  if (request.paso !== undefined) words.push(stepInWords(request.paso));
  if (request.con !== undefined) words.push(lowerFirst(traitInWords(request.con)));
  const { dias_min, dias_max, relevos, dia_envio } = request;
  if (dias_min !== undefined) words.push(`${dias_min} días hábiles o más`);
  if (dias_max !== undefined) words.push(`menos de ${dias_max} días hábiles`);
  if (relevos !== undefined)
    words.push(counted(relevos, 'cambio de responsable', 'cambios de responsable'));
  if (dia_envio !== undefined) words.push(`enviadas un ${weekdays[dia_envio - 1]}`);
  return [...words, `${shortDay(desde, hasta)} a ${shortDate(hasta)}`];
}

const comparison: LongRead<'/flujoComparar'> = (input, context) =>
  context.read(async (trx) => {
    const { cases, calendar } = await selectCases(trx, context, input);
    const contra = input.contra as Comparison;
    const request = otherRequests[contra](input);
    const these = new Set(cases.map(({ facts }) => facts.id_caja));
    const found = (await selectCases(trx, context, request)).cases;
    const others =
      contra === 'resto' ? found.filter(({ facts }) => !these.has(facts.id_caja)) : found;
    const stays = (all: readonly TimedCase[], estado: string) =>
      measuresOf(
        all.flatMap(({ stages }) =>
          stages
            .filter((stage) => stage.estado === estado)
            .map(({ espera, trabajo }) => espera + trabajo),
        ),
      );
    const etapas = delayStates
      .map((estado) => ({ estado, estas: stays(cases, estado), otras: stays(others, estado) }))
      .filter(({ estas, otras }) => estas !== null || otras !== null);
    const [estas, otras] = [figuresOf(cases), figuresOf(others)];
    const groups = groupsBeside(await wordsOf(trx, input), await wordsOf(trx, request), contra);
    return {
      estas,
      otras,
      nombres: { estas: groups.estas.nombre, otras: groups.otras.nombre },
      etapas,
      frases: differencesBetween(groups, estas, otras, etapas, calendar),
    };
  });

/** Calls of the figures; each is a long read. */
export const figureReads = {
  '/flujoHistoria': history,
  '/flujoCiclo': cycle,
  '/flujoVariantes': variants,
  '/flujoRetrabajo': rework,
  '/flujoEtapas': stagesBy,
  '/flujoCasos': casesList,
  '/flujoComparar': comparison,
  '/flujoDesviaciones': deviations,
  '/flujoSimular': simulation,
};
