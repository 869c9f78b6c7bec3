/**
 * What was spent by category, store and supplier in a month, of the expenses that a session sees and nobody rejected. An
 * expense that is not itemised counts in its first category.
 */
import { type SqlBool, sql } from 'kysely';
import type { SpendingGroup } from '#contract/calls/spending.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { rejectedCodes } from '#machines/domain/stages/states.ts';
import { monthsFrom } from '#machines/domain/values/dates.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { signedPart } from '../cases/box.repository.ts';
import { storeInScope, visibleBoxes } from '../cases/scope.repository.ts';

/** Earlier months that the median is of. */
const EARLIER = 6;

/** The fewest stores of a format whose median is shown: of fewer, it would show the figures of a store. */
const FEWEST_STORES = 3;

/** Maximum rows of an answer. */
const MOST = 500;

type Filters = RequestOf<'/gastosDeMes'>;

/** First day of the month, and of the next one. */
function monthOf(day: string) {
  const from = `${day.slice(0, 7)}-01`;
  return { from, until: monthsFrom(from, 1) };
}

/** Centavos of an expense in one of its categories. */
const part = sql<number>`case
  when gastos.item = 1 then coalesce(${signedPart}, 0)
  when gasto_categoria.orden > 0 then 0
  when gastos.reembolsar < gastos.valor then gastos.reembolsar
  else gastos.valor end`;

const month = sql<string>`substr(gastos.fecha_gasto, 1, 7)`;

/** The parts of the expenses of a span of days; `until` is excluded. */
const partsIn = (trx: Trx, { from, until }: { from: string; until: string }, filters: Filters) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .innerJoin('gasto_categoria', 'gasto_categoria.id_gasto', 'gastos.id')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .where('gastos.fecha_gasto', '>=', from)
    .where('gastos.fecha_gasto', '<', until)
    .where('gastos.estado', 'not in', rejectedCodes)
    .where(sql<SqlBool>`${part} <> 0`)
    .$if(filters.categoria != null, (query) =>
      query.where('categoria_gasto.nombre', '=', filters.categoria ?? ''),
    )
    .$if(filters.id_proveedor != null, (query) =>
      query.where('gastos.id_proveedor', '=', filters.id_proveedor ?? 0),
    );

const ofStore = (
  trx: Trx,
  session: Session,
  span: Parameters<typeof partsIn>[1],
  filters: Filters,
) =>
  partsIn(trx, span, filters)
    .where(visibleBoxes(session))
    .$if(filters.id_tienda != null, (query) =>
      query.where('tiendas.id', '=', filters.id_tienda ?? 0),
    );

const keys: Record<SpendingGroup, ReturnType<typeof sql<string>>> = {
  categoria: sql`categoria_gasto.nombre`,
  tienda: sql`cast(tiendas.id as text)`,
  proveedor: sql`cast(gastos.id_proveedor as text)`,
};

/** Names of stores and suppliers by key; a category is its name. */
async function namesOf(
  trx: Trx,
  por: SpendingGroup,
  ids: readonly number[],
): Promise<Map<string, string>> {
  if (por === 'categoria' || ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom(por === 'tienda' ? 'tiendas' : 'proveedores')
    .select(['id', 'nombre'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, nombre }) => [String(id), nombre]));
}

/** Of an even number the mean of the two in the middle, in whole centavos. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return sorted.length === 0 ? null : Math.round(((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2);
}

const pesos = (centavos: number | null): number | null =>
  centavos === null ? null : toPesos(centavos);

/** Medians of the stores of each format in a month, by format and by the category of the row. */
async function formatMedians(trx: Trx, filters: Filters, por: SpendingGroup) {
  // PostgreSQL refuses a constant here; the sums are by store already.
  const category = keys[por === 'categoria' ? 'categoria' : 'tienda'];
  const rowOf = (format: number, clave: string) =>
    por === 'categoria' ? `${format} ${clave}` : `${format}`;
  const sums = await partsIn(trx, monthOf(filters.mes), filters)
    .where('cajas.active', '!=', 0)
    .select(['tiendas.id_formato', category.as('clave'), sql<number>`sum(${part})`.as('valor')])
    .groupBy(['tiendas.id_formato', 'tiendas.id', category])
    .execute();
  const stores = grouped(
    sums,
    ({ id_formato, clave }) => rowOf(id_formato, clave),
    ({ valor }) => valor,
  );
  return (format: number, clave: string): number | null => {
    const values = stores.get(rowOf(format, clave)) ?? [];
    return values.length < FEWEST_STORES ? null : medianOf(values);
  };
}

/** /gastosPorMes. */
const byMonth: LongRead<'/gastosPorMes'> = ({ por, ...filters }, context) =>
  context.read(async (trx) => {
    const { session } = context;
    const { from, until } = monthOf(filters.mes);
    const store =
      filters.id_tienda == null ? null : await storeInScope(trx, session, filters.id_tienda);
    const sums = await ofStore(trx, session, { from: monthsFrom(from, -EARLIER), until }, filters)
      .select([
        keys[por].as('clave'),
        month.as('mes'),
        sql<number>`min(tiendas.id_formato)`.as('id_formato'),
        sql<number>`sum(${part})`.as('valor'),
        sql<number>`count(distinct gastos.id)`.as('gastos'),
      ])
      .groupBy([keys[por], month])
      .execute();
    const now = sums.filter(({ mes }) => mes === from.slice(0, 7));
    const earlier = grouped(
      sums.filter(({ mes }) => mes !== from.slice(0, 7)),
      ({ clave }) => clave,
      ({ valor }) => valor,
    );
    const isOfOneStore = por === 'tienda' || (por === 'categoria' && store !== null);
    const ofFormat = isOfOneStore ? await formatMedians(trx, filters, por) : () => null;
    const largest = now.toSorted((one, other) => other.valor - one.valor).slice(0, MOST);
    const names = await namesOf(
      trx,
      por,
      largest.map(({ clave }) => Number(clave)),
    );
    return {
      tienda: store?.nombre ?? '',
      total: toPesos(now.reduce((sum, { valor }) => sum + valor, 0)),
      filas: largest.map(({ clave, gastos, valor, id_formato }) => ({
        clave,
        nombre: names.get(clave) ?? clave,
        gastos,
        valor: toPesos(valor),
        mediana: pesos(medianOf(earlier.get(clave) ?? [])),
        mediana_formato: pesos(ofFormat(id_formato, clave)),
      })),
    };
  });

/** /gastosDeMes: the expenses behind one figure, the largest first. */
const ofMonth: LongRead<'/gastosDeMes'> = (filters, context) =>
  context.read(async (trx) => {
    if (filters.id_tienda != null) await storeInScope(trx, context.session, filters.id_tienda);
    const rows = await ofStore(trx, context.session, monthOf(filters.mes), filters)
      .select(['gastos.id as id_gasto', 'gastos.id_caja', 'cajas.active', 'gastos.fecha_gasto'])
      .select(['tiendas.nombre as tienda', 'gastos.proveedor_nombre as proveedor'])
      .select(['gastos.concepto', sql<number>`sum(${part})`.as('valor')])
      .groupBy(['gastos.id', 'cajas.active', 'tiendas.nombre'])
      .orderBy('valor', 'desc')
      .orderBy('gastos.id')
      .limit(MOST)
      .execute();
    return rows.map(({ valor, ...row }) => ({ ...row, valor: toPesos(valor) }));
  });

export const spendingReads = {
  '/gastosPorMes': byMonth,
  '/gastosDeMes': ofMonth,
};
