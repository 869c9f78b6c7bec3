import { type RawBuilder, sql } from 'kysely';
import { boxStates, codesOf } from '#machines/domain/stages/states.ts';
import { type Fund, type FundedBox, excessOf, fundOf } from '#machines/domain/fund/fund.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { paymentCodes, paymentStates } from '#machines/domain/payment/payment-states.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Session } from '../../platform/access/session.ts';
import { lockOnly, locked } from '../../platform/database/row-lock.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict } from '../../platform/errors/http-error.ts';
import { storeInScope, visibleStores } from './scope.repository.ts';

/** Codes of the states in which the total of a box is out of the fund; a list of codes lets an index be used. */
export const unclosedStates = codesOf(boxStates).filter(
  (active) => active !== boxStates.closed.codigo,
);

/**
 * Centavos out of the fund beside the totals of the boxes: money to be paid and money owed, less what another box has
 * recorded again, and vales. Partial indexes list the few rows that have such amounts.
 *
 * @param stores SQL condition on the store, such as `= tiendas.id`
 */
export const amountsBesideTotals = (stores: ReturnType<typeof sql>) => sql<number>`coalesce((
  select sum(cajas.por_girar + cajas.a_cargo - cajas.trasladado) from cajas
  where cajas.id_tienda ${stores} and (cajas.por_girar > 0 or cajas.a_cargo > 0 or cajas.trasladado > 0)), 0)
  + coalesce((
  select sum(movimiento_fondo.por_girar + movimiento_fondo.a_cargo) from movimiento_fondo
  where movimiento_fondo.id_tienda ${stores} and (movimiento_fondo.por_girar > 0 or movimiento_fondo.a_cargo > 0)), 0)
  + coalesce((
  select sum(vale.valor) from vale where vale.id_tienda ${stores} and vale.estado = 'fuera'), 0)`;

/** Centavos that the boxes in some states, and what is beside them, take from the fund of the store of a query. */
const outOfFund = (
  states: readonly number[],
) => sql<number>`(select coalesce(sum(conteo.valor), 0) from conteo
    where conteo.id_tienda = tiendas.id and conteo.estado = 0 and conteo.active in (${sql.join([...states])}))
  + ${amountsBesideTotals(sql`= tiendas.id`)}`;

/** `disponible` of the fund of the store of a query, in centavos. */
export const availableInFund = sql<number>`tiendas.base - (${outOfFund(unclosedStates)})`;

const sentStates = unclosedStates.filter((active) => active !== boxStates.open.codigo);

interface Asked {
  /** Rows to read in the same statement, as JSON. */
  beside?: RawBuilder<string>;
  /** Only this box; undefined for the open one, whichever it is. */
  idCaja?: number;
}

/**
 * The open box of a visible store, locked until the transaction ends, with facts of the store: `base`, and `enviado`,
 * which its other boxes take from the fund, in centavos. Undefined also when the box was sent concurrently.
 *
 * `enviado` excludes the open box, whose row is read again after a wait for its lock.
 */
export async function lockOpenBox(
  trx: Trx,
  session: Session,
  idTienda: number,
  { beside = sql.lit(''), idCaja }: Asked = {},
) {
  const box = trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .where('tiendas.id', '=', idTienda)
    .where('cajas.active', '=', boxStates.open.codigo)
    .where(visibleStores(session))
    .$if(idCaja !== undefined, (query) => query.where('cajas.id', '=', idCaja ?? 0));
  await lockOnly(trx, box, 'cajas');
  return box
    .selectAll('cajas')
    .select(['tiendas.active_ as tienda_activa', 'tiendas.id_formato', 'tiendas.base'])
    .select([
      beside.as('beside'),
      outOfFund(sentStates).as('enviado'),
      sql<string | null>`(select field_content from config where field_name = 'exceso_fondo')`.as(
        'exceso_fondo',
      ),
    ])
    .$call(locked(trx, 'cajas'))
    .executeTakeFirst();
}

export type OpenBox = NonNullable<Awaited<ReturnType<typeof lockOpenBox>>>;

/**
 * The open box of the store, locked; when it was sent concurrently, the next box of the store.
 *
 * @param beside rows to read in the same statement, as JSON
 * @throws HttpError 403, 404 for a store that the session does not see, 409 without an open box
 */
export async function openBoxOf(
  trx: Trx,
  session: Session,
  idTienda: number,
  beside?: RawBuilder<string>,
): Promise<OpenBox> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const box = await lockOpenBox(trx, session, idTienda, beside && { beside });
    if (box !== undefined) return box;
    await storeInScope(trx, session, idTienda);
  }
  throw conflict('boxIsOpen', 'La tienda no tiene una caja abierta.');
}

/**
 * Centavos by which the boxes of a store exceed its fund; 0 unless the setting forbids it.
 *
 * @param added centavos that an expense is about to add
 */
export const forbiddenExcess = (open: OpenBox, added = 0): number =>
  open.exceso_fondo === 'impedir' ? excessOf(open.base - open.total - open.enviado, added) : 0;

/** The fund of each of the stores, by the store's id, in one query; amounts in centavos. */
export async function fundsOfStores(
  trx: Trx,
  stores: readonly number[],
): Promise<Map<number, Fund>> {
  if (stores.length === 0) return new Map();
  const ids = sql.join([...stores]);
  const sums = await rowsOf<FundedBox & { id_tienda: number; base: number }>(
    trx,
    sql`select id as id_tienda, base, ${sql.lit(boxStates.open.codigo)} as active, 0 as total,
        0 as trasladado, 0 as por_girar, 0 as a_cargo
        from tiendas where id in (${ids})
      union all
      select id_tienda, 0, active, valor, 0, 0, 0
        from conteo where estado = 0 and id_tienda in (${ids}) and active in (${sql.join(unclosedStates)})
      union all
      select id_tienda, 0, active, 0, sum(trasladado), sum(por_girar), sum(a_cargo) from cajas
        where id_tienda in (${ids}) and (por_girar > 0 or a_cargo > 0 or trasladado > 0)
        group by id_tienda, active
      union all
      select id_tienda, 0, ${sql.lit(boxStates.closed.codigo)}, 0, 0, sum(por_girar), sum(a_cargo)
        from movimiento_fondo
        where id_tienda in (${ids}) and (por_girar > 0 or a_cargo > 0) group by id_tienda
      union all
      select id_tienda, 0, ${sql.lit(boxStates.open.codigo)}, sum(valor), 0, 0, 0 from vale
        where id_tienda in (${ids}) and estado = 'fuera' group by id_tienda`,
  );
  const ofStores = grouped(
    sums,
    ({ id_tienda }) => id_tienda,
    (sum) => sum,
  );
  const baseOf = (rows: typeof sums) => rows.reduce((base, row) => base + row.base, 0);
  return new Map([...ofStores].map(([id, rows]) => [id, fundOf(baseOf(rows), rows)]));
}

/** The parts of a fund except the open box, in pesos, under their wire names. */
export const fundParts = (fund: Fund) => ({
  disponible: toPesos(fund.disponible),
  reembolso: toPesos(fund.reembolso),
  en_proceso: toPesos(fund.enProceso),
  por_girar: toPesos(fund.porGirar),
  a_cargo_tienda: toPesos(fund.aCargo),
});

/** The fund of one store as it is now; amounts in centavos. @throws RangeError when there is no such store */
export async function fundOfStore(trx: Trx, idTienda: number): Promise<Fund> {
  const fund = (await fundsOfStores(trx, [idTienda])).get(idTienda);
  if (fund === undefined) throw new RangeError(`there is no store ${idTienda}`);
  return fund;
}

/**
 * Locks the open box of a store until the transaction ends: recordings, sends, counts and settlements of its fund wait.
 */
export async function lockFund(trx: Trx, idTienda: number): Promise<void> {
  const openBox = () =>
    trx
      .selectFrom('cajas')
      .select('id')
      .where('id_tienda', '=', idTienda)
      .where('active', '=', boxStates.open.codigo)
      .$call(locked(trx, 'cajas'))
      .executeTakeFirst();
  // A box that was sent meanwhile has a successor.
  if ((await openBox()) === undefined) await openBox();
}

/** Locks the open boxes of all stores, in one order: of two changes of many funds, the second one waits. */
export async function lockFunds(trx: Trx): Promise<void> {
  await trx
    .selectFrom('cajas')
    .select('id')
    .where('active', '=', boxStates.open.codigo)
    .orderBy('id')
    .$call(locked(trx, 'cajas'))
    .execute();
}

const unanswered = paymentCodes('paid', 'claimed');

/**
 * Centavos of the available money of a store that were paid and that it has not received, and whether it claims one of
 * these payments. A movement that was claimed before claims moved no money still counts as money to be paid.
 */
export async function moneyOnItsWay(
  trx: Trx,
  idTienda: number,
): Promise<{ sinRecibir: number; isClaimed: boolean }> {
  const states = sql.join(unanswered);
  const { claimed, received } = paymentStates;
  const [sums] = await rowsOf<{ sin_recibir: number; reclamos: number }>(
    trx,
    sql`select coalesce(sum(valor), 0) as sin_recibir, coalesce(sum(reclamo), 0) as reclamos from (
      select giro.valor,
          case when giro.estado = ${claimed.codigo} then 1 else 0 end as reclamo
        from cajas join giro on giro.id_caja = cajas.id and giro.estado in (${states})
        where cajas.id_tienda = ${idTienda} and cajas.giro is not null
          and cajas.giro <> ${sql.lit(received.codigo)}
      union all
      select giro.valor - movimiento_fondo.por_girar,
          case when giro.estado = ${claimed.codigo} then 1 else 0 end
        from movimiento_fondo
        join giro on giro.id_movimiento = movimiento_fondo.id and giro.estado in (${states})
        where movimiento_fondo.id_tienda = ${idTienda} and movimiento_fondo.giro is not null
          and movimiento_fondo.giro <> ${sql.lit(received.codigo)}) as pendientes`,
  );
  return { sinRecibir: sums?.sin_recibir ?? 0, isClaimed: (sums?.reclamos ?? 0) > 0 };
}
