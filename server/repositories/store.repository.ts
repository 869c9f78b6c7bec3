import { sql } from 'kysely';
import type { NewRow, Row, RowChanges } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../policies/session.ts';
import { visibleStores } from './scope.repository.ts';
import { type Author, telling } from './administration-log.repository.ts';
import { anyContains, folded, type ListRequest, pageOf } from './paging.ts';

export interface StoreListRow {
  id: number;
  nombre: string;
  centro_costo: string;
  formato_tienda: string;
  ciudad: string;
  /** Centavos. */
  base: number;
  active_: 0 | 1;
}

const orderColumns = {
  id: sql`tiendas.id`,
  nombre: folded(sql`tiendas.nombre`),
  centro_costo: folded(sql`tiendas.centro_costo`),
  formato_tienda: folded(sql`formato_tienda.nombre`),
  ciudad: folded(sql`ciudades.nombre`),
  base: sql`tiendas.base`,
  active_: sql`tiendas.active_`,
};

/** The stores that the session may see. */
export const listStores = (
  trx: Trx,
  session: Session,
  request: ListRequest,
): Promise<{ rows: StoreListRow[]; total: number }> =>
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
export const namesOfStore = (
  trx: Trx,
  store: StoreRow,
): Promise<{ formato: string; ciudad: string }> =>
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

export const insertStore = (trx: Trx, store: NewRow<'tiendas'>, by: Author): Promise<number> =>
  telling(trx, by, 'tiendas', ['id', null], async () => {
    const inserted = trx.insertInto('tiendas').values(store).returning('id');
    return (await inserted.executeTakeFirstOrThrow()).id;
  });

export async function updateStore(
  trx: Trx,
  id: number,
  changes: RowChanges<'tiendas'>,
  by: Author,
): Promise<void> {
  await telling(trx, by, 'tiendas', ['id', id], () =>
    trx.updateTable('tiendas').set(changes).where('id', '=', id).execute(),
  );
}

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
  await telling(trx, by, 'responsable_tienda', ['id_tienda', idTienda], async () => {
    await trx.deleteFrom('responsable_tienda').where('id_tienda', '=', idTienda).execute();
    await trx.insertInto('responsable_tienda').values(rows).execute();
  });
}

/** Profile and standing of the people that a store is given. */
export const peopleById = (
  trx: Trx,
  ids: readonly number[],
): Promise<{ id: number; tipo: number; active_: 0 | 1 }[]> =>
  trx
    .selectFrom('usuarios')
    .select(['id', 'tipo', 'active_'])
    .where('id', 'in', [...ids])
    .where('eliminado', '=', 0)
    .execute();
