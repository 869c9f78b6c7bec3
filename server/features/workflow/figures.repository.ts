/** Closed boxes of a period for the figures of the analyst, and the names that belong to them. */
import { millisecondsInDay } from 'date-fns/constants';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CaseOutcome, DeviationKind } from '#contract/calls/figures.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import {
  type CaseFacts,
  type SentBoxes,
  type Targets,
  type TimedCase,
  timedCases,
} from '#machines/domain/history/case-figures.ts';
import { countStates } from '#machines/domain/fund/count.machine.ts';
import type { CountedFund } from '#machines/domain/fund/fund.ts';
import type { ClosedCase } from '#machines/domain/history/closed-case.ts';
import { hasTrait } from '#machines/domain/history/case-findings.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { reimbursementCap } from '#machines/domain/review/reimbursement.ts';
import { bogotaBehindUtc } from '#machines/domain/values/bogota-time.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { dayOf, weekdayOf } from '#machines/domain/values/working-time.ts';
import { listOf, rowsInList, rowsOf, valuesOf } from '../../platform/database/queries.ts';
import { type Trx, onPostgres } from '../../platform/database/transactions.ts';
import type { ReadContext } from '../../platform/http/operation.ts';
import type { CaseDetail } from '../cases/event.repository.ts';
import { stageTargets, workingCalendar } from '../settings/settings.ts';
import { expenseSupplier } from '../cases/scope.repository.ts';
import {
  type Span,
  type WorkflowScope,
  ofScope,
  ofStores,
  periodOf,
  scopeOf,
} from './workflow.repository.ts';

/** Filter of cases; amounts in centavos. */
export interface CaseSelection {
  scope: WorkflowScope;
  span: Span;
  valueFrom?: number | undefined;
  valueUpTo?: number | undefined;
  outcome?: CaseOutcome | undefined;
}

const outcomes: Record<CaseOutcome, RawBuilder<SqlBool>> = {
  completo: sql`cajas.total_aprobado = cajas.total`,
  parcial: sql`cajas.total_aprobado < cajas.total and cajas.total_aprobado > 0`,
  nada: sql`cajas.total_aprobado = 0 and cajas.total > 0`,
};

/** `from` and `where`; SQLite does not reorder its `cross join`s. */
const selected = (
  { scope, span, valueFrom, valueUpTo, outcome }: CaseSelection,
  more = sql``,
): RawBuilder<unknown> => sql`
  from caso_cerrado cross join cajas cross join tiendas ${more}
  where caso_cerrado.cierre >= ${span.from} and caso_cerrado.cierre < ${span.until}
    and cajas.id = caso_cerrado.id_caja and tiendas.id = cajas.id_tienda and ${ofScope(scope)}
    and ${valueFrom === undefined ? sql`1 = 1` : sql`cajas.total >= ${valueFrom}`}
    and ${valueUpTo === undefined ? sql`1 = 1` : sql`cajas.total <= ${valueUpTo}`}
    and ${outcome === undefined ? sql`1 = 1` : outcomes[outcome]}`;

/** Facts of a case that may change after its closing, or that are columns of its box. */
type CaseNow = Omit<CaseFacts, Exclude<keyof ClosedCase, 'cierre' | 'recibido'>>;

const ofTheBox = {
  id_tienda: sql`cajas.id_tienda`,
  consecutivo: sql`cajas.consecutivo`,
  total: sql`cajas.total`,
  total_aprobado: sql`cajas.total_aprobado`,
};

const columnsNow: Record<keyof CaseNow, RawBuilder<unknown>> = {
  id_caja: sql`caso_cerrado.id_caja`,
  cierre: sql`caso_cerrado.cierre`,
  recibido: sql`caso_cerrado.recibido`,
  ...ofTheBox,
};

const columnNames = Object.keys(columnsNow) as (keyof CaseNow)[];

async function readCases(trx: Trx, selection: CaseSelection): Promise<CaseFacts[]> {
  const rows = await rowsOf<Omit<CaseFacts, keyof CaseDetail> & { detalle: string }>(
    trx,
    sql`select caso_cerrado.*, ${sql.join(Object.values(ofTheBox))} ${selected(selection)}`,
  );
  return rows.map(({ detalle, ...row }) => Object.assign(JSON.parse(detalle) as CaseDetail, row));
}

/** Maximum number of cases in the cache of a connection. */
const mostKnown = 30_000;

interface KnownCases {
  settings: string;
  cases: Map<number, TimedCase>;
  /** The last selection: its rows as text, and its cases. */
  list: string;
  selected: readonly TimedCase[];
}

/** Cache by connection: cases with their times under these settings; their events before the closing never change. */
const knownOf = new WeakMap<object, KnownCases>();

async function selectedCases(
  trx: Trx,
  selection: CaseSelection,
  calendar: WorkingCalendar,
  targets: Targets,
): Promise<readonly TimedCase[]> {
  const [found] = await rowsOf<{ list: string | null }>(
    trx,
    sql`select ${listOf(trx, columnsNow)} as list ${selected(selection)}`,
  );
  const list = found?.list ?? '[]';
  const { adapter } = trx.getExecutor();
  const periods = calendar.periods.map(({ from, days, opens, closes }) => [
    from,
    ...days,
    opens,
    closes,
  ]);
  const settings = JSON.stringify([periods, ...calendar.off, targets]);
  const before = knownOf.get(adapter);
  if (before?.settings === settings && before.list === list) return before.selected;
  const rows = rowsInList<CaseNow>(columnsNow, list);
  // Orders ties alike on both engines; the embedded one already reads the rows in this order.
  rows.sort((one, other) => one.cierre - other.cierre || one.id_caja - other.id_caja);
  const { cases } =
    before?.settings === settings && rows.length <= mostKnown
      ? before
      : { cases: new Map<number, TimedCase>() };
  const isKnown = (row: CaseNow): boolean => {
    const facts = cases.get(row.id_caja)?.facts;
    return facts !== undefined && columnNames.every((name) => facts[name] === row[name]);
  };
  const missing = rows.filter((row) => !isKnown(row));
  if (missing.length > 0) {
    // Missing cases are usually the last ones, so only the period from the first missing one on is read.
    const from = missing.reduce(
      (first, { cierre }) => Math.min(first, cierre),
      selection.span.until,
    );
    const read = await readCases(trx, { ...selection, span: { ...selection.span, from } });
    for (const one of timedCases(read, calendar, targets)) cases.set(one.facts.id_caja, one);
  }
  const all = rows.flatMap(({ id_caja }) => cases.get(id_caja) ?? []);
  if (cases.size <= mostKnown) knownOf.set(adapter, { settings, cases, list, selected: all });
  else knownOf.delete(adapter);
  return all;
}

const sent = sql`inner join evento on evento.id_caja = cajas.id and evento.id_gasto is null
  and evento.desde = 'open' and evento.hacia = 'supervision'`;

/** `weekOf` in SQL. */
const weekOfColumn = (column: string) =>
  sql`(${sql.ref(column)} + ${sql.lit(3 * millisecondsInDay - bogotaBehindUtc)})
    / ${sql.lit(7 * millisecondsInDay)}`;

/** Boxes closed since an instant or under way, by the weeks of their send and closing. */
export const sentBoxes = (trx: Trx, scope: WorkflowScope, from: number) =>
  rowsOf<SentBoxes>(
    trx,
    sql`select envio, cierre, count(*) as cajas from (
        select ${weekOfColumn('evento.instante')} as envio,
          ${weekOfColumn('caso_cerrado.cierre')} as cierre
        ${selected({ scope, span: { from, until: Number.MAX_SAFE_INTEGER } }, sent)}
        union all
        select ${weekOfColumn('evento.instante')}, null
        from cajas inner join tiendas on tiendas.id = cajas.id_tienda ${sent}
        where cajas.active not in (${boxStates.open.codigo}, ${boxStates.closed.codigo})
          and ${ofScope(scope)}
      ) as semanas group by envio, cierre`,
  );

export type CaseRequest = Omit<BodyOf<'/flujoCiclo'>, 'token'>;

/** True when a state was left or one of the transitions taken. */
const wentThrough = ({ facts, stages }: TimedCase, paso: string): boolean =>
  paso.split(',').some((one) => Object.hasOwn(facts.transiciones, one)) ||
  Object.keys(facts.estancias).some((estado) => paso === `expense ${estado}`) ||
  stages.some(({ estado }) => paso === `box ${estado}`);

/** Day of the week on which the store sent a box, 1 for Monday. */
export const sentOn = ({ pasos, cierre }: CaseFacts): number =>
  weekdayOf(dayOf(pasos[1]?.[1] ?? cierre));

/** Filters that the row of a case decides. */
const isWanted = (
  one: TimedCase,
  request: CaseRequest,
  categories: ReadonlySet<number> | undefined,
): boolean => {
  const { facts, stages, tarde, dias } = one;
  const is = (wanted: string | undefined, fact: boolean) =>
    wanted === undefined || (wanted === 'si') === fact;
  const { paso, con, tarde_en, id_persona, id_motivo, dias_min = 0, dias_max } = request;
  const { camino = facts.camino, relevos = facts.relevos, dia_envio } = request;
  return (
    facts.camino === camino &&
    facts.relevos === relevos &&
    dias >= dias_min &&
    (dias_max === undefined || dias < dias_max) &&
    is(request.mantenimiento, facts.camino.includes('maintenance')) &&
    is(request.tarde, tarde) &&
    (tarde_en === undefined ||
      stages.some(
        ({ estado, tarde, quien }) =>
          tarde && estado === tarde_en && (id_persona ?? quien) === quien,
      )) &&
    (id_persona === undefined || facts.personas.includes(id_persona)) &&
    (id_motivo === undefined || facts.retrabajo.some(([, , , reason]) => reason === id_motivo)) &&
    (categories === undefined || facts.categorias.some((id) => categories.has(id))) &&
    (dia_envio === undefined || sentOn(facts) === dia_envio) &&
    (con === undefined || hasTrait(one, con)) &&
    (paso === undefined || wentThrough(one, paso))
  );
};

/** The cases of a request, with the settings for their times. */
export interface Selected {
  selection: CaseSelection;
  cases: readonly TimedCase[];
  calendar: WorkingCalendar;
  targets: Targets;
  /** The categories with the name of the requested one; undefined without one. */
  categories: ReadonlySet<number> | undefined;
}

const centavosOf = (pesos: number | undefined): number | undefined =>
  pesos === undefined ? undefined : toCentavos(pesos);

/** @throws HttpError 403 or 404 for a store that the session does not see, 422 for an invalid period */
export async function selectCases(
  trx: Trx,
  { session, now }: Pick<ReadContext, 'session'> & Partial<Pick<ReadContext, 'now'>>,
  input: CaseRequest,
): Promise<Selected> {
  const selection: CaseSelection = {
    scope: await scopeOf(trx, session, input),
    span: periodOf(input),
    valueFrom: centavosOf(input.valor_min),
    valueUpTo: centavosOf(input.valor_max),
    outcome: input.resultado as CaseOutcome | undefined,
  };
  const categories =
    input.id_categoria === undefined ? undefined : await categoriesNamed(trx, input.id_categoria);
  const calendar = await workingCalendar(trx, now?.());
  const targets = await stageTargets(trx);
  const all = await selectedCases(trx, selection, calendar, targets);
  const cases = all.filter((one) => isWanted(one, input, categories));
  return { selection, cases, calendar, targets, categories };
}

/** The categories with the same name as one; each format has its own. */
export const categoriesNamed = async (trx: Trx, id: number): Promise<ReadonlySet<number>> =>
  new Set(
    await valuesOf(
      trx
        .selectFrom('categoria_gasto')
        .select('id')
        .where('nombre', '=', (named) =>
          named.selectFrom('categoria_gasto').select('nombre').where('id', '=', id),
        ),
      'id',
    ),
  );

/** The selected cases for a file: their keys with whether they are late, and the number of events of the period. */
export async function exportedCases(
  trx: Trx,
  context: Pick<ReadContext, 'session'>,
  input: CaseRequest,
): Promise<{ cases: { id: number; tarde: boolean }[]; eventos: number }> {
  const { cases, selection } = await selectCases(trx, context, input);
  const [counted] = await rowsOf<{ eventos: number | null }>(
    trx,
    sql`select sum(cajas.version) as eventos ${selected(selection)}`,
  );
  const byKey = cases.map(({ facts, tarde }) => ({ id: facts.id_caja, tarde }));
  return {
    cases: byKey.toSorted((one, other) => one.id - other.id),
    eventos: Number(counted?.eventos ?? 0),
  };
}

/** Fields by which a row links to a case. */
export const namedCase = (
  { id_caja, id_tienda, consecutivo }: CaseFacts,
  stores: ReadonlyMap<number, string>,
) => ({ id_caja, id_tienda, tienda: stores.get(id_tienda) ?? '', consecutivo });

/** Names of the stores, and of their supervisors, formats and cities. */
export const storesNamedWith = (trx: Trx) =>
  rowsOf<
    Record<'id' | 'id_supervisor' | 'id_formato' | 'id_ciudad', number> &
      Record<'tienda' | 'supervisor' | 'formato' | 'ciudad', string>
  >(
    trx,
    sql`select tiendas.id, id_supervisor, id_formato, id_ciudad, tiendas.nombre as tienda,
        usuarios.razon_social as supervisor, formato_tienda.nombre as formato,
        ciudades.nombre as ciudad
      from tiendas inner join usuarios on usuarios.id = tiendas.id_supervisor
        inner join formato_tienda on formato_tienda.id = tiendas.id_formato
        inner join ciudades on ciudades.id = tiendas.id_ciudad`,
  );

const namedTables = {
  formato: sql`select id, nombre from formato_tienda`,
  ciudad: sql`select id, nombre from ciudades`,
  persona: sql`select id, razon_social as nombre from usuarios`,
  tienda: sql`select id, nombre from tiendas`,
  motivo: sql`select id, nombre from motivo_rechazo`,
  categoria: sql`select id, nombre from categoria_gasto`,
} as const;

/** All names of a kind by key; they are few compared with the cases. */
export const namesOf = async (
  trx: Trx,
  kind: keyof typeof namedTables,
): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (await rowsOf<{ id: number; nombre: string }>(trx, sql`${namedTables[kind]}`)).map(
      ({ id, nombre }) => [id, nombre],
    ),
  );

/** One name of a kind; '' for an unknown key. */
export const nameOf = async (
  trx: Trx,
  kind: keyof typeof namedTables,
  id: number,
): Promise<string> =>
  (
    await rowsOf<{ nombre: string }>(
      trx,
      sql`select nombre from (${namedTables[kind]}) as todos where id = ${id}`,
    )
  )[0]?.nombre ?? '';

/** Kinds of deviations of single expenses. */
export type ExpenseDeviation = Extract<
  DeviationKind,
  'repetido' | 'fraccionado' | 'bajo_tope' | 'persona_tiendas' | 'novedad'
>;

/** A deviation of an expense of a case; amounts in centavos. */
export interface ExpenseFound {
  clase: ExpenseDeviation;
  id_caja: number;
  id_gasto: number;
  instante: number;
  /** User who recorded it. */
  quien: number;
  valor: number;
  proveedor: string;
  informe_novedad: string;
  /** Number of stores that paid a person, or of purchases into which one was split; otherwise 0. */
  cuantas: number;
  /** Total of these purchases; otherwise 0. */
  suma: number;
}

const foundColumns = {
  clase: sql`halladas.clase`,
  id_caja: sql`gastos.id_caja`,
  id_gasto: sql`gastos.id`,
  instante: sql`gastos.creado`,
  quien: sql`gastos.id_usuario`,
  valor: sql`gastos.valor`,
  proveedor: sql`gastos.proveedor_nombre`,
  informe_novedad: sql`gastos.informe_novedad`,
  cuantas: sql`halladas.cuantas`,
  suma: sql`halladas.suma`,
} as const satisfies Record<keyof ExpenseFound, RawBuilder<unknown>>;

/** Thresholds for deviations of expenses. */
interface ExpenseLimits {
  /** Limit for an occasional supplier, in centavos; null without one. */
  limit: number | null;
  /** Number of days within which purchases count as one split purchase. */
  days: number;
  percent: number;
  stores: number;
}

/** Query of each kind on `compras`, the expenses of the selected cases: key of an expense, count and total. */
const foundAmong = (trx: Trx, { limit, days, percent, stores }: ExpenseLimits) => {
  // Without a limit nothing is below it.
  const most = limit ?? -1;
  const near = (top: number) =>
    sql`valor <= ${top} and valor >= ${Math.round((top * (100 - percent)) / 100)}`;
  const dayNumber = onPostgres(trx)
    ? sql`cast(fecha_gasto as date) - date '2000-01-01'`
    : sql`julianday(fecha_gasto)`;
  return {
    /** Records a rejected expense again unchanged: same supplier, date, value and file. */
    repetido: sql`compras.id, 0, 0 from compras
        inner join gastos as antes on antes.id = compras.origen
        inner join gastos as ahora on ahora.id = compras.id
      where antes.valor = ahora.valor and antes.id_proveedor = ahora.id_proveedor
        and antes.fecha_gasto = ahora.fecha_gasto and antes.soporte_sha256 = ahora.soporte_sha256`,
    /** Last purchase of each day on which purchases of a store from one supplier pass the limit, none of them alone. */
    fraccionado: sql`max(id), max(cuantas), max(suma) from (
        select id, id_tienda, id_proveedor, fecha_gasto, valor, count(*) over pocos as cuantas, sum(valor) over pocos as suma
        from compras where valor <= ${most}
        window pocos as (partition by id_tienda, id_proveedor order by ${dayNumber}
          range between ${sql.lit(days - 1)} preceding and current row)) as juntas
      where suma > ${most} group by id_tienda, id_proveedor, fecha_gasto
      having max(suma) - sum(valor) <= ${most}`,
    /** At most `percent` below a limit. */
    bajo_tope: sql`id, 0, 0 from compras where ${near(reimbursementCap)} or ${near(most)}`,
    /** Natural persons paid by many stores, each with the last expense. */
    persona_tiendas: sql`max(id), count(distinct id_tienda), 0 from compras where tipo_persona = 'PN'
      group by id_proveedor having count(distinct id_tienda) >= ${stores}`,
    novedad: sql`id, 0, 0 from compras where marcado`,
  } as const satisfies Record<ExpenseDeviation, RawBuilder<unknown>>;
};

/** Deviations of the expenses of the selected cases, which are read once for all kinds. */
export async function deviatingExpenses(
  trx: Trx,
  selection: CaseSelection,
  limits: ExpenseLimits,
): Promise<ExpenseFound[]> {
  const kinds = Object.entries(foundAmong(trx, limits)).map(
    ([kind, rows]) => sql`select ${sql.lit(kind)}, ${rows}`,
  );
  const [found] = await rowsOf<{ lista: string | null }>(
    trx,
    sql`with compras as materialized (
        select gastos.id, cajas.id_tienda, ${expenseSupplier} as id_proveedor, gastos.fecha_gasto, gastos.valor,
          gastos.tipo_persona, gastos.origen, gastos.informe_novedad <> '' as marcado
        ${selected(selection, sql`cross join gastos`)} and gastos.id_caja = cajas.id),
      halladas (clase, id, cuantas, suma) as (${sql.join(kinds, sql` union all `)})
      select ${listOf(trx, foundColumns, sql`order by gastos.id`)} as lista
      from halladas cross join gastos where gastos.id = halladas.id`,
  );
  return rowsInList<ExpenseFound>(foundColumns, found?.lista);
}

/** Number of days on which the expenses of each selected box were recorded. */
export const recordingDays = async (
  trx: Trx,
  selection: CaseSelection,
): Promise<ReadonlyMap<number, number>> => {
  const day = sql`(gastos.creado - ${sql.lit(bogotaBehindUtc)}) / ${sql.lit(millisecondsInDay)}`;
  const rows = await rowsOf<{ id_caja: number; dias: number }>(
    trx,
    sql`select cajas.id as id_caja, count(distinct ${day}) as dias
      ${selected(selection, sql`cross join gastos`)} and gastos.id_caja = cajas.id
      group by cajas.id`,
  );
  return new Map(rows.map(({ id_caja, dias }) => [id_caja, dias]));
};

/** Cash counts of a period; amounts in centavos. */
export const cashCountsIn = (
  trx: Trx,
  { scope, span }: CaseSelection,
): Promise<
  (CountedFund & {
    id: number;
    id_tienda: number;
    id_usuario: number;
    instante: number;
    efectivo: number;
  })[]
> =>
  rowsOf(
    trx,
    sql`select arqueo.id, arqueo.id_tienda, arqueo.id_usuario, arqueo.instante, arqueo.efectivo,
        arqueo.base, arqueo.en_caja as "current", arqueo.en_proceso as "enProceso",
        arqueo.por_girar as "porGirar", arqueo.a_cargo as "aCargo",
        arqueo.sin_recibir as "sinRecibir"
      from arqueo inner join tiendas on tiendas.id = arqueo.id_tienda
      where arqueo.instante >= ${span.from} and arqueo.instante < ${span.until}
        and arqueo.estado <> ${countStates.agrees.codigo} and ${ofStores(scope)}`,
  );
