import { sql } from 'kysely';
import { nationalCityId } from '#contract/calls/reference.calls.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import type { Session } from '../../platform/access/session.ts';
import { anyContains, type ListRequest, pageOf } from '../../platform/database/paging.ts';
import { valuesOf } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';

import { visibleStores } from '../cases/scope.repository.ts';

/** A company that may ship for a store: active, and of the store's city or a national one. */
export const findShippingCompany = (trx: Trx, id: number, idCiudadTienda: number) =>
  trx
    .selectFrom('empresas')
    .selectAll()
    .where('id', '=', id)
    .where('active_', '=', 1)
    .where('eliminado', '=', 0)
    .where('id_ciudad', 'in', [idCiudadTienda, nationalCityId])
    .executeTakeFirst();

/** The company with which a store shipped last; null before it has shipped. */
export const lastCompanyOf = async (trx: Trx, idTienda: number): Promise<number | null> =>
  (
    await trx
      .selectFrom('cajas')
      .select('id_empresa')
      .where('id_tienda', '=', idTienda)
      .where('id_empresa', 'is not', null)
      .orderBy('consecutivo', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id_empresa ?? null;

/** Addresses for mails about a store: its own and that of its main manager. */
export async function addressesOfStores(
  trx: Trx,
  stores: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const own = await trx
    .selectFrom('tiendas')
    .select(['id as id_tienda', 'email'])
    .where('id', 'in', [...stores])
    .execute();
  const managers = await trx
    .selectFrom('responsable_tienda')
    .innerJoin('usuarios', 'usuarios.id', 'responsable_tienda.id_usuario')
    .select(['responsable_tienda.id_tienda', 'usuarios.email'])
    .where('responsable_tienda.id_tienda', 'in', [...stores])
    .where('responsable_tienda.tipo', '=', 1)
    .where('usuarios.active_', '=', 1)
    .where('usuarios.eliminado', '=', 0)
    .execute();
  const addresses = grouped(
    [...managers, ...own],
    ({ id_tienda }) => id_tienda,
    ({ email }) => email.trim().toLowerCase(),
  );
  return new Map(
    [...addresses].map(([id, all]) => [id, [...new Set(all)].filter((address) => address !== '')]),
  );
}

export const addressesOfStore = async (trx: Trx, idTienda: number): Promise<string[]> =>
  (await addressesOfStores(trx, [idTienda])).get(idTienda) ?? [];

/** Boxes whose papers are in transit, the oldest shipment first. */
export const papersOnTheirWay = (trx: Trx, session: Session, request: ListRequest) =>
  pageOf(
    trx
      .selectFrom('cajas')
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .leftJoin('empresas', 'empresas.id', 'cajas.id_empresa')
      .select([
        'cajas.id as id_caja',
        'cajas.id_tienda',
        'tiendas.nombre as tienda',
        'cajas.consecutivo',
        'empresas.nombre as empresa',
        'cajas.codigo_soporte as guia',
        'cajas.fecha_movimiento as desde',
      ])
      .where('cajas.active', '=', boxStates.finalAccounting.codigo)
      .where('cajas.papeles', 'is', null)
      .where(visibleStores(session)),
    request,
    {
      columns: {
        desde: sql`cajas.fecha_movimiento`,
        tienda: sql`tiendas.nombre`,
        consecutivo: sql`cajas.consecutivo`,
        empresa: sql`empresas.nombre`,
        guia: sql`cajas.codigo_soporte`,
      },
      own: { by: 'desde', direction: 'asc' },
      key: sql`cajas.id`,
      matches: anyContains('tiendas.nombre', 'cajas.codigo_soporte'),
    },
  );

/** Boxes in transit with a guide number, compared case-insensitively. */
export const boxesOfGuide = (trx: Trx, session: Session, guia: string): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('cajas')
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .select('cajas.id')
      .where('cajas.active', '=', boxStates.finalAccounting.codigo)
      .where('cajas.papeles', 'is', null)
      .where(sql`lower(cajas.codigo_soporte)`, '=', guia.toLowerCase())
      .where(visibleStores(session)),
    'id',
  );
