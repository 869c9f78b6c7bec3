import type { DateText } from '#machines/domain/dates.ts';
import type { Trx } from '../database/transactions.ts';

/** The states that the expenses of a box are in, with how many of them need maintenance. */
export const statesOfExpenses = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('conteo_caja')
    .select(['estado', 'cantidad', 'de_mantenimiento'])
    .where('id_caja', '=', idCaja)
    .orderBy('estado')
    .execute();

/** The states that the box came to after it was opened, with the instant, in their order. */
export const arrivalsOfBox = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('evento')
    .select(['hacia', 'instante'])
    .where('id_caja', '=', idCaja)
    .where('id_gasto', 'is', null)
    .orderBy('secuencia')
    .execute();

/**
 * The people of a store: its supervisor, whoever decides on the day in the place of that person, and the main person in
 * charge, '' where there is none.
 */
export async function peopleOfStore(trx: Trx, idTienda: number, today: DateText) {
  const rows = await trx
    .selectFrom('tiendas')
    .innerJoin('usuarios as supervisor', 'supervisor.id', 'tiendas.id_supervisor')
    .leftJoin('responsable_tienda', (join) =>
      join
        .onRef('responsable_tienda.id_tienda', '=', 'tiendas.id')
        .on('responsable_tienda.tipo', '=', 1),
    )
    .leftJoin('usuarios as responsable', 'responsable.id', 'responsable_tienda.id_usuario')
    .leftJoin('delegacion', (join) =>
      join
        .onRef('delegacion.id_usuario', '=', 'tiendas.id_supervisor')
        .on('delegacion.terminada', 'is', null)
        .on('delegacion.desde', '<=', today)
        .on('delegacion.hasta', '>=', today),
    )
    .leftJoin('usuarios as delegado', 'delegado.id', 'delegacion.id_delegado')
    .select([
      'tiendas.id_supervisor',
      'supervisor.razon_social as supervisor',
      'responsable.razon_social as responsable',
      'delegacion.id_delegado',
      'delegacion.desde',
      'delegacion.hasta',
      'delegado.razon_social as delegado',
    ])
    .where('tiendas.id', '=', idTienda)
    .execute();
  const [first] = rows;
  if (first === undefined) throw new RangeError(`there is no store ${idTienda}`);
  return {
    supervisor: first.supervisor,
    responsable: first.responsable ?? '',
    id_supervisor: first.id_supervisor,
    delegations: rows.flatMap(({ id_supervisor, id_delegado, desde, hasta, delegado }) =>
      id_delegado === null || desde === null || hasta === null || delegado === null
        ? []
        : [
            {
              ...{ id_usuario: id_supervisor, nombre: first.supervisor, id_delegado },
              ...{ delegado, desde, hasta },
            },
          ],
    ),
  };
}
