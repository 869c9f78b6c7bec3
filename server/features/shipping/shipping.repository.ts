import { nationalCityId } from '#contract/calls/reference.calls.ts';
import type { Trx } from '../../platform/database/transactions.ts';

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

/** Where mail about a store goes: its own address and that of its main manager. */
export async function addressesOfStore(trx: Trx, idTienda: number): Promise<string[]> {
  const store = await trx
    .selectFrom('tiendas')
    .select('email')
    .where('id', '=', idTienda)
    .executeTakeFirstOrThrow();
  const managers = await trx
    .selectFrom('responsable_tienda')
    .innerJoin('usuarios', 'usuarios.id', 'responsable_tienda.id_usuario')
    .select('usuarios.email')
    .where('responsable_tienda.id_tienda', '=', idTienda)
    .where('responsable_tienda.tipo', '=', 1)
    .where('usuarios.active_', '=', 1)
    .where('usuarios.eliminado', '=', 0)
    .execute();
  const addresses = [...managers, store].map(({ email }) => email.trim().toLowerCase());
  return [...new Set(addresses)].filter((address) => address !== '');
}
