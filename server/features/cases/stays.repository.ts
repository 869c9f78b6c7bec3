/** How long boxes and expenses stayed in their states, by the log. */
import { sql } from 'kysely';
import { arrivals } from '#machines/domain/expense/expense.machine.ts';
import type { BoxStateName } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { rowsOf } from '../../platform/database/queries.ts';

/**
 * How long the state lasted that an event ended: since the event before it that changed the state of the same
 * object, or since the box was opened. An expense also comes to a state when its box moves; an event that follows
 * from a move of the box ends a stay that began before that move. Null for an event that ends no stay.
 */
export const duration = sql<number | null>`case
  when evento.desde = evento.hacia or evento.desde = 'recording' then null
  when evento.id_gasto is null then evento.instante - coalesce((
    select antes.instante from evento as antes
    where antes.id_caja = evento.id_caja and antes.id_gasto is null
      and antes.secuencia < evento.secuencia
    order by antes.secuencia desc limit 1), cajas.creada)
  else evento.instante - (
    select max(llegada.instante) from (
      select (
        select antes.instante from evento as antes
        where antes.id_gasto = evento.id_gasto and antes.desde <> antes.hacia
          and antes.secuencia < evento.secuencia
        order by antes.secuencia desc limit 1) as instante
      union all
      select (
        select antes.instante from evento as antes
        where antes.id_caja = evento.id_caja and antes.id_gasto is null
          and antes.secuencia < evento.secuencia
          and (antes.instante < evento.instante or evento.evento not in (${sql.join(Object.values(arrivals))}))
        order by antes.secuencia desc limit 1) as instante) as llegada)
end`;

/** Boxes of each store whose stays say how long a stage takes there. */
export const LAST_BOXES = 12;

/** How long the last boxes of a store stayed in a state, milliseconds. */
export const staysOfStore = async (
  trx: Trx,
  idTienda: number,
  state: BoxStateName,
): Promise<number[]> => {
  const stays = await rowsOf<{ duracion: number }>(
    trx,
    sql`select ${duration} as duracion
      from tiendas cross join cajas cross join evento
      where tiendas.id = ${idTienda} and cajas.id_tienda = tiendas.id
        and cajas.consecutivo > tiendas.ultimo_consecutivo - ${LAST_BOXES}
        and evento.id_caja = cajas.id and evento.id_gasto is null
        and evento.desde <> evento.hacia and evento.desde = ${state}`,
  );
  return stays.map(({ duracion }) => Math.max(0, duracion));
};
