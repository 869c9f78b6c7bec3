import { sql } from 'kysely';
import type { Session } from '../../platform/access/session.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { folded, type ListRequest, namesContain, pageOf } from '../../platform/database/paging.ts';
import { inserting, updating } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { NewRow, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { chargeVales } from '../cases/vale.repository.ts';
import { suspendAccount } from '../cases/payment.repository.ts';
import { visibleStores } from '../cases/scope.repository.ts';

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
      matches: namesContain(trx, 'tiendas', [
        'tiendas.nombre',
        'tiendas.centro_costo',
        'ciudades.nombre',
      ]),
    },
  );

export type StoreRow = Row<'tiendas'>;

/** Names of the format and the city of a store. */
export const namesOfStore = (trx: Trx, store: StoreRow) =>
  trx
    .selectFrom('formato_tienda')
    .innerJoin('ciudades', (join) => join.on('ciudades.id', '=', store.id_ciudad))
    .select(['formato_tienda.nombre as formato', 'ciudades.nombre as ciudad'])
    .where('formato_tienda.id', '=', store.id_formato)
    .executeTakeFirstOrThrow();

interface StoreManagers {
  responsable: number | null;
  /** When the main manager took over from another one; 0 for the first one. */
  desde: number;
  adicionales: number[];
}

export async function managersOfStore(trx: Trx, id: number): Promise<StoreManagers> {
  const rows = await trx
    .selectFrom('responsable_tienda')
    .select(['id_usuario', 'tipo', 'desde'])
    .where('id_tienda', '=', id)
    .orderBy('id_usuario')
    .execute();
  const main = rows.find(({ tipo }) => tipo === 1);
  return {
    responsable: main?.id_usuario ?? null,
    desde: main?.desde ?? 0,
    adicionales: rows.filter(({ tipo }) => tipo === 2).map(({ id_usuario }) => id_usuario),
  };
}

/** Name, cost centre and base of all stores, active or not. */
export const storesByName = (trx: Trx) =>
  trx.selectFrom('tiendas').select(['id', 'nombre', 'centro_costo', 'base']).execute();

/** Stores by id. @param locks locks their rows, in the order of their ids to avoid deadlocks */
export const storesWithIds = (
  trx: Trx,
  ids: readonly number[],
  locks: boolean,
): Promise<StoreRow[]> =>
  trx
    .selectFrom('tiendas')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .$if(locks, locked(trx))
    .execute();

/** Every store with the facts that its opening asks. */
export const storesToOpen = (trx: Trx) =>
  trx
    .selectFrom('tiendas')
    .select(['id', 'nombre', 'centro_costo', 'base', 'active_', 'ultimo_consecutivo'])
    .orderBy('id')
    .execute();

/** The base of a store, whose row is locked. */
export const lockStore = (trx: Trx, id: number) =>
  trx
    .selectFrom('tiendas')
    .select(['id', 'base'])
    .where('id', '=', id)
    .$call(locked(trx))
    .executeTakeFirstOrThrow();

export const insertStore = inserting('tiendas');
export const updateStore = updating('tiendas');

/** Replaces the main manager and the additional ones. */
export async function replaceManagers(
  trx: Trx,
  idTienda: number,
  managers: { responsable: number; adicionales: readonly number[] },
  by: Author,
): Promise<void> {
  const { responsable, desde: before } = await managersOfStore(trx, idTienda);
  const takesOver = responsable !== null && responsable !== managers.responsable;
  if (takesOver) {
    await suspendAccount(trx, idTienda, by);
    await chargeVales(trx, idTienda, by);
  }
  const desde = takesOver ? by.now : before;
  const rows: NewRow<'responsable_tienda'>[] = [
    { id_tienda: idTienda, id_usuario: managers.responsable, tipo: 1, desde },
    ...managers.adicionales.map((id_usuario) => ({
      id_tienda: idTienda,
      id_usuario,
      tipo: 2 as const,
      desde: 0,
    })),
  ];
  await logChanges(trx, by, 'responsable_tienda', ['id_tienda', idTienda], async () => {
    await trx.deleteFrom('responsable_tienda').where('id_tienda', '=', idTienda).execute();
    await trx.insertInto('responsable_tienda').values(rows).execute();
  });
}

/** Names of users by key, active or not. */
export const peopleNamedBy = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('usuarios')
    .select(['id', 'razon_social', 'active_'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
