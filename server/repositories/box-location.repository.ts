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

/** The names of the supervisor and of the main person in charge of a store; null where there is none. */
export const peopleOfStore = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('tiendas')
    .innerJoin('usuarios as supervisor', 'supervisor.id', 'tiendas.id_supervisor')
    .leftJoin('responsable_tienda', (join) =>
      join
        .onRef('responsable_tienda.id_tienda', '=', 'tiendas.id')
        .on('responsable_tienda.tipo', '=', 1),
    )
    .leftJoin('usuarios as responsable', 'responsable.id', 'responsable_tienda.id_usuario')
    .select(['supervisor.razon_social as supervisor', 'responsable.razon_social as responsable'])
    .where('tiendas.id', '=', idTienda)
    .executeTakeFirstOrThrow();
