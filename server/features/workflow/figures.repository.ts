/** Closed boxes of a period for the figures of the analyst, and the names of what they have in them. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CaseOutcome, DeviationKind } from '#contract/calls/figures.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import {
  type CaseFacts,
  type Targets,
  type TimedCase,
  timedCases,
} from '#machines/domain/history/case-figures.ts';
import type { CountedFund } from '#machines/domain/fund/fund.ts';
import type { ClosedCase } from '#machines/domain/history/closed-case.ts';
import { reimbursementCap } from '#machines/domain/review/reimbursement.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { listOf, manyRowsOf, rowsInList, rowsOf } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { ReadContext } from '../../platform/http/operation.ts';
import type { CaseDetail } from '../cases/event.repository.ts';
import { stageTargets, workingCalendar } from '../settings/settings.ts';
import { spanOf } from './history.ts';
import type { Span } from './workflow-history.repository.ts';
import { type WorkflowScope, ofScope, ofStores, scopeOf } from './workflow.repository.ts';

/** What is asked of cases beside their stores; amounts in centavos. */
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

/** `from` and `where`, in the order of the joins, which SQLite keeps. */
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

/** What of a case may change after its closing, or stands elsewhere. */
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

/** Cases in the memory of a thread, at most. */
const mostKnown = 30_000;

/** The cases that a connection has read, with their times by these settings: what a box did before its closing stays as it was. */
const knownOf = new WeakMap<object, { settings: string; cases: Map<number, TimedCase> }>();

async function selectedCases(
  trx: Trx,
  selection: CaseSelection,
  calendar: WorkingCalendar,
  targets: Targets,
): Promise<TimedCase[]> {
  const rows = await manyRowsOf<CaseNow>(trx, columnsNow, selected(selection));
  // What is equal stands in one order, whatever the engine; the embedded one reads them in it.
  rows.sort((one, other) => one.cierre - other.cierre || one.id_caja - other.id_caja);
  const { adapter } = trx.getExecutor();
  const settings = JSON.stringify([...calendar.days, calendar.opens, calendar.closes, targets]);
  const before = knownOf.get(adapter);
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
    // Boxes that were closed meanwhile are the last ones.
    const from = missing.reduce(
      (first, { cierre }) => Math.min(first, cierre),
      selection.span.until,
    );
    const read = await readCases(trx, { ...selection, span: { ...selection.span, from } });
    for (const one of timedCases(read, calendar, targets)) cases.set(one.facts.id_caja, one);
  }
  if (cases.size <= mostKnown) knownOf.set(adapter, { settings, cases });
  else knownOf.delete(adapter);
  return rows.flatMap(({ id_caja }) => cases.get(id_caja) ?? []);
}

export type CaseRequest = Pick<
  BodyOf<'/flujoCiclo'>,
  | 'desde'
  | 'hasta'
  | 'id_tienda'
  | 'id_supervisor'
  | 'id_formato'
  | 'id_ciudad'
  | 'id_categoria'
  | 'valor_min'
  | 'valor_max'
  | 'resultado'
>;

/** The cases of a request, with what their times depend on. */
export interface Selected {
  selection: CaseSelection;
  cases: TimedCase[];
  calendar: WorkingCalendar;
  targets: Targets;
}

const centavosOf = (pesos: number | undefined): number | undefined =>
  pesos === undefined ? undefined : toCentavos(pesos);

/** @throws HttpError 403 or 404 for a store that the session does not see, 422 for a period that is none */
export async function selectCases(
  trx: Trx,
  { session }: Pick<ReadContext, 'session'>,
  input: CaseRequest,
): Promise<Selected> {
  const selection: CaseSelection = {
    scope: await scopeOf(trx, session, input),
    span: spanOf(input),
    valueFrom: centavosOf(input.valor_min),
    valueUpTo: centavosOf(input.valor_max),
    outcome: input.resultado as CaseOutcome | undefined,
  };
  const { id_categoria } = input;
  const calendar = await workingCalendar(trx);
  const targets = await stageTargets(trx);
  const cases = (await selectedCases(trx, selection, calendar, targets)).filter(
    ({ facts }) => id_categoria === undefined || facts.categorias.includes(id_categoria),
  );
  return { selection, cases, calendar, targets };
}

/** Names a case in a row that leads to it. */
export const namedCase = (
  { id_caja, id_tienda, consecutivo }: CaseFacts,
  stores: ReadonlyMap<number, string>,
) => ({ id_caja, id_tienda, tienda: stores.get(id_tienda) ?? '', consecutivo });

/** What the stores of cases are called, and what they have in common with others. */
export const storesNamedWith = (trx: Trx) =>
  rowsOf<{ id: number; tienda: string; supervisor: string; formato: string; ciudad: string }>(
    trx,
    sql`select tiendas.id, tiendas.nombre as tienda, usuarios.razon_social as supervisor,
        formato_tienda.nombre as formato, ciudades.nombre as ciudad
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

/** Every name of a kind by its key: few rows beside the cases. */
export const namesOf = async (
  trx: Trx,
  kind: keyof typeof namedTables,
): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (await rowsOf<{ id: number; nombre: string }>(trx, sql`${namedTables[kind]}`)).map(
      ({ id, nombre }) => [id, nombre],
    ),
  );

/** The deviations that one expense shows. */
export type ExpenseDeviation = Extract<
  DeviationKind,
  'repetido' | 'bajo_tope' | 'persona_tiendas' | 'novedad'
>;

/** An expense of a case; centavos. */
export interface Purchase {
  id_caja: number;
  id_gasto: number;
  instante: number;
  /** Who recorded it. */
  quien: number;
  valor: number;
  fecha_gasto: string;
}

const purchaseColumns = {
  id_caja: sql`compras.id_caja`,
  id_gasto: sql`compras.id_gasto`,
  instante: sql`compras.instante`,
  quien: sql`compras.quien`,
  valor: sql`compras.valor`,
  fecha_gasto: sql`compras.fecha_gasto`,
} as const satisfies Record<keyof Purchase, RawBuilder<unknown>>;

/** Something that the rules allow, of one of them. */
export interface ExpenseFound extends Purchase {
  clase: ExpenseDeviation;
  proveedor: string;
  informe_novedad: string;
  /** How many paid that person; 0 where nobody asks. */
  tiendas: number;
}

const foundColumns = {
  ...purchaseColumns,
  clase: sql`clase`,
  proveedor: sql`compras.proveedor`,
  informe_novedad: sql`compras.informe_novedad`,
  tiendas: sql`tiendas`,
} as const satisfies Record<keyof ExpenseFound, RawBuilder<unknown>>;

/** What a store bought from one supplier, none of it above the limit and all of it together above it; by its days. */
export interface PairedPurchases {
  proveedor: string;
  compras: Purchase[];
}

/** What deviations of expenses depend on. */
interface ExpenseLimits {
  /** Of an occasional supplier, centavos; null without one. */
  limit: number | null;
  percent: number;
  stores: number;
}

/** Of all expenses, `compras`, those of each kind, with `tiendas` where it is counted. */
const foundAmong = ({ limit, percent, stores }: ExpenseLimits) => {
  // Nothing is below a limit that there is not.
  const most = limit ?? -1;
  const near = (top: number) =>
    sql`valor <= ${top} and valor >= ${Math.round((top * (100 - percent)) / 100)}`;
  return {
    /** Records a rejected one again as it was: supplier, date, value and file. */
    repetido: sql`0 as tiendas, compras.* from compras inner join gastos as antes on antes.id = compras.origen
        inner join gastos as ahora on ahora.id = compras.id_gasto
      where antes.valor = compras.valor and antes.id_proveedor = compras.id_proveedor
        and antes.fecha_gasto = compras.fecha_gasto and antes.soporte_sha256 = ahora.soporte_sha256`,
    /** At most so many per cent below a limit. */
    bajo_tope: sql`0 as tiendas, compras.* from compras
      where ${near(reimbursementCap)} or ${near(most)}`,
    /** Natural persons that many stores paid, each with the last expense. */
    persona_tiendas: sql`varias.tiendas, compras.* from compras inner join (
        select count(distinct id_tienda) as tiendas, max(id_gasto) as ultimo from compras
        where tipo_persona = 'PN' group by id_proveedor
        having count(distinct id_tienda) >= ${stores}) as varias
      on varias.ultimo = compras.id_gasto`,
    novedad: sql`0 as tiendas, compras.* from compras where informe_novedad <> ''`,
  } as const satisfies Record<ExpenseDeviation, RawBuilder<unknown>>;
};

/** The deviations of the expenses of cases, and what may be split purchases; all of one reading of the expenses. */
export async function deviatingExpenses(
  trx: Trx,
  selection: CaseSelection,
  limits: ExpenseLimits,
): Promise<{ found: ExpenseFound[]; pairs: PairedPurchases[] }> {
  const kinds = Object.entries(foundAmong(limits)).map(
    ([kind, rows]) => sql`select ${sql.lit(kind)} as clase, ${rows}`,
  );
  const order = sql`order by fecha_gasto, id_gasto`;
  const { limit } = limits;
  const lists = await rowsOf<{ proveedor: string | null; lista: string | null }>(
    trx,
    sql`with compras as materialized (
        select gastos.id_caja, gastos.id as id_gasto, gastos.creado as instante, gastos.id_usuario as quien,
          gastos.valor, gastos.proveedor_nombre as proveedor, gastos.id_proveedor, gastos.fecha_gasto,
          gastos.informe_novedad, gastos.origen, gastos.tipo_persona, cajas.id_tienda
        ${selected(selection, sql`cross join gastos`)} and gastos.id_caja = cajas.id)
      select null as proveedor, ${listOf(trx, foundColumns, order)} as lista
      from (${sql.join(kinds, sql` union all `)}) as compras
      union all select max(proveedor), ${listOf(trx, purchaseColumns, order)} from compras
      where ${limit === null ? sql`1 = 0` : sql`valor <= ${limit}`}
      group by id_tienda, id_proveedor having count(*) > 1 and sum(valor) > ${limit ?? 0}`,
  );
  return {
    found: lists.flatMap(({ proveedor, lista }) =>
      proveedor === null ? rowsInList<ExpenseFound>(foundColumns, lista) : [],
    ),
    pairs: lists.flatMap(({ proveedor, lista }) =>
      proveedor === null
        ? []
        : { proveedor, compras: rowsInList<Purchase>(purchaseColumns, lista) },
    ),
  };
}

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
        arqueo.por_girar as "porGirar", arqueo.a_cargo as "aCargo"
      from arqueo inner join tiendas on tiendas.id = arqueo.id_tienda
      where arqueo.instante >= ${span.from} and arqueo.instante < ${span.until}
        and ${ofStores(scope)}`,
  );
