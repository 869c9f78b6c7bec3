/** Pending items. Every query covers unfinished work only, so none grows with the number of closed boxes. */
import { type ExpressionBuilder, sql } from 'kysely';
import { namedExpenses, type PendingKind, pendingKinds } from '#contract/calls/pending.calls.ts';
import type { Permission } from '#contract/permissions.ts';
import type { ReminderCutoffs } from '#machines/domain/box/box-delays.ts';
import { sentStates } from '#machines/domain/stages/stages.ts';
import { boxStates, codesOf, rejectedCodes } from '#machines/domain/stages/states.ts';
import { correctablePlaces } from '#machines/domain/expense/expense-correction.ts';
import { administrator, lacksAuthoriser } from '#machines/domain/people/authority.ts';
import { countStates } from '#machines/domain/fund/count.machine.ts';
import {
  accountingProfile,
  availablePercentOf,
  isLow,
  supervisorProfile,
} from '#machines/domain/fund/fund.ts';
import { paymentCodes, paymentStates } from '#machines/domain/payment/payment-states.ts';
import { valeStates } from '#machines/domain/fund/vale.machine.ts';
import type { Session, Viewer } from '../../platform/access/session.ts';
import { foldedText } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { peopleOfMoney } from '../accounts/user.repository.ts';
import { reasonOfExpense, recordedAgainAs, takenOverByCompany } from '../cases/box.repository.ts';
import { amountsBesideTotals, unclosedStates } from '../cases/fund.repository.ts';
import { payables } from '../cases/payment.repository.ts';
import { visibleBoxes, visibleKeys, visibleStores } from '../cases/scope.repository.ts';
import type { Reminders } from '../settings/settings.ts';

/** A pending item of a store; amounts in centavos. */
export interface StoreItem {
  tipo: Exclude<PendingKind, 'decidir' | 'enviar' | MoneyKind>;
  id_tienda: number;
  tienda: string;
  id_caja: number | null;
  consecutivo: number | null;
  active: number;
  valor: number;
  desde: number | null;
  porcentaje: number | null;
  /** Expenses of the open box; only of a low fund. */
  porEnviar?: number;
}

/** Kinds of pending items about payments and the cash of stores. */
type MoneyKind =
  | 'reclamo'
  | 'devolucion'
  | 'autorizar'
  | 'sinAutorizador'
  | 'girar'
  | 'diferencia'
  | 'liquidar';

const { closed, finalAccounting, open, readyToShip } = boxStates;

/** Expenses that their store can still correct, in `conteo_caja`. */
const isCorrectable = (any: ExpressionBuilder<Database, 'conteo_caja'>) =>
  any.or(
    correctablePlaces.map(({ active, estado }) =>
      any.and([any('conteo_caja.active', '=', active), any('conteo_caja.estado', '=', estado)]),
    ),
  );

const inProcess = codesOf(boxStates, sentStates).filter((codigo) => codigo !== closed.codigo);

const boxesOf = (trx: Trx, session: Session) =>
  trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .where(visibleBoxes(session))
    .select(['cajas.id as id_caja', 'cajas.consecutivo', 'cajas.active', 'cajas.id_tienda'])
    .select(['tiendas.nombre as tienda', sql<number | null>`null`.as('porcentaje')]);

const toShip = (trx: Trx, session: Session) =>
  boxesOf(trx, session)
    .select(['cajas.total_aprobado as valor', 'cajas.fecha_movimiento as desde'])
    .select(sql<'despachar'>`'despachar'`.as('tipo'))
    .where('cajas.active', '=', readyToShip.codigo);

/** Boxes with expenses without a receipt. An index finds these expenses; only open boxes have some. */
const withoutReceipts = (trx: Trx, session: Session) =>
  boxesOf(trx, session)
    .innerJoin('gastos', 'gastos.id_caja', 'cajas.id')
    .select(({ fn }) => [
      fn.sum<number>('gastos.valor').as('valor'),
      fn.min('gastos.creado').as('desde'),
    ])
    .select(sql<'soporte'>`'soporte'`.as('tipo'))
    .where('gastos.soporte', 'is', null)
    .where(sql<number>`+cajas.active`, '=', open.codigo)
    .groupBy(['cajas.id', 'tiendas.nombre']);

/** The active store that the session sees; null when there are none or several. */
export async function onlyStore(trx: Trx, session: Session): Promise<number | null> {
  const [first, ...others] = await trx
    .selectFrom('tiendas')
    .select('id')
    .where('active_', '=', 1)
    .where(visibleStores(session))
    .limit(2)
    .execute();
  return first === undefined || others.length > 0 ? null : first.id;
}

/** Boxes that were paid a while ago and whose store has not answered yet. */
const toReceive = (trx: Trx, session: Session, { money }: ReminderCutoffs) =>
  boxesOf(trx, session)
    .innerJoin('giro', 'giro.id_caja', 'cajas.id')
    .select(['giro.valor', 'giro.cambio as desde'])
    .select(sql<'recibir'>`'recibir'`.as('tipo'))
    .where('giro.estado', '=', paymentStates.paid.codigo)
    .where('giro.cambio', '<', money);

/** Boxes whose papers were sent a while ago and have not arrived. */
const overduePapers = (trx: Trx, session: Session, { papers }: ReminderCutoffs) =>
  boxesOf(trx, session)
    .select(['cajas.total_aprobado as valor', 'cajas.fecha_movimiento as desde'])
    .select(sql<'papeles'>`'papeles'`.as('tipo'))
    .where('cajas.active', '=', finalAccounting.codigo)
    .where('cajas.papeles', 'is', null)
    .where('cajas.fecha_movimiento', '<', papers);

/** Stores without a cash count since somebody else took over. */
const uncounted = (trx: Trx, session: Session) =>
  trx
    .selectFrom('responsable_tienda as principal')
    .innerJoin('tiendas', 'tiendas.id', 'principal.id_tienda')
    .where(visibleStores(session))
    .where('principal.desde', '>', 0)
    .where('tiendas.active_', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('arqueo')
            .select('arqueo.id')
            .whereRef('arqueo.id_tienda', '=', 'tiendas.id')
            .whereRef('arqueo.instante', '>=', 'principal.desde'),
        ),
      ),
    )
    .select(['tiendas.id as id_tienda', 'tiendas.nombre as tienda', 'tiendas.base as valor'])
    .select(['principal.desde', sql<'arqueo'>`'arqueo'`.as('tipo')])
    .select([
      sql<number>`${sql.lit(open.codigo)}`.as('active'),
      sql<number | null>`null`.as('id_caja'),
      sql<number | null>`null`.as('consecutivo'),
      sql<number | null>`null`.as('porcentaje'),
    ]);

/** Stores with cash that was handed out a while ago and not used. */
const oldVales = (trx: Trx, session: Session, { vales }: ReminderCutoffs) =>
  trx
    .selectFrom('vale')
    .innerJoin('tiendas', 'tiendas.id', 'vale.id_tienda')
    .where(visibleStores(session))
    .where(sql<boolean>`vale.estado = ${sql.lit(valeStates.out.codigo)}`)
    .where('vale.creado', '<', vales)
    .groupBy(['tiendas.id', 'tiendas.nombre'])
    .select(['tiendas.id as id_tienda', 'tiendas.nombre as tienda'])
    .select(({ fn }) => [
      fn.sum<number>('vale.valor').as('valor'),
      fn.min('vale.creado').as('desde'),
      sql<number>`${sql.lit(open.codigo)}`.as('active'),
      sql<'vale'>`'vale'`.as('tipo'),
      sql<number | null>`null`.as('id_caja'),
      sql<number | null>`null`.as('consecutivo'),
      sql<number | null>`null`.as('porcentaje'),
    ]);

/** Stores to which somebody owes an amount: one that was not granted, a shortage or a vale. */
const owing = (trx: Trx, session: Session) =>
  trx
    .selectFrom(
      sql<{ id_tienda: number; a_cargo: number; desde: number }>`(
        select id_tienda, a_cargo, fecha_movimiento as desde from cajas where a_cargo > 0
        union all
        select id_tienda, a_cargo, creado from movimiento_fondo where a_cargo > 0)`.as('deuda'),
    )
    .innerJoin('tiendas', 'tiendas.id', 'deuda.id_tienda')
    .where(visibleStores(session))
    .groupBy(['tiendas.id', 'tiendas.nombre'])
    .select(['tiendas.id as id_tienda', 'tiendas.nombre as tienda'])
    .select(({ fn }) => [
      fn.sum<number>('deuda.a_cargo').as('valor'),
      sql<number>`${sql.lit(closed.codigo)}`.as('active'),
      fn.min('deuda.desde').as('desde'),
    ])
    .select([
      sql<'aCargo'>`'aCargo'`.as('tipo'),
      sql<number | null>`null`.as('id_caja'),
      sql<number | null>`null`.as('consecutivo'),
      sql<number | null>`null`.as('porcentaje'),
    ]);

/**
 * The stores whose fund is low, from the stored counts. Money on its way counts as available.
 *
 * @param percent as in `isLow`
 */
export async function lowFunds(trx: Trx, viewer: Viewer, percent: number): Promise<StoreItem[]> {
  if (percent === 0) return [];
  const stores = await trx
    .selectFrom('tiendas')
    .leftJoin('conteo', (join) =>
      join
        .onRef('conteo.id_tienda', '=', 'tiendas.id')
        .on('conteo.estado', '=', 0)
        .on('conteo.active', 'in', unclosedStates),
    )
    .select(['tiendas.id', 'tiendas.nombre', 'tiendas.base'])
    .select(
      sql<number>`coalesce(sum(conteo.valor), 0) + ${amountsBesideTotals(sql`= tiendas.id`)}`.as(
        'comprometido',
      ),
    )
    .select(
      sql<number>`coalesce((select sum(abiertos.cantidad) from conteo as abiertos
        where abiertos.id_tienda = tiendas.id and abiertos.active = ${sql.lit(open.codigo)}
          and abiertos.estado > 0), 0)`.as('por_enviar'),
    )
    .where('tiendas.active_', '=', 1)
    .where(visibleStores(viewer))
    .groupBy(['tiendas.id', 'tiendas.nombre', 'tiendas.base'])
    .orderBy('tiendas.id')
    .execute();
  return stores.flatMap(({ id, nombre, base, comprometido, por_enviar }) => {
    const fund = { base, disponible: base - comprometido };
    if (!isLow(fund, percent)) return [];
    const place = { id_tienda: id, tienda: nombre, id_caja: null, consecutivo: null };
    const amounts = { valor: fund.disponible, porcentaje: availablePercentOf(fund) };
    const porEnviar = Number(por_enviar);
    return [{ tipo: 'fondo', ...place, active: open.codigo, desde: null, ...amounts, porEnviar }];
  });
}

/** Value of the rejected expenses of a box that were neither recorded again nor taken over; null without any. */
const notRecordedAgain = sql<number>`(select sum(gastos.valor) from gastos where gastos.id_caja = cajas.id
  and gastos.estado in (${sql.join(rejectedCodes)}) and ${recordedAgainAs} is null
  and ${takenOverByCompany} = 0)`;

/**
 * Boxes with rejected expenses: those that can be corrected; the others only if they were not recorded again, in boxes
 * under review and in the last closed box of each store.
 */
function rejections(trx: Trx, session: Session) {
  const rejected = () =>
    boxesOf(trx, session)
      .innerJoin('conteo_caja', 'conteo_caja.id_caja', 'cajas.id')
      .select(({ fn }) => fn.max('conteo_caja.desde').as('desde'))
      .where('conteo_caja.estado', 'in', rejectedCodes)
      // Filters by the index before any box of another store is read.
      .where(visibleKeys(session, sql`conteo_caja.id_tienda`))
      .groupBy(['cajas.id', 'tiendas.nombre']);
  const lost = () =>
    rejected()
      .select([notRecordedAgain.as('valor'), sql<'rechazo'>`'rechazo'`.as('tipo')])
      .where(notRecordedAgain, 'is not', null);
  // Per store, so that neither engine starts with the closed boxes of years.
  const lastOfStores = trx
    .selectFrom('tiendas')
    .where(visibleStores(session))
    .select(
      sql<number>`(select ultima.id from cajas as ultima where ultima.id_tienda = tiendas.id
        and ultima.consecutivo = tiendas.ultimo_consecutivo)`.as('id'),
    );
  const last = lost()
    .where('cajas.id', 'in', lastOfStores)
    .where(sql<number>`+cajas.active`, '=', closed.codigo);
  const onTheirWay = lost()
    .where('conteo_caja.active', 'in', inProcess)
    .where((any) => any.not(isCorrectable(any)));
  const toCorrect = rejected()
    .select(({ fn }) => fn.sum<number>('conteo_caja.valor').as('valor'))
    .select(sql<'corregir'>`'corregir'`.as('tipo'))
    .where((any) => isCorrectable(any));
  return { toCorrect, onTheirWay, last };
}

/** All pending items of the stores of the session, by kind, each kind with the longest wait first. */
export async function storeItems(
  trx: Trx,
  session: Session,
  searched: string,
  since: Reminders,
): Promise<StoreItem[]> {
  const { toCorrect, onTheirWay, last } = rejections(trx, session);
  const kinds: StoreItem[][] = [
    await toShip(trx, session).execute(),
    await withoutReceipts(trx, session).execute(),
    await toCorrect.execute(),
    await toReceive(trx, session, since).execute(),
    await uncounted(trx, session).execute(),
    await oldVales(trx, session, since).execute(),
    await overduePapers(trx, session, since).execute(),
    await owing(trx, session).execute(),
    await lowFunds(trx, session, since.lowFund),
    [...(await onTheirWay.execute()), ...(await last.execute())],
  ];
  const wanted = foldedText(searched.trim().normalize('NFC'));
  return kinds
    .flatMap((items) => items.toSorted((one, other) => (one.desde ?? 0) - (other.desde ?? 0)))
    .filter(({ tienda }) => foldedText(tienda).includes(wanted));
}

/** Counts the items of `storeItems` without reading them; boxes to ship come from the visible counts. */
export async function countStoreItems(
  trx: Trx,
  session: Session,
  counts: Awaited<ReturnType<typeof visibleCounts>>,
  since: Reminders,
): Promise<number> {
  const queries = [
    withoutReceipts(trx, session),
    toReceive(trx, session, since),
    uncounted(trx, session),
    oldVales(trx, session, since),
    overduePapers(trx, session, since),
    owing(trx, session),
    ...Object.values(rejections(trx, session)),
  ];
  const numbers = queries.map((query) => sql`(select count(*) from (${query}) as pendientes)`);
  const [found] = await rowsOf<{ total: number }>(
    trx,
    sql`select ${sql.join(numbers, sql` + `)} as total`,
  );
  const ready = counts.find(({ active }) => active === readyToShip.codigo)?.cantidad ?? 0;
  return ready + (found?.total ?? 0) + (await lowFunds(trx, session, since.lowFund)).length;
}

/** Pending kind of each payment state, and the permission that it requires. */
const moneyKinds = {
  [paymentStates.claimed.codigo]: { tipo: 'reclamo', who: 'giros' },
  [paymentStates.returnProposed.codigo]: { tipo: 'devolucion', who: 'autorizarGiros' },
  [paymentStates.prepared.codigo]: { tipo: 'autorizar', who: 'autorizarGiros' },
  [paymentStates.waiting.codigo]: { tipo: 'girar', who: 'giros' },
} as const satisfies Record<string, { tipo: MoneyKind; who: Permission }>;

/** Payments that wait while nobody may authorise them, as one item. */
async function unauthorised(trx: Trx) {
  if (!lacksAuthoriser(await peopleOfMoney(trx))) return [];
  const waiting = await trx
    .selectFrom(payables({ codes: paymentCodes('prepared', 'waiting') }).as('pago'))
    .innerJoin('tiendas', 'tiendas.id', 'pago.id_tienda')
    .select(({ fn }) => [
      fn.min('tiendas.id').as('id_tienda'),
      fn.min('tiendas.nombre').as('tienda'),
      fn.count<number>('pago.id_tienda').distinct().as('tiendas'),
      fn.countAll<number>().as('cantidad'),
      fn.sum<number>('pago.valor').as('valor'),
      fn.min('pago.desde').as('desde'),
    ])
    .having(({ fn }) => fn.countAll(), '>', 0)
    .execute();
  const ofAll = { id_caja: null, id_lote: null, consecutivo: null };
  return waiting.map((row) => ({ ...row, ...ofAll, tipo: 'sinAutorizador' as const }));
}

/**
 * Pending items about payments: each claim of a store, each return that another user proposed and each batch that another
 * user prepared, by batch, and a single item for all payments without a batch.
 */
async function paymentItems(trx: Trx, session: Session) {
  const { idUsuario, permisos } = session;
  const codes = paymentCodes('claimed', 'returnProposed', 'prepared', 'waiting').filter((code) =>
    permisos.includes(moneyKinds[code as keyof typeof moneyKinds].who),
  );
  if (codes.length === 0) return [];
  const claimed = sql<
    number | null
  >`case when pago.estado = ${sql.lit(paymentStates.claimed.codigo)} then pago.clave end`;
  const rows = await trx
    .selectFrom(payables({ codes }).as('pago'))
    .innerJoin('tiendas', 'tiendas.id', 'pago.id_tienda')
    .leftJoin('giro', 'giro.id', 'pago.id_giro')
    .where(visibleStores(session))
    .where(({ and, or, eb }) =>
      and([
        or([
          eb('pago.estado', '<>', paymentStates.prepared.codigo),
          eb('giro.id_usuario_prepara', '<>', idUsuario),
        ]),
        or([
          eb('pago.estado', '<>', paymentStates.returnProposed.codigo),
          eb('giro.id_usuario_devolucion', '<>', idUsuario),
        ]),
      ]),
    )
    .groupBy(['pago.estado', 'giro.id_lote', claimed])
    .select(['pago.estado', 'giro.id_lote', claimed.as('clave')])
    .select(({ fn }) => [
      fn.min('pago.consecutivo').as('consecutivo'),
      fn.min('tiendas.id').as('id_tienda'),
      fn.min('tiendas.nombre').as('tienda'),
      fn.count<number>('pago.id_tienda').distinct().as('tiendas'),
      fn.countAll<number>().as('cantidad'),
      fn.sum<number>('pago.valor').as('valor'),
      sql<number>`min(coalesce(giro.cambio, pago.desde))`.as('desde'),
    ])
    .execute();
  return rows.map(({ estado, clave, consecutivo, ...row }) => ({
    ...row,
    tipo: moneyKinds[estado as keyof typeof moneyKinds].tipo,
    // A movement is in no box.
    id_caja: clave !== null && clave > 0 ? clave : null,
    consecutivo: clave === null ? null : consecutivo,
  }));
}

/** Stores that were switched off and still have a fund: its cash has to come back before its base is lowered to 0. */
async function fundsToSettle(trx: Trx, session: Session) {
  if (!session.permisos.includes('giros')) return [];
  const found = await trx
    .selectFrom('tiendas')
    .where('tiendas.active_', '=', 0)
    .where('tiendas.base', '>', 0)
    .where(visibleStores(session))
    .select(['tiendas.id as id_tienda', 'tiendas.nombre as tienda', 'tiendas.base as valor'])
    .execute();
  const ofStore = { tiendas: 1, id_caja: null, id_lote: null, consecutivo: null, desde: null };
  return found.map((row) => ({ ...row, ...ofStore, cantidad: 1, tipo: 'liquidar' as const }));
}

/** Stores with a difference of a cash count that the session may settle: not one that it counted. */
async function countsToSettle(trx: Trx, session: Session) {
  const { idUsuario, profile, permisos } = session;
  const settles = profile === supervisorProfile || profile === accountingProfile;
  if (!settles || !permisos.includes('historialTienda')) return [];
  const difference = sql<number>`(arqueo.efectivo - arqueo.base + arqueo.en_caja + arqueo.en_proceso
    + arqueo.por_girar + arqueo.a_cargo + arqueo.sin_recibir)`;
  const pending = sql.lit(countStates.withDifference.codigo);
  const found = await trx
    .selectFrom('arqueo')
    .innerJoin('tiendas', 'tiendas.id', 'arqueo.id_tienda')
    .innerJoin('arqueo as ultimo', (join) =>
      join.on(
        sql<boolean>`ultimo.id = (select max(id) from arqueo as uno where uno.id_tienda = tiendas.id)`,
      ),
    )
    .where(sql<boolean>`arqueo.estado = ${pending}`)
    .where(visibleStores(session))
    .where('arqueo.id_usuario', '<>', idUsuario)
    .where('ultimo.id_usuario', '<>', idUsuario)
    // Only the last count moves money; a later one without a difference corrects it.
    .where(sql<boolean>`(ultimo.id = arqueo.id or ultimo.estado <> ${pending})`)
    .$if(profile === supervisorProfile, (mine) =>
      mine
        .where('arqueo.perfil', '<>', supervisorProfile)
        .where(sql<boolean>`(${difference} < 0 or ultimo.id <> arqueo.id)`),
    )
    .groupBy(['tiendas.id', 'tiendas.nombre'])
    .select(['tiendas.id as id_tienda', 'tiendas.nombre as tienda'])
    .select(({ fn }) => [
      fn.countAll<number>().as('cantidad'),
      fn.min('arqueo.instante').as('desde'),
      sql<number>`max(abs(${difference}))`.as('valor'),
    ])
    .execute();
  const ofStore = { tiendas: 1, id_caja: null, id_lote: null, consecutivo: null };
  return found.map((row) => ({ ...row, ...ofStore, tipo: 'diferencia' as const }));
}

/** All pending items about payments and cash, by kind, each kind with the longest wait first. Amounts in centavos. */
export async function moneyItems(trx: Trx, session: Session, searched: string) {
  const found = [
    ...(await paymentItems(trx, session)),
    ...(session.profile === administrator ? await unauthorised(trx) : []),
    ...(await countsToSettle(trx, session)),
    ...(await fundsToSettle(trx, session)),
  ];
  const wanted = foldedText(searched.trim().normalize('NFC'));
  return found
    .map(({ tiendas, tienda, ...row }) => ({
      ...row,
      tienda: tiendas > 1 ? 'Varias tiendas' : tienda,
      active: closed.codigo,
    }))
    .filter(({ tienda }) => foldedText(tienda).includes(wanted))
    .toSorted(
      (one, other) =>
        pendingKinds.indexOf(one.tipo) - pendingKinds.indexOf(other.tipo) ||
        (one.desde ?? 0) - (other.desde ?? 0),
    );
}

const unread = (trx: Trx, idUsuario: number) =>
  trx.selectFrom('aviso_derechos').where('id_usuario', '=', idUsuario).where('leido', 'is', null);

/** The unread notices of a user, oldest first; the next ones follow when these are read. */
export const noticesOf = (trx: Trx, idUsuario: number) =>
  unread(trx, idUsuario).select(['id', 'texto', 'creado']).orderBy('id').limit(20).execute();

export const countNotices = async (trx: Trx, idUsuario: number): Promise<number> =>
  (
    await unread(trx, idUsuario)
      .select(({ fn }) => fn.countAll<number>().as('cuantos'))
      .executeTakeFirstOrThrow()
  ).cuantos;

/** Marks notices of a user as read, each once. @returns whether the user has any of them */
export async function readNotices(
  trx: Trx,
  idUsuario: number,
  ids: readonly number[],
  now: number,
): Promise<boolean> {
  const own = await trx
    .updateTable('aviso_derechos')
    .set(({ fn }) => ({ leido: fn.coalesce('leido', sql<number>`${now}`) }))
    .where('id_usuario', '=', idUsuario)
    .where('id', 'in', ids)
    .returning('id')
    .execute();
  return own.length > 0;
}

/** Number of boxes in each state that the session sees, from the stored counts of each store. */
export const visibleCounts = (trx: Trx, session: Session) =>
  rowsOf<{ active: number; cantidad: number }>(
    trx,
    sql`select cajas.active, sum(cajas.cantidad) as cantidad from conteo as cajas
      where cajas.estado = 0 and ${visibleKeys(session, sql`cajas.id_tienda`)}
      group by cajas.active`,
  );

/**
 * The first expenses of each box, with their total number.
 *
 * @param states codes of expenses, except those that were recorded again; null: expenses without a receipt
 */
export async function concernedExpenses(
  trx: Trx,
  boxes: readonly number[],
  states: readonly number[] | null,
) {
  if (boxes.length === 0) return [];
  const ofBox = sql`over (partition by gastos.id_caja)`;
  return trx
    .selectFrom((all) =>
      all
        .selectFrom('gastos')
        .select(['gastos.id as id_gasto', 'gastos.id_caja', 'gastos.valor'])
        .select(['gastos.proveedor_nombre as proveedor', 'gastos.informe_novedad'])
        .select([
          reasonOfExpense.as('id_rechazo'),
          sql<number>`row_number() over (partition by gastos.id_caja order by gastos.cambio, gastos.id)`.as(
            'puesto',
          ),
          sql<number>`count(*) ${ofBox}`.as('cantidad'),
          sql<number>`sum(gastos.valor) ${ofBox}`.as('suma'),
          sql<number>`sum(case when gastos.informe_novedad = '' then 0 else 1 end) ${ofBox}`.as(
            'con_novedad',
          ),
        ])
        .where('gastos.id_caja', 'in', boxes)
        .where((is) =>
          states === null
            ? is('gastos.soporte', 'is', null)
            : is.and([
                is('gastos.estado', 'in', states),
                is(recordedAgainAs, 'is', null),
                is(takenOverByCompany, '=', 0),
              ]),
        )
        .as('numerados'),
    )
    .leftJoin('motivo_rechazo', 'motivo_rechazo.id', 'numerados.id_rechazo')
    .selectAll('numerados')
    .select('motivo_rechazo.nombre as motivo')
    .where('numerados.puesto', '<=', namedExpenses)
    .orderBy('numerados.id_caja')
    .orderBy('numerados.puesto')
    .execute();
}

export type ConcernedExpense = Awaited<ReturnType<typeof concernedExpenses>>[number];
