/**
 * Which stores, boxes and expenses a session sees. Whatever is outside answers exactly as what does
 * not exist: 404 for a box, an expense or a file; for a store named by a person who sees only some
 * stores, 403 whether it exists or not.
 */
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ProfileId } from '#machines/domain/permissions.ts';
import type { Database, Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../operations/operation.ts';
import { forbidden, notFound } from '../errors/refusal.ts';
import type { BoxRow } from '../repositories/box.repository.ts';
import { findInvoiceByCufe } from '../repositories/invoice.repository.ts';

type Condition = ExpressionWrapper<Database, 'tiendas' | 'cajas', SqlBool>;
type BoxExpression = ExpressionBuilder<Database, 'tiendas' | 'cajas'>;

/** How a profile's stores are found. */
type StoreScope = 'every' | 'responsible' | 'supervised' | 'managed' | 'none';

const storeScopes: Record<ProfileId, StoreScope> = {
  1: 'every',
  2: 'responsible',
  3: 'supervised',
  4: 'every',
  5: 'none',
  6: 'every',
  7: 'every',
  8: 'managed',
};

/** Profiles that see a box before it is sent: those who record in it. */
const seesOpenBoxes: readonly ProfileId[] = [2, 4];

/** Narrows a query with `tiendas` in it to the stores of the session. */
export const visibleStores =
  (session: Session) =>
  (expression: ExpressionBuilder<Database, 'tiendas'>): Condition => {
    const conditions: Record<StoreScope, () => unknown> = {
      every: () => expression.and([]),
      none: () => expression.or([]),
      supervised: () => expression('tiendas.id_supervisor', '=', session.idUsuario),
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
    return conditions[storeScopes[session.profile]]() as Condition;
  };

const wasInMaintenance = (expression: BoxExpression) =>
  expression.exists(
    expression
      .selectFrom('evento')
      .select('evento.id')
      .whereRef('evento.id_caja', '=', 'cajas.id')
      .where('evento.hacia', '=', 'maintenance'),
  );

/** Narrows a query with `cajas` and `tiendas` in it to the boxes of the session. */
export const visibleBoxes =
  (session: Session) =>
  (expression: BoxExpression): Condition => {
    const sent = expression('cajas.active', '!=', 0);
    if (session.profile === 5)
      return expression.and([sent, wasInMaintenance(expression)]) as Condition;
    const ofItsStores = visibleStores(session)(
      expression as unknown as ExpressionBuilder<Database, 'tiendas'>,
    );
    return seesOpenBoxes.includes(session.profile)
      ? ofItsStores
      : (expression.and([sent, ofItsStores]) as Condition);
  };

/** @throws Refusal 403 when the session sees only some stores and not this one, 404 when it sees all */
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
  throw storeScopes[session.profile] === 'every' ? notFound() : forbidden();
}

/** A box with the store it is of. */
export interface PlacedBox extends BoxRow {
  tienda: string;
  id_ciudad_tienda: number;
}

/** @throws Refusal 404 when there is no such box or the session may not see it */
export async function boxInScope(trx: Trx, session: Session, idCaja: number): Promise<PlacedBox> {
  const box = await trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('cajas')
    .select(['tiendas.nombre as tienda', 'tiendas.id_ciudad as id_ciudad_tienda'])
    .where('cajas.id', '=', idCaja)
    .where(visibleBoxes(session))
    .executeTakeFirst();
  if (box === undefined) throw notFound();
  return box;
}

/** @throws Refusal 404 when there is no such expense or the session may not see its box */
export async function expenseInScope(
  trx: Trx,
  session: Session,
  idGasto: number,
): Promise<Row<'gastos'>> {
  const expense = await trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('gastos')
    .where('gastos.id', '=', idGasto)
    .where(visibleBoxes(session))
    .executeTakeFirst();
  if (expense === undefined) throw notFound();
  return expense;
}

/** @throws Refusal 404 when there is no such invoice, or neither its expenses nor the import are the session's */
export async function invoiceInScope(
  trx: Trx,
  session: Session,
  cufe: string,
): Promise<Row<'factura_electronica'>> {
  const invoice = await findInvoiceByCufe(trx, cufe);
  if (invoice === undefined) throw notFound();
  if (session.permisos.includes('cajasPendientes')) return invoice;
  const expense = await trx
    .selectFrom('gastos')
    .innerJoin('proveedores', 'proveedores.id', 'gastos.id_proveedor')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .select('gastos.id')
    .where('proveedores.num_doc', '=', invoice.nit)
    .where((either) =>
      either.or([
        either('gastos.enlace_factura', '=', invoice.url),
        either('gastos.data_factura', 'like', `%${JSON.stringify(invoice.url)}%`),
      ]),
    )
    .where(visibleBoxes(session))
    .limit(1)
    .executeTakeFirst();
  if (expense === undefined) throw notFound();
  return invoice;
}

/** @throws Refusal 404 when no visible expense has a support of that name */
export async function supportInScope(
  trx: Trx,
  session: Session,
  soporte: string,
): Promise<Row<'gastos'>> {
  const expense = await trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('gastos')
    .where('gastos.soporte', '=', soporte)
    .where(visibleBoxes(session))
    .executeTakeFirst();
  if (expense === undefined) throw notFound();
  return expense;
}
