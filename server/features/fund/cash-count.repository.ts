/** Cash counts of the stores; amounts in centavos. */
import { type RawBuilder, sql } from 'kysely';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import { countStates, type CountContext } from '#machines/domain/fund/count.machine.ts';
import { type CountedFund, differenceOf } from '#machines/domain/fund/fund.ts';
import type { Session } from '../../platform/access/session.ts';
import { inserting, rowsOf, updating } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { visibleStores } from '../cases/scope.repository.ts';
import { openingOf } from '../cases/stored-movement.ts';

export const insertCount = inserting('arqueo');
export const updateCount = updating('arqueo');

type CountRow = Row<'arqueo'>;

/** The fund that a count compared with. */
export const fundOfCount = (row: CountRow): CountedFund => ({
  base: row.base,
  current: row.en_caja,
  enProceso: row.en_proceso,
  porGirar: row.por_girar,
  aCargo: row.a_cargo,
  sinRecibir: row.sin_recibir,
});

export const differenceOfRow = (row: CountRow): number =>
  differenceOf(fundOfCount(row), row.efectivo);

/** The last counts of a store, newest first, with their people and what the movement of their settlement says. */
export const countsOfStore = (trx: Trx, idTienda: number, limit: number) =>
  trx
    .selectFrom('arqueo')
    .innerJoin('usuarios', 'usuarios.id', 'arqueo.id_usuario')
    .leftJoin('usuarios as encargado', 'encargado.id', 'arqueo.id_responsable')
    .leftJoin('usuarios as resuelve', 'resuelve.id', 'arqueo.id_usuario_resuelve')
    .leftJoin('movimiento_fondo as movimiento', 'movimiento.id_arqueo', 'arqueo.id')
    .selectAll('arqueo')
    .select(['usuarios.razon_social as persona', 'encargado.razon_social as responsable'])
    .select(['resuelve.razon_social as resuelve_nombre', 'movimiento.tipo as movimiento'])
    .select(['movimiento.dia', 'movimiento.referencia'])
    .where('arqueo.id_tienda', '=', idTienda)
    .orderBy('arqueo.id', 'desc')
    .limit(limit)
    .execute();

/** A count of a store that the session sees. */
export const lockedCount = (
  trx: Trx,
  session: Session,
  id: number,
): Promise<CountRow | undefined> =>
  trx
    .selectFrom('arqueo')
    .selectAll()
    .where('id', '=', id)
    .where(({ eb, selectFrom }) =>
      eb(
        'id_tienda',
        'in',
        selectFrom('tiendas').select('tiendas.id').where(visibleStores(session)),
      ),
    )
    .$call(locked(trx, 'arqueo'))
    .executeTakeFirst();

const lastCount = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('arqueo')
    .selectAll()
    .where('id_tienda', '=', idTienda)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The facts of a stored count, for the state machine. */
export async function contextOfCount(
  trx: Trx,
  row: CountRow,
  hasOpenClaim: boolean,
): Promise<CountContext> {
  const facts = {
    difference: differenceOfRow(row),
    tolerance: row.tolerancia,
    counter: personOf(row),
    custodian: row.id_responsable,
    isExplained: row.nota !== '',
    hasOpenClaim,
  };
  const last = await lastCount(trx, row.id_tienda);
  const opening = await openingOf(trx, row.id_tienda);
  // An opening counts the drawer again, and agrees.
  if (
    opening !== undefined &&
    opening.creado > row.instante &&
    (last?.instante ?? 0) < opening.creado
  )
    return { ...facts, recountedBy: opening.id_usuario, recountAgrees: true };
  const later = last === undefined || last.id === row.id ? null : last;
  return {
    ...facts,
    recountedBy: later?.id_usuario ?? null,
    recountAgrees: later !== null && later.estado !== countStates.withDifference.codigo,
  };
}

/** `perfil` is that of a signed-in user, or 0, which no guard asks for. */
const personOf = ({ id_usuario: id, perfil }: CountRow): Person => ({
  id,
  profile: perfil as ProfileId,
});

/** Number of purchases with centavos that a store recorded since its last count. */
export async function purchasesWithCentavos(trx: Trx, idTienda: number): Promise<number> {
  const since: RawBuilder<number> = sql`coalesce((select instante from arqueo
    where arqueo.id_tienda = ${idTienda} order by arqueo.id desc limit 1), 0)`;
  // A box has had no new purchase since it last moved, except the open one.
  const [found] = await rowsOf<{ compras: number }>(
    trx,
    sql`select count(*) as compras from cajas join gastos on gastos.id_caja = cajas.id
      where cajas.id_tienda = ${idTienda} and (cajas.consecutivo is null or cajas.fecha_movimiento >= ${since})
        and gastos.creado >= ${since} and gastos.valor % 100 <> 0`,
  );
  return Number(found?.compras ?? 0);
}

/** The main person in charge of a store; null without one. */
export const custodianOf = async (trx: Trx, idTienda: number): Promise<number | null> =>
  (
    await trx
      .selectFrom('responsable_tienda')
      .select('id_usuario')
      .where('id_tienda', '=', idTienda)
      .where('tipo', '=', 1)
      .executeTakeFirst()
  )?.id_usuario ?? null;
