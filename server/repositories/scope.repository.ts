/**
 * Limits queries to the stores, boxes and expenses that a session sees. Whatever is outside answers exactly as what does
 * not exist: 404 for a box, an expense or a file; for a store named by a person who sees only some
 * stores, 403 whether it exists or not.
 */
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { stages } from '#machines/domain/stages.ts';
import type { BoxStateName } from '#machines/domain/states.ts';
import type { Database, Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../policies/session.ts';
import { forbidden, notFound } from '../errors/http-error.ts';
import {
  seesOpenBoxes,
  stageInSight,
  type StoreScope,
  storeScopeOf,
} from '../policies/scope.policy.ts';
import type { BoxRow } from './box.repository.ts';
import { findInvoiceByCufe } from './invoice.repository.ts';

type Condition = ExpressionWrapper<Database, 'tiendas' | 'cajas', SqlBool>;
type BoxExpression = ExpressionBuilder<Database, 'tiendas' | 'cajas'>;

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
    return conditions[storeScopeOf(session.profile)]() as Condition;
  };

const wasAt = (expression: BoxExpression, state: BoxStateName) =>
  expression.exists(
    expression
      .selectFrom('evento')
      .select('evento.id')
      .whereRef('evento.id_caja', '=', 'cajas.id')
      .where('evento.hacia', '=', state),
  );

/** Narrows a query with `cajas` and `tiendas` in it to the boxes of the session. */
export const visibleBoxes =
  (session: Session) =>
  (expression: BoxExpression): Condition => {
    const sent = expression('cajas.active', '!=', 0);
    const stage = stageInSight(session.profile);
    if (stage !== undefined)
      return expression.and([sent, wasAt(expression, stages[stage].boxState)]) as Condition;
    const ofItsStores = visibleStores(session)(
      expression as unknown as ExpressionBuilder<Database, 'tiendas'>,
    );
    return seesOpenBoxes.includes(session.profile)
      ? ofItsStores
      : (expression.and([sent, ofItsStores]) as Condition);
  };

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
  throw storeScopeOf(session.profile) === 'every' ? notFound() : forbidden();
}

/** A box with the store it is of. */
export interface PlacedBox extends BoxRow {
  tienda: string;
  id_ciudad_tienda: number;
}

function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw notFound();
  return found;
}

/** @throws HttpError 404 when there is no such box or the session may not see it */
export const boxInScope = async (trx: Trx, session: Session, idCaja: number): Promise<PlacedBox> =>
  orNotFound(
    await trx
      .selectFrom('cajas')
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .selectAll('cajas')
      .select(['tiendas.nombre as tienda', 'tiendas.id_ciudad as id_ciudad_tienda'])
      .where('cajas.id', '=', idCaja)
      .where(visibleBoxes(session))
      .executeTakeFirst(),
  );

const visibleExpenses = (trx: Trx, session: Session) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('gastos')
    .where(visibleBoxes(session));

/** @throws HttpError 404 when there is no such expense or the session may not see its box */
export const expenseInScope = async (
  trx: Trx,
  session: Session,
  idGasto: number,
): Promise<Row<'gastos'>> =>
  orNotFound(
    await visibleExpenses(trx, session).where('gastos.id', '=', idGasto).executeTakeFirst(),
  );

/** @throws HttpError 404 when no visible expense has a support of that name */
export const supportInScope = async (
  trx: Trx,
  session: Session,
  soporte: string,
): Promise<Row<'gastos'>> =>
  orNotFound(
    await visibleExpenses(trx, session).where('gastos.soporte', '=', soporte).executeTakeFirst(),
  );

/** @throws HttpError 404 when there is no such invoice, or neither its expenses nor the import are the session's */
export async function invoiceInScope(
  trx: Trx,
  session: Session,
  cufe: string,
): Promise<Row<'factura_electronica'>> {
  const invoice = orNotFound(await findInvoiceByCufe(trx, cufe));
  if (session.permisos.includes('cajasPendientes')) return invoice;
  orNotFound(
    await visibleExpenses(trx, session)
      .innerJoin('proveedores', 'proveedores.id', 'gastos.id_proveedor')
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
