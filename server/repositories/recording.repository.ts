/** First question of a recording. */
import { sql } from 'kysely';
import { boxStates } from '#machines/domain/states.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../policies/session.ts';
import { keepingMoney } from './fund.repository.ts';
import { locked } from './row-lock.ts';
import { visibleStores } from './scope.repository.ts';

/**
 * The open box of a visible store, locked until the transaction ends, with the store's facts; `base` and `enviado`,
 * what its other boxes keep from the fund, in centavos. Undefined also when it was sent at this moment.
 *
 * The open box itself is not in `enviado`: whoever waited for the lock reads its row anew, but not the counts.
 */
export const lockOpenBox = (trx: Trx, session: Session, idTienda: number) =>
  trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .selectAll('cajas')
    .select(['tiendas.active_ as tienda_activa', 'tiendas.id_formato', 'tiendas.base'])
    .select([
      sql<number>`(select coalesce(sum(conteo.valor), 0) from conteo
        where conteo.id_tienda = tiendas.id and conteo.estado = 0
          and conteo.active in (${sql.join(keepingMoney)})
          and conteo.active <> ${boxStates.open.codigo})`.as('enviado'),
      sql<string | null>`(select field_content from config where field_name = 'exceso_fondo')`.as(
        'exceso_fondo',
      ),
    ])
    .where('tiendas.id', '=', idTienda)
    .where('cajas.active', '=', boxStates.open.codigo)
    .where(visibleStores(session))
    .$call(locked(trx, 'cajas'))
    .executeTakeFirst();

export type OpenBox = NonNullable<Awaited<ReturnType<typeof lockOpenBox>>>;
