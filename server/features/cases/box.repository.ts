import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { changing, creating, finding } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';

export type BoxRow = Row<'cajas'>;

export const findBox = finding('cajas', 'id');
export const insertBox = creating('cajas');
export const updateBox = changing('cajas');

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

/** Raises and answers the store's number: gapless, because its row stays locked. */
export const nextBoxNumber = async (trx: Trx, idTienda: number): Promise<number> =>
  (
    await trx
      .updateTable('tiendas')
      .set((expression) => ({ ultimo_consecutivo: expression('ultimo_consecutivo', '+', 1) }))
      .where('id', '=', idTienda)
      .returning('ultimo_consecutivo')
      .executeTakeFirstOrThrow()
  ).ultimo_consecutivo;
