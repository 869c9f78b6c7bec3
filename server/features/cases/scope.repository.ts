/**
 * Limits queries to the stores, boxes and expenses that a session sees. Everything else is answered as if it did not
 * exist: 404 for a box, an expense or a file. For a store, a session that sees only some stores gets 403 whether the
 * store exists or not.
 */
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  type SqlBool,
  expressionBuilder,
  sql,
} from 'kysely';
import { stages, storeProfiles } from '#machines/domain/stages/stages.ts';
import { arrivals } from '#machines/domain/expense/expense.machine.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { Session, Viewer } from '../../platform/access/session.ts';
import { asJson, fromJson } from '../../platform/database/queries.ts';
import { locked, nameLocks } from '../../platform/database/row-lock.ts';
import type { Database, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { forbidden, found, notFound } from '../../platform/errors/http-error.ts';
import { findInvoiceByCufe } from '../invoices/invoice.repository.ts';
import {
  takenOverByCompany,
  type BoxRow,
  reasonTextOfExpense,
  recordedAgainAs,
} from './box.repository.ts';

/** The stores and boxes that a profile sees; the conditions below derive from it. */

/** How the stores of a profile are selected. */
type StoreScope = 'every' | 'responsible' | 'supervised' | 'managed' | 'listed' | 'none';

const storeScopes: Partial<Record<ProfileId, StoreScope>> = {
  1: 'every',
  2: 'responsible',
  3: 'supervised',
  4: 'every',
  6: 'every',
  7: 'every',
  8: 'managed',
};

/** A profile that is not in the table sees no store; a key may be limited to listed ones. */
export const storeScopeOf = ({ profile, tiendas }: Viewer): StoreScope =>
  tiendas === undefined ? (storeScopes[profile] ?? 'none') : 'listed';

/** Profiles that see a box before it is sent: those that record its expenses. */
const seesOpenBoxes: readonly ProfileId[] = storeProfiles;

/** Profiles without stores that see every box that has been at maintenance. */
const seesBoxesPastMaintenance: readonly ProfileId[] = [stages.maintenance.profile];

type Condition = ExpressionWrapper<Database, 'tiendas' | 'cajas', SqlBool>;
type BoxExpression = ExpressionBuilder<Database, 'tiendas' | 'cajas'>;

/** Narrows a query with `tiendas` in it to the stores of the session. */
export const visibleStores =
  (session: Viewer) =>
  (expression: ExpressionBuilder<Database, 'tiendas'>): Condition => {
    const conditions: Record<StoreScope, () => unknown> = {
      every: () => expression.and([]),
      none: () => expression.or([]),
      listed: () => expression('tiendas.id', 'in', [0, ...(session.tiendas ?? [])]),
      supervised: () =>
        expression('tiendas.id_supervisor', 'in', [session.idUsuario, ...session.representa]),
      managed: () => expression('tiendas.id_gerente', '=', session.idUsuario),
      responsible: () =>
        expression.exists(
          expression
            .selectFrom('responsable_tienda')
            .select('responsable_tienda.id_tienda')
            .whereRef('responsable_tienda.id_tienda', '=', 'tiendas.id')
            .where('responsable_tienda.id_usuario', '=', session.idUsuario),
        ),
    };
    return conditions[storeScopeOf(session)]() as Condition;
  };

/**
 * Narrows a query with `cajas` and `tiendas` in it to the boxes of the session; `conteo` and `conteo_caja` have
 * the same columns and may be aliased as `cajas`.
 */
export const visibleBoxes =
  (session: Viewer) =>
  (expression: BoxExpression): Condition =>
    seenAmong(session, expression, () =>
      // An expression builder over more tables also works for fewer.
      visibleStores(session)(expression as unknown as ExpressionBuilder<Database, 'tiendas'>),
    );

/** The same for a query with `cajas` alone; `idTienda` is its column of the store. */
export function visibleKeys(session: Viewer, idTienda: RawBuilder<number>): Condition {
  const expression: BoxExpression = expressionBuilder();
  return seenAmong(session, expression, () =>
    storeScopeOf(session) === 'every'
      ? expression.and([])
      : expression(
          idTienda,
          'in',
          expressionBuilder<Database, never>()
            .selectFrom('tiendas')
            .select('tiendas.id')
            .where(visibleStores(session)),
        ),
  );
}

function seenAmong(
  session: Viewer,
  expression: BoxExpression,
  ofItsStores: () => unknown,
): Condition {
  const sent = expression('cajas.active', '!=', 0);
  if (seesBoxesPastMaintenance.includes(session.profile))
    return expression.and([sent, expression('cajas.paso_mantenimiento', '=', 1)]) as Condition;
  return seesOpenBoxes.includes(session.profile)
    ? (ofItsStores() as Condition)
    : (expression.and([sent, ofItsStores() as Condition]) as Condition);
}

/** @throws HttpError 403 when the session sees only some stores and not this one, 404 when it sees all */
export async function storeInScope(
  trx: Trx,
  session: Session,
  idTienda: number,
): Promise<Row<'tiendas'>> {
  const store = await trx
    .selectFrom('tiendas')
    .selectAll('tiendas')
    .where('tiendas.id', '=', idTienda)
    .where(visibleStores(session))
    .executeTakeFirst();
  if (store !== undefined) return store;
  throw storeScopeOf(session) === 'every' ? notFound() : forbidden();
}

/** A box with the name and city of its store. */
export interface BoxWithStore extends BoxRow {
  tienda: string;
  id_ciudad_tienda: number;
}

/** @throws HttpError 404 when there is no such box or the session may not see it */
export const boxInScope = async (
  trx: Trx,
  session: Session,
  idCaja: number,
): Promise<BoxWithStore> =>
  found(
    await trx
      .selectFrom('cajas')
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .selectAll('cajas')
      .select(['tiendas.nombre as tienda', 'tiendas.id_ciudad as id_ciudad_tienda'])
      .where('cajas.id', '=', idCaja)
      .where(visibleBoxes(session))
      .executeTakeFirst(),
  );

/**
 * The box of an expense, locked until the transaction ends.
 *
 * @param names advisory locks, taken after that of the box by the same statement
 * @throws HttpError 404 when there is no such expense or the session may not see its box
 */
export async function lockBoxOfExpense(
  trx: Trx,
  session: Session,
  idGasto: number,
  names: readonly string[] = [],
): Promise<BoxRow> {
  const box = trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('cajas')
    .where('cajas.id', '=', (expenses) =>
      expenses.selectFrom('gastos').select('gastos.id_caja').where('gastos.id', '=', idGasto),
    )
    .where(visibleBoxes(session))
    .$call(locked(trx, 'cajas'));
  const locks = nameLocks(trx, names);
  if (locks === null) return found(await box.executeTakeFirst());
  // The row is locked in a subquery, so that the names are locked after it.
  const { candados: _, ...row } = found(
    await trx
      .selectFrom(box.as('caja'))
      .selectAll('caja')
      .select(locks.as('candados'))
      .executeTakeFirst(),
  );
  return row;
}

/**
 * Boxes, locked until the transaction ends. They are locked in the order of their keys, so that concurrent requests
 * cannot deadlock.
 *
 * @throws HttpError 404 when one of them does not exist or the session may not see it
 */
export async function lockBoxesInScope(
  trx: Trx,
  session: Session,
  ids: ReadonlySet<number>,
): Promise<BoxRow[]> {
  const boxes = await trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('cajas')
    .where('cajas.id', 'in', [...ids])
    .where(visibleBoxes(session))
    .orderBy('cajas.id')
    .$call(locked(trx, 'cajas'))
    .execute();
  if (boxes.length < ids.size) throw notFound();
  return boxes;
}

/** A box, locked until the transaction ends. @throws HttpError 404 when there is none or the session may not see it */
export const lockBoxInScope = async (trx: Trx, session: Session, id: number): Promise<BoxRow> =>
  found((await lockBoxesInScope(trx, session, new Set([id])))[0]);

/** The expenses of the boxes that a session sees. */
export const visibleExpenses = (trx: Trx, session: Session) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('gastos')
    .where(visibleBoxes(session));

/** Key of the supplier of an expense: of a merged one, that with which it was merged. */
export const expenseSupplier = sql<number>`(select coalesce(anotado.fusionado_en, anotado.id)
  from proveedores as anotado where anotado.id = gastos.id_proveedor)`;

/**
 * State, rejection reason and settlement of an expense, state and store of its box, and facts of its supplier.
 *
 * @throws HttpError 404 when there is no such expense or the session may not see its box
 */
export const expenseInScope = async (trx: Trx, session: Session, idGasto: number) =>
  found(
    await visibleExpenses(trx, session)
      .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
      .clearSelect()
      .select(['cajas.active', 'cajas.id_tienda', 'gastos.estado'])
      .select(['proveedores.num_doc', 'proveedores.ocasional'])
      .select([reasonTextOfExpense.as('motivo_rechazo'), takenOverByCompany.as('asumido')])
      .where('gastos.id', '=', idGasto)
      .executeTakeFirst(),
  );

/**
 * An expense with the state and the version of its box, and the facts of its supplier that anomalies compare.
 *
 * @throws HttpError 404 when there is no such expense or the session may not see its box
 */
export async function expenseInItsBox(trx: Trx, session: Session, idGasto: number) {
  const { active, version_caja, num_doc, ocasional, bloqueado_desde, ...expense } = found(
    await visibleExpenses(trx, session)
      .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
      .select(['cajas.active', 'cajas.version as version_caja'])
      .select(['proveedores.num_doc', 'proveedores.ocasional', 'proveedores.bloqueado_desde'])
      .where('gastos.id', '=', idGasto)
      .executeTakeFirst(),
  );
  return {
    expense,
    box: { active, version: version_caja },
    supplier: { num_doc, ocasional, bloqueado_desde },
  };
}

/** The categories of an expense with their split; amounts in centavos. */
const categoriesOfExpense = (trx: Trx, idGasto: number) =>
  trx
    .selectFrom('gasto_categoria')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .select([
      'categoria_gasto.id',
      'categoria_gasto.nombre',
      'categoria_gasto.cuenta',
      'gasto_categoria.valor_item',
      'gasto_categoria.iva_item',
      'gasto_categoria.deducible',
      'gasto_categoria.orden',
    ])
    .where('gasto_categoria.id_gasto', '=', idGasto);

/**
 * An expense with its box, its store, its supplier, the user who recorded it, the last user who changed it and when,
 * and its categories in their order.
 *
 * @throws HttpError 404 when there is no such expense or the session may not see its box
 */
export async function expenseWithStoreInScope(trx: Trx, session: Session, idGasto: number) {
  const { desglose, ...expense } = found(
    await visibleExpenses(trx, session)
      .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
      .innerJoin('usuarios', 'usuarios.id', 'gastos.id_usuario')
      .leftJoin('evento as ultimo', (join) =>
        join.on('ultimo.id', '=', (events) =>
          events
            .selectFrom('evento')
            .select('evento.id')
            .whereRef('evento.id_gasto', '=', 'gastos.id')
            .where('evento.id_actor', 'is not', null)
            // Events that follow from a move of the box are not changes of the expense.
            .where('evento.evento', 'not in', Object.values<string>(arrivals))
            .orderBy('evento.secuencia', 'desc')
            .limit(1),
        ),
      )
      .leftJoin('usuarios as autor', 'autor.id', 'ultimo.id_actor')
      .select([reasonTextOfExpense.as('motivo_rechazo'), recordedAgainAs.as('registrado_de_nuevo')])
      .select(takenOverByCompany.as('asumido'))
      .select([
        'cajas.active',
        'cajas.consecutivo',
        'cajas.creada',
        'cajas.fecha_movimiento',
        'tiendas.id as id_tienda',
        'tiendas.nombre as tienda',
        'proveedores.num_doc',
        'proveedores.digito',
        'usuarios.razon_social as registrado_por',
        'autor.razon_social as cambiado_por',
        'ultimo.id_actor as id_usuario_cambio',
        'ultimo.instante as instante_cambio',
      ])
      .select(asJson(trx, categoriesOfExpense(trx, idGasto)).as('desglose'))
      .where('gastos.id', '=', idGasto)
      .executeTakeFirst(),
  );
  const categories = fromJson(desglose)
    .toSorted((one, other) => one.orden - other.orden)
    .map(({ orden: _, ...category }) => category);
  return { expense, categories };
}

/** @throws HttpError 404 when no visible expense has a receipt of that name */
export const receiptInScope = async (
  trx: Trx,
  session: Session,
  soporte: string,
): Promise<Row<'gastos'>> =>
  found(
    await visibleExpenses(trx, session).where('gastos.soporte', '=', soporte).executeTakeFirst(),
  );

/** @throws HttpError 404 for an unknown invoice, or without `cajasPendientes` and a visible expense that has it */
export async function invoiceInScope(
  trx: Trx,
  session: Session,
  cufe: string,
): Promise<Row<'factura_electronica'>> {
  const invoice = found(await findInvoiceByCufe(trx, cufe));
  if (session.permisos.includes('cajasPendientes')) return invoice;
  found(
    await visibleExpenses(trx, session)
      .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
      .where('proveedores.num_doc', '=', invoice.nit)
      .where((either) =>
        either.or([
          either('gastos.enlace_factura', '=', invoice.url),
          either('gastos.data_factura', 'like', `%${JSON.stringify(invoice.url)}%`),
        ]),
      )
      .limit(1)
      .executeTakeFirst(),
  );
  return invoice;
}
