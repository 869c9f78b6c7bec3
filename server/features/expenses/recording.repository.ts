/** First question of a recording. */
import { sql } from 'kysely';
import { boxStates } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Session } from '../../platform/access/session.ts';
import { besideTotals, keepingTotal } from '../cases/fund.repository.ts';
import { exists } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import { visibleStores } from '../cases/scope.repository.ts';

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
          and conteo.active in (${sql.join(keepingTotal)})
          and conteo.active <> ${boxStates.open.codigo})
        + ${besideTotals(sql`= tiendas.id`)}`.as('enviado'),
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

/** True when an expense records this rejected one again. */
export const isRecordedAgain = (trx: Trx, origen: number): Promise<boolean> =>
  exists(trx.selectFrom('gastos').select('id').where('origen', '=', origen));

/** The latest boxes of a store say what it buys; more of them would say it again. */
const RECENT_BOXES = 4;
const MOST_RECENT = 200;

/** The latest expenses of a store with their suppliers, the last one first. */
export async function recentExpensesOfStore(trx: Trx, idTienda: number) {
  const boxes = await trx
    .selectFrom('cajas')
    .select('id')
    .where('id_tienda', '=', idTienda)
    .orderBy('id', 'desc')
    .limit(RECENT_BOXES)
    .execute();
  if (boxes.length === 0) return [];
  return (
    trx
      .selectFrom('gastos')
      .innerJoin('proveedores', 'proveedores.id', 'gastos.id_proveedor')
      .select([
        'gastos.categorias_propias',
        'gastos.factura_elec',
        'gastos.concepto',
        'proveedores.id',
        'proveedores.num_doc',
        'proveedores.digito',
        'proveedores.nombre',
      ])
      .where(
        'gastos.id_caja',
        'in',
        boxes.map(({ id }) => id),
      )
      // By their key both engines would walk all expenses backwards, to find those of the boxes.
      .orderBy('gastos.creado', 'desc')
      .orderBy('gastos.id', 'desc')
      .limit(MOST_RECENT)
      .execute()
  );
}

/** The municipality in which a store is; undefined for a city of none. */
export const municipalityOfStore = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('tiendas')
    .innerJoin('ciudades', 'ciudades.id', 'tiendas.id_ciudad')
    .innerJoin('municipios', 'municipios.id_municipio', 'ciudades.id_municipio')
    .select(['municipios.id_municipio', 'municipios.departamento_id'])
    .where('tiendas.id', '=', idTienda)
    .executeTakeFirst();
