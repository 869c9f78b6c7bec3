import { sql } from 'kysely';
import type { NewRow, Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../policies/session.ts';
import { visibleStores } from './scope.repository.ts';
import { type Author, logChanges } from './administration-log.repository.ts';
import { anyContains, folded, type ListRequest, pageOf } from './paging.ts';
import { inserting, updating } from './queries.ts';
import { locked } from './row-lock.ts';

const orderColumns = {
  id: sql`tiendas.id`,
  nombre: folded(sql`tiendas.nombre`),
  centro_costo: folded(sql`tiendas.centro_costo`),
  formato_tienda: folded(sql`formato_tienda.nombre`),
  ciudad: folded(sql`ciudades.nombre`),
  base: sql`tiendas.base`,
  active_: sql`tiendas.active_`,
};

/** The stores that the session may see; `base` in centavos. */
export const listStores = (trx: Trx, session: Session, request: ListRequest) =>
  pageOf(
    trx
      .selectFrom('tiendas')
      .innerJoin('formato_tienda', 'formato_tienda.id', 'tiendas.id_formato')
      .innerJoin('ciudades', 'ciudades.id', 'tiendas.id_ciudad')
      .where(visibleStores(session))
      .select([
        'tiendas.id',
        'tiendas.nombre',
        'tiendas.centro_costo',
        'formato_tienda.nombre as formato_tienda',
        'ciudades.nombre as ciudad',
        'tiendas.base',
        'tiendas.active_',
      ]),
    request,
    {
      columns: orderColumns,
      own: { by: 'nombre', direction: 'asc' },
      key: sql`tiendas.id`,
      matches: anyContains('tiendas.nombre', 'tiendas.centro_costo', 'ciudades.nombre'),
    },
  );

export type StoreRow = Row<'tiendas'>;

/** Names behind the ids of a store. */
export const namesOfStore = (trx: Trx, store: StoreRow) =>
  trx
    .selectFrom('formato_tienda')
    .innerJoin('ciudades', (join) => join.on('ciudades.id', '=', store.id_ciudad))
    .select(['formato_tienda.nombre as formato', 'ciudades.nombre as ciudad'])
    .where('formato_tienda.id', '=', store.id_formato)
    .executeTakeFirstOrThrow();

export interface StoreManagers {
  responsable: number | null;
  adicionales: number[];
}

export async function managersOfStore(trx: Trx, id: number): Promise<StoreManagers> {
  const rows = await trx
    .selectFrom('responsable_tienda')
    .select(['id_usuario', 'tipo'])
    .where('id_tienda', '=', id)
    .orderBy('id_usuario')
    .execute();
  return {
    responsable: rows.find(({ tipo }) => tipo === 1)?.id_usuario ?? null,
    adicionales: rows.filter(({ tipo }) => tipo === 2).map(({ id_usuario }) => id_usuario),
  };
}

export const insertStore = inserting('tiendas');
export const updateStore = updating('tiendas');

/** The main manager and the others, in place of those before. */
export async function replaceManagers(
  trx: Trx,
  idTienda: number,
  managers: { responsable: number; adicionales: readonly number[] },
  by: Author,
): Promise<void> {
  const rows: NewRow<'responsable_tienda'>[] = [
    { id_tienda: idTienda, id_usuario: managers.responsable, tipo: 1 },
    ...managers.adicionales.map((id_usuario) => ({
      id_tienda: idTienda,
      id_usuario,
      tipo: 2 as const,
    })),
  ];
  await logChanges(trx, by, 'responsable_tienda', ['id_tienda', idTienda], async () => {
    await trx.deleteFrom('responsable_tienda').where('id_tienda', '=', idTienda).execute();
    await trx.insertInto('responsable_tienda').values(rows).execute();
  });
}

/** The name of an active store that nobody manages but the user of a query; '' when there is none. */
export const onlyManagedStore = sql<string>`coalesce((
  select min(tiendas.nombre) from responsable_tienda own
  join tiendas on tiendas.id = own.id_tienda and tiendas.active_ = 1
  where own.id_usuario = usuarios.id and usuarios.active_ = 1 and not exists (
    select 1 from responsable_tienda other join usuarios manager on manager.id = other.id_usuario
    where other.id_tienda = own.id_tienda and other.id_usuario <> own.id_usuario
    and manager.active_ = 1 and manager.eliminado = 0)), '')`;

/** The same for one user. The stores are locked: of two managers who go at the same time, one stays. */
export async function lockOnlyManaged(trx: Trx, idUsuario: number): Promise<string> {
  await trx
    .selectFrom('tiendas')
    .select('id')
    .where('id', 'in', (managed) =>
      managed
        .selectFrom('responsable_tienda')
        .select('id_tienda')
        .where('id_usuario', '=', idUsuario),
    )
    .orderBy('id')
    .$call(locked(trx))
    .execute();
  const user = await trx
    .selectFrom('usuarios')
    .select(onlyManagedStore.as('tienda'))
    .where('usuarios.id', '=', idUsuario)
    .executeTakeFirst();
  return user?.tienda ?? '';
}

/** The people whom a store names, whether they may still enter or not. */
export const peopleNamedBy = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('usuarios')
    .select(['id', 'razon_social', 'active_'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();

/** Profile and standing of the people that a store is given. */
export const peopleById = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('usuarios')
    .select(['id', 'tipo', 'active_'])
    .where('id', 'in', [...ids])
    .where('eliminado', '=', 0)
    .execute();
