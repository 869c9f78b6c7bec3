import type { NewRow, Row, RowChanges } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { locked } from './row-lock.ts';

export type BoxRow = Row<'cajas'>;

export const findBox = (trx: Trx, id: number): Promise<BoxRow | undefined> =>
  trx.selectFrom('cajas').selectAll().where('id', '=', id).executeTakeFirst();

/** The box, locked until the transaction ends: every change of it or of its expenses begins here. */
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

export const insertBox = async (trx: Trx, box: NewRow<'cajas'>): Promise<number> =>
  (await trx.insertInto('cajas').values(box).returning('id').executeTakeFirstOrThrow()).id;

export const updateBox = async (
  trx: Trx,
  id: number,
  changes: RowChanges<'cajas'>,
): Promise<void> => {
  await trx.updateTable('cajas').set(changes).where('id', '=', id).execute();
};

/** Raises and answers the store's consecutive: gapless, because its row stays locked. */
export const nextBoxNumber = async (trx: Trx, idTienda: number): Promise<number> =>
  (
    await trx
      .updateTable('tiendas')
      .set((expression) => ({ ultimo_consecutivo: expression('ultimo_consecutivo', '+', 1) }))
      .where('id', '=', idTienda)
      .returning('ultimo_consecutivo')
      .executeTakeFirstOrThrow()
  ).ultimo_consecutivo;
