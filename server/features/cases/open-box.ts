import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { insertBox } from './box.repository.ts';

/**
 * Opens the next box of a store: a store always has exactly one.
 *
 * @param after hash of the event that sent the box before it, which the first event of this one follows
 */
export const openNextBox = (trx: Trx, idTienda: number, now: number, after = ''): Promise<number> =>
  insertBox(trx, {
    id_tienda: idTienda,
    hash: after,
    active: boxStates.open.codigo,
    consecutivo: null,
    fecha: dateInBogota(now),
    creada: now,
    fecha_movimiento: now,
    fecha_contabilidad: null,
    id_empresa: null,
    codigo_soporte: null,
    pdf_descargado: null,
  });
