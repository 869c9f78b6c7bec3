import { type SqlBool, sql } from 'kysely';
import { type StageSuffix, wireStages } from '#contract/wire-stages.ts';
import { type StageName, stages } from '#machines/domain/stages/stages.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import {
  adding,
  changing,
  creating,
  finding,
  removing,
  valuesOf,
} from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { Flag, NewRow, Row, RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';

/** The columns of `gastos` that each stage fills. */

/** `gastos.obs_supervisor`, `gastos.fecha_supervisor`, `gastos.obs_mantenimiento`, … */
export const columnsOfStages = <Prefix extends string>(prefixes: readonly Prefix[]) =>
  Object.values(wireStages).flatMap(({ sufijo }) =>
    prefixes.map((prefix): `gastos.${Prefix}_${StageSuffix}` => `gastos.${prefix}_${sufijo}`),
  );

/** Id of the rejection reason; only the stage that rejected the expense stores one. */
export const reasonOfExpense = sql<number | null>`coalesce(${sql.join(
  columnsOfStages(['id_rechazo']).map((column) => sql.ref(column)),
)})`;

/** The text of that reason; null without one. */
export const reasonTextOfExpense = sql<
  string | null
>`(select motivo_rechazo.nombre from motivo_rechazo where motivo_rechazo.id = ${reasonOfExpense})`;

/** Id of the expense that records this one again; null without one. */
export const recordedAgainAs = sql<
  number | null
>`(select nuevo.id from gastos as nuevo where nuevo.origen = gastos.id)`;

/** 1 when the company took over what was not granted of the expense. */
export const takenOverByCompany = sql<Flag>`case when gastos.saldado > 0 and exists (select 1 from evento
  where evento.id_gasto = gastos.id and evento.evento = 'OWED.TAKEN_OVER') then 1 else 0 end`;

/** Facts of a stage that has not decided. */
export const undecided = { estado: null, obs: '', id_rechazo: null, id_usuario: null, fecha: null };

/** The columns of an expense that a stage fills: decision, author, time and reason. */
export const columnsOfStage = (
  stage: StageName,
  facts: Record<keyof typeof undecided, string | number | null>,
): RowChanges<'gastos'> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [`${name}_${stages[stage].sufijo}`, fact]),
  );

export type BoxRow = Row<'cajas'>;

export const findBox = finding('cajas', 'id');
const insertBox = adding('cajas');
export const updateBox = changing('cajas');

/** The box, locked until the transaction ends: every change of it or of its expenses starts with this lock. */
export const lockBox = (trx: Trx, id: number): Promise<BoxRow> =>
  trx
    .selectFrom('cajas')
    .selectAll()
    .where('id', '=', id)
    .$call(locked(trx))
    .executeTakeFirstOrThrow();

/** The one open box of a store. */
export const findOpenBox = (trx: Trx, idTienda: number): Promise<BoxRow | undefined> =>
  trx
    .selectFrom('cajas')
    .selectAll()
    .where('id_tienda', '=', idTienda)
    .where('active', '=', 0)
    .executeTakeFirst();

/**
 * Columns that a box gets when it is sent: the next number of its store, gapless because the store's row stays locked,
 * and the main person in charge, who owes what will not be granted.
 */
export const columnsOfSend = (
  trx: Trx,
  idTienda: number,
): Promise<{ consecutivo: number; id_responsable: number | null }> =>
  trx
    .updateTable('tiendas')
    .set((expression) => ({ ultimo_consecutivo: expression('ultimo_consecutivo', '+', 1) }))
    .where('id', '=', idTienda)
    .returning('ultimo_consecutivo as consecutivo')
    .returning(
      sql<number | null>`(select id_usuario from responsable_tienda
        where responsable_tienda.id_tienda = tiendas.id and responsable_tienda.tipo = 1)`.as(
        'id_responsable',
      ),
    )
    .executeTakeFirstOrThrow();

/**
 * Opens the next box of a store: a store always has exactly one open box.
 *
 * @param after hash of the event that sent the previous box; the first event of the new box is chained to it
 */
export const openNextBox = (trx: Trx, idTienda: number, now: number, after = ''): Promise<void> =>
  insertBox(trx, {
    id_tienda: idTienda,
    hash: after,
    active: boxStates.open.codigo,
    consecutivo: null,
    fecha: dateInBogota(now),
    creada: now,
    fecha_movimiento: now,
    fecha_contabilidad: null,
    id_empresa: null,
    codigo_soporte: null,
    pdf_descargado: null,
  });

export type ExpenseRow = Row<'gastos'>;

/** An expense with the ids of its categories, in their order. */
export interface CategorisedExpense extends ExpenseRow {
  categoryIds: number[];
}

export const findExpense = finding('gastos', 'id');

/** The columns that are derived from written ones. */
const derivedOf = ({ numero_factura }: { numero_factura?: unknown }) =>
  typeof numero_factura === 'string' ? { factura_normalizada: documentNumber(numero_factura) } : {};

const createExpense = creating('gastos');

export const insertExpense = (trx: Trx, row: NewRow<'gastos'>): Promise<number> =>
  createExpense(trx, { ...row, ...derivedOf(row) });

/** Every expense of a box, in the order in which they were recorded. */
export const expensesOfBox = (trx: Trx, idCaja: number): Promise<ExpenseRow[]> =>
  trx.selectFrom('gastos').selectAll().where('id_caja', '=', idCaja).orderBy('id').execute();

export const categoryIdsOf = (trx: Trx, idGasto: number): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('gasto_categoria')
      .select('id_categoria')
      .where('id_gasto', '=', idGasto)
      .orderBy('orden'),
    'id_categoria',
  );

/** Tax ids of the split of an expense. */
export const taxIdsOf = (trx: Trx, idGasto: number): Promise<(number | null)[]> =>
  valuesOf(
    trx.selectFrom('gasto_categoria').select('iva_item').where('id_gasto', '=', idGasto),
    'iva_item',
  );

/** Every expense of a box with the ids of its categories. */
export async function categorisedExpenses(trx: Trx, idCaja: number): Promise<CategorisedExpense[]> {
  const expenses = await expensesOfBox(trx, idCaja);
  const categories = await trx
    .selectFrom('gasto_categoria')
    .innerJoin('gastos', 'gastos.id', 'gasto_categoria.id_gasto')
    .select(['gasto_categoria.id_gasto', 'gasto_categoria.id_categoria'])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gasto_categoria.orden')
    .execute();
  const ids = grouped(
    categories,
    ({ id_gasto }) => id_gasto,
    ({ id_categoria }) => id_categoria,
  );
  return expenses.map((expense) => ({ ...expense, categoryIds: ids.get(expense.id) ?? [] }));
}

/** Writes the changes and increments the version (optimistic locking). */
const changed = (trx: Trx, changes: RowChanges<'gastos'>) =>
  trx.updateTable('gastos').set((expression) => ({
    ...changes,
    ...derivedOf(changes),
    version: expression('version', '+', 1),
  }));

export const updateExpense = async (
  trx: Trx,
  id: number,
  changes: RowChanges<'gastos'>,
): Promise<void> => {
  await changed(trx, changes).where('id', '=', id).execute();
};

/** Moves several expenses to the same state, with the same changes. */
export const moveExpenses = async (
  trx: Trx,
  ids: readonly number[],
  changes: RowChanges<'gastos'> & { estado: number; cambio: number },
): Promise<void> => {
  await changed(trx, changes).where('id', 'in', ids).execute();
};

/** Whether a part of a split is a withholding; unknown without a tax. */
export const isWithheldPart = sql<SqlBool>`gasto_categoria.iva_item in
  (select id from impuestos where cuenta_retencion <> '')`;

/** Centavos of a part of a split, below 0 for a withholding. */
export const signedPart = sql<number | null>`case when ${isWithheldPart}
  then -gasto_categoria.valor_item else gasto_categoria.valor_item end`;

const removeCategories = removing('gasto_categoria', 'id_gasto');
const removeExpense = removing('gastos', 'id');

export async function deleteExpense(trx: Trx, id: number): Promise<void> {
  await removeCategories(trx, id);
  await removeExpense(trx, id);
}

type NewCategories = readonly Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>[];

/** Replaces the categories of an expense, with their split if there is one. */
export async function replaceCategories(
  trx: Trx,
  idGasto: number,
  categories: NewCategories,
): Promise<void> {
  await removeCategories(trx, idGasto);
  await insertCategories(trx, idGasto, categories);
}

/** Inserts the categories of an expense that has none. */
export async function insertCategories(
  trx: Trx,
  idGasto: number,
  categories: NewCategories,
): Promise<void> {
  if (categories.length === 0) return;
  await trx
    .insertInto('gasto_categoria')
    .values(categories.map((category, orden) => ({ ...category, id_gasto: idGasto, orden })))
    .execute();
}
