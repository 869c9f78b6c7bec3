/** Closed boxes of a period for the figures of the analyst, and the names of what they have in them. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CaseOutcome } from '#contract/calls/figures.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import {
  type CaseFacts,
  type Targets,
  type TimedCase,
  timedCases,
} from '#machines/domain/history/case-figures.ts';
import type { CountedFund } from '#machines/domain/fund/fund.ts';
import { reimbursementCap } from '#machines/domain/review/reimbursement.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { rowsOf } from '../../platform/database/queries.ts';
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

async function selectedCases(trx: Trx, selection: CaseSelection): Promise<CaseFacts[]> {
  const rows = await rowsOf<Omit<CaseFacts, keyof CaseDetail> & { detalle: string }>(
    trx,
    sql`select caso_cerrado.*, cajas.id_tienda, cajas.consecutivo, cajas.total, cajas.total_aprobado
      ${selected(selection)}`,
  );
  // One object a case: copies would take as long as reading it.
  return rows.map((row) => Object.assign(JSON.parse(row.detalle) as CaseDetail, row));
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
  const facts = (await selectedCases(trx, selection)).filter(
    ({ categorias }) => id_categoria === undefined || categorias.includes(id_categoria),
  );
  const calendar = await workingCalendar(trx);
  const targets = await stageTargets(trx);
  return { selection, cases: timedCases(facts, calendar, targets), calendar, targets };
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

/** Something that the rules allow, of an expense in a case. */
export interface ExpenseFound {
  id_caja: number;
  id_gasto: number;
  instante: number;
  /** Who recorded it. */
  quien: number;
  valor: number;
  proveedor: string;
}

const foundColumns = sql`gastos.id_caja, gastos.id as id_gasto, gastos.creado as instante,
  gastos.id_usuario as quien, gastos.valor, gastos.proveedor_nombre as proveedor`;

const withExpenses = sql`cross join gastos`;
const ofCase = sql`gastos.id_caja = cajas.id`;

/** Expenses at most so many per cent below a limit; @param limits centavos */
export const expensesBelow = (
  trx: Trx,
  selection: CaseSelection,
  limits: readonly number[],
  percent: number,
): Promise<ExpenseFound[]> => {
  const near = [reimbursementCap, ...limits].map(
    (limit) =>
      sql`(gastos.valor <= ${limit} and gastos.valor >= ${Math.round((limit * (100 - percent)) / 100)})`,
  );
  return rowsOf(
    trx,
    sql`select ${foundColumns} ${selected(selection, withExpenses)} and ${ofCase}
      and (${sql.join(near, sql` or `)})`,
  );
};

/** Expenses with an anomaly, each with its lines. */
export const expensesWithAnomaly = (
  trx: Trx,
  selection: CaseSelection,
): Promise<(ExpenseFound & { informe_novedad: string })[]> =>
  rowsOf(
    trx,
    sql`select ${foundColumns}, gastos.informe_novedad ${selected(selection, withExpenses)}
      and ${ofCase} and gastos.informe_novedad <> ''`,
  );

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

/** Expenses that record a rejected one again as it was: supplier, date, value and file. */
export const expensesRepeated = (trx: Trx, selection: CaseSelection): Promise<ExpenseFound[]> =>
  rowsOf(
    trx,
    sql`select ${foundColumns}
      ${selected(selection, sql`cross join gastos cross join gastos as antes`)} and ${ofCase}
      and antes.id = gastos.origen and antes.valor = gastos.valor
      and antes.id_proveedor = gastos.id_proveedor and antes.fecha_gasto = gastos.fecha_gasto
      and antes.soporte_sha256 = gastos.soporte_sha256`,
  );

/** Purchases of a store from one supplier none of which passes the limit, and all of which together do; by their days. */
export const expensesSplit = (
  trx: Trx,
  selection: CaseSelection,
  limit: number,
): Promise<(ExpenseFound & { id_tienda: number; id_proveedor: number; fecha_gasto: string })[]> =>
  rowsOf(
    trx,
    sql`select * from (
        select ${foundColumns}, cajas.id_tienda, gastos.id_proveedor, gastos.fecha_gasto,
          sum(gastos.valor) over (partition by cajas.id_tienda, gastos.id_proveedor) as suma
        ${selected(selection, withExpenses)} and ${ofCase} and gastos.valor <= ${limit}) as compras
      where suma > ${limit}
      order by id_tienda, id_proveedor, fecha_gasto, id_gasto`,
  );

/** Natural persons that many stores paid, each with the last expense. */
export const peoplePaidByMany = (
  trx: Trx,
  selection: CaseSelection,
  stores: number,
): Promise<(ExpenseFound & { tiendas: number })[]> =>
  rowsOf(
    trx,
    sql`select ${foundColumns}, varias.tiendas from gastos inner join (
        select count(distinct cajas.id_tienda) as tiendas, max(gastos.id) as ultimo
        ${selected(selection, withExpenses)} and ${ofCase} and gastos.tipo_persona = 'PN'
        group by gastos.id_proveedor having count(distinct cajas.id_tienda) >= ${stores}) as varias
      on varias.ultimo = gastos.id`,
  );
