/** Cash counts: they are written once, and never changed. */
import type { Trx } from '../../platform/database/transactions.ts';
import { inserting } from '../../platform/database/queries.ts';

export const insertCount = inserting('arqueo');

/** The last counts of a store with the names of who counted, the newest first; amounts in centavos. */
export const countsOfStore = (trx: Trx, idTienda: number, limit: number) =>
  trx
    .selectFrom('arqueo')
    .innerJoin('usuarios', 'usuarios.id', 'arqueo.id_usuario')
    .selectAll('arqueo')
    .select('usuarios.razon_social as persona')
    .where('arqueo.id_tienda', '=', idTienda)
    .orderBy('arqueo.id', 'desc')
    .limit(limit)
    .execute();
