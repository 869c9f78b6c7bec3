/** Attempts to pay a box or a movement, which are projected from its log, and the state of its payment. */
import { type JoinBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CasePayment } from '#machines/domain/case/box-case.ts';
import type { MovementKind } from '#machines/domain/fund/movements.ts';
import type { PaymentEvent, Proposal } from '#machines/domain/payment/payment.machine.ts';
import {
  paymentCodes,
  type PaymentStateName,
  paymentStateOf,
  paymentStates,
} from '#machines/domain/payment/payment-states.ts';
import { keyOf, type Payee, payeeOf } from '#machines/domain/payment/payee.ts';
import { accountPeople } from '#machines/domain/payment/store-account.ts';
import { freshUntil } from '#machines/domain/people/authority.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { BulkInsert, updateRows } from '../../platform/database/bulk-rows.ts';
import { updating } from '../../platform/database/queries.ts';
import type { Database, NewRow, Row, RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { companyTaxNumber } from '../settings/settings.ts';

export type PaymentRow = Row<'giro'>;
/** Columns of an attempt that the log determines. */
export type PaymentColumns = Omit<PaymentRow, 'id' | 'id_caja' | 'id_movimiento'>;

/** States of attempts that ended without payment. */
export const endedAttempts = ['retirado', 'devuelto'];

type PaymentJoin = JoinBuilder<Database, 'cajas' | 'giro'>;

/** Joins a box with its only attempt that is neither withdrawn nor returned. */
export const liveAttempt = (join: PaymentJoin) =>
  join.onRef('giro.id_caja', '=', 'cajas.id').on('giro.estado', 'not in', endedAttempts);

/** Joins a box with its paid attempt, unless the store reported that the money did not arrive. */
export const paidAttempt = (join: PaymentJoin) =>
  join
    .onRef('giro.id_caja', '=', 'cajas.id')
    .on('giro.estado', 'in', paymentCodes('paid', 'received'));

/** Ids of the boxes, or of the movements, among payees. */
export const idsOf = (payees: readonly Payee[], column: Payee['column']): number[] =>
  payees.filter((payee) => payee.column === column).map(({ id }) => id);

/** Which payments; without a condition, all of them. */
export interface PayableFilter {
  /** Codes of payment states. */
  codes?: readonly string[];
  idLote?: number;
  /** Keys of boxes and movements. */
  keys?: readonly number[];
}

/** A payment of a box or a movement; amounts in centavos. */
interface PayableRow {
  clave: number;
  id_tienda: number;
  /** Null for a movement, but that of an earlier box. */
  consecutivo: number | null;
  /** Null for a box. */
  tipo: MovementKind | null;
  /** What is paid, less `retenido`. */
  valor: number;
  retenido: number;
  estado: string;
  /** When it came to be paid. */
  desde: number;
  /** The live attempt; null while it waits. */
  id_giro: number | null;
  /** Who took it over for the company. */
  asume: number | null;
}

/** Every payment, of boxes and of movements, as a table. */
export function payables({ codes, idLote, keys }: PayableFilter) {
  const live = sql`giro.estado not in (${sql.join(endedAttempts.map((code) => sql.lit(code)))})`;
  const stated = (column: RawBuilder<unknown>) => {
    if (codes === undefined) return sql`${column} is not null`;
    const known = sql`${column} in (${sql.join([...codes])})`;
    // A literal, as in the condition of the partial indexes.
    return codes.includes(received.codigo)
      ? known
      : sql`${known} and ${column} <> ${sql.lit(received.codigo)}`;
  };
  const inBatch = idLote === undefined ? sql`` : sql` and giro.id_lote = ${idLote}`;
  const payees = keys?.map(payeeOf);
  const ofKeys = (column: Payee['column'], id: RawBuilder<unknown>) => {
    if (payees === undefined) return sql``;
    const ids = idsOf(payees, column);
    return ids.length === 0 ? sql` and 1 = 0` : sql` and ${id} in (${sql.join(ids)})`;
  };
  const join = idLote === undefined ? sql`left join` : sql`inner join`;
  return sql<PayableRow>`(
    select cajas.id as clave, cajas.id_tienda, cajas.consecutivo, null as tipo,
      cajas.total_aprobado - cajas.retenido as valor, cajas.retenido, cajas.giro as estado,
      cajas.fecha_movimiento as desde, giro.id as id_giro, null as asume
    from cajas ${join} giro on giro.id_caja = cajas.id and ${live}${inBatch}
    where ${stated(sql`cajas.giro`)}${ofKeys('id_caja', sql`cajas.id`)}
    union all
    select -movimiento_fondo.id, movimiento_fondo.id_tienda, movimiento_fondo.caja_externa, movimiento_fondo.tipo,
      movimiento_fondo.valor, 0, movimiento_fondo.giro, movimiento_fondo.creado, giro.id,
      case when movimiento_fondo.tipo = 'asumido' then movimiento_fondo.id_usuario end
    from movimiento_fondo ${join} giro on giro.id_movimiento = movimiento_fondo.id and ${live}${inBatch}
    where ${stated(sql`movimiento_fondo.giro`)}${ofKeys('id_movimiento', sql`movimiento_fondo.id`)})`;
}

const blank = {
  autorizado: null,
  id_usuario_autoriza: null,
  enviado: null,
  id_usuario_envia: null,
  confirmado: null,
  id_usuario_confirma: null,
  dia: '',
  referencia: '',
  motivo: '',
  respondido: null,
  id_usuario_responde: null,
  nota: '',
  devolucion: null,
  id_usuario_devolucion: null,
};

const unproposed = { devolucion: null, id_usuario_devolucion: null, motivo: '' };

const { prepared, authorised, sent, paid, claimed, received } = paymentStates;

/**
 * Columns of the current attempt that an event changes. While a return is proposed, `estado` remains the state to which
 * the payment goes back.
 */
function changesOf(event: PaymentEvent, instant: number): Partial<PaymentColumns> {
  const { id } = event.actor;
  switch (event.type) {
    case 'PAYMENT.PREPARE':
      return {
        ...blank,
        id_lote: event.lote,
        valor: event.valor,
        via: event.via,
        id_cuenta: event.cuenta,
        estado: prepared.codigo,
        preparado: instant,
        id_usuario_prepara: id,
      };
    case 'PAYMENT.KEEP_BACK':
      return {};
    case 'PAYMENT.TAKE_OUT':
      return { estado: 'retirado' };
    case 'PAYMENT.AUTHORISE':
      return { estado: authorised.codigo, autorizado: instant, id_usuario_autoriza: id };
    case 'PAYMENT.SEND':
      return { estado: sent.codigo, enviado: instant, id_usuario_envia: id };
    case 'PAYMENT.CONFIRM':
      return {
        estado: paid.codigo,
        dia: event.dia,
        referencia: event.referencia,
        confirmado: instant,
        id_usuario_confirma: id,
      };
    case 'PAYMENT.RETURN':
      return { estado: 'devuelto', motivo: event.motivo };
    case 'PAYMENT.CORRECT':
      return { dia: event.dia, referencia: event.referencia };
    case 'PAYMENT.PROPOSE_RETURN':
      return { devolucion: instant, id_usuario_devolucion: id, motivo: event.motivo };
    case 'PAYMENT.AGREE_RETURN':
      return { estado: 'devuelto' };
    case 'PAYMENT.REFUSE_RETURN':
      return unproposed;
    case 'PAYMENT.RECEIVE':
      return {
        ...unproposed,
        estado: received.codigo,
        respondido: instant,
        id_usuario_responde: id,
      };
    case 'PAYMENT.CLAIM':
      return {
        estado: claimed.codigo,
        respondido: instant,
        id_usuario_responde: id,
        nota: event.nota,
      };
  }
}

/** The attempts of a box after one more event. */
export function attemptsAfter(
  attempts: readonly PaymentColumns[],
  event: PaymentEvent,
  instant: number,
): PaymentColumns[] {
  if (event.type === 'PAYMENT.KEEP_BACK') return [...attempts];
  const changes = { ...changesOf(event, instant), cambio: instant };
  if (event.type === 'PAYMENT.PREPARE') return [...attempts, changes as PaymentColumns];
  return attempts.map((one, index) =>
    index === attempts.length - 1 ? { ...one, ...changes } : one,
  );
}

/** An event of a payment. */
interface PaymentMove {
  payee: Payee;
  event: PaymentEvent;
}

/** Applies events of one type to the stored attempts of boxes, one event a box. */
export async function writePayments(
  trx: Trx,
  moves: readonly PaymentMove[],
  now: number,
): Promise<void> {
  // What is kept back comes before the first attempt, or between two.
  const written = moves.filter(({ event }) => event.type !== 'PAYMENT.KEEP_BACK');
  const rows = written.map(({ payee, event }) => ({
    ...changesOf(event, now),
    cambio: now,
    id_caja: payee.id,
  }));
  if (written.every(({ event }) => event.type === 'PAYMENT.PREPARE'))
    await new BulkInsert(trx).insert('giro', rows as NewRow<'giro'>[]);
  else
    await updateRows(
      ...([trx, 'giro', 'id_caja', rows as RowChanges<'giro'>[]] as const),
      sql`giro.estado not in (${sql.join(endedAttempts)})`,
    );
}

/** Applies an event to the stored attempts of a movement; it is logged under the name of the event. */
export async function writePaymentOfMovement(
  trx: Trx,
  id: number,
  event: PaymentEvent,
  now: number,
): Promise<void> {
  const changes = { ...changesOf(event, now), cambio: now };
  const write = async (): Promise<void> => {
    if (event.type === 'PAYMENT.PREPARE') {
      const row = { ...changes, id_movimiento: id } as NewRow<'giro'>;
      await trx.insertInto('giro').values(row).execute();
      return;
    }
    await trx
      .updateTable('giro')
      .set(changes as RowChanges<'giro'>)
      .where('id_movimiento', '=', id)
      .where('estado', 'not in', endedAttempts)
      .execute();
  };
  const by = { actor: event.actor, now };
  await logChanges(trx, by, 'giro', ['id_movimiento', id], write, event.type);
}

/** Every attempt to pay a box, from the first. */
export const attemptsOfBox = (trx: Trx, idCaja: number): Promise<PaymentRow[]> =>
  trx.selectFrom('giro').selectAll().where('id_caja', '=', idCaja).orderBy('id').execute();

/** The accounts in force of stores, each with its proposer and its confirmer. */
const accountsInForce = (trx: Trx, stores: readonly number[]) =>
  trx
    .selectFrom('cuenta_tienda')
    .select(['id', 'id_tienda', 'id_usuario', 'id_usuario_resuelve', 'resuelta'])
    .where('id_tienda', 'in', [...stores])
    .where('estado', '=', 'vigente')
    .execute();

/** Until when the fresh rights of a user move no money, epoch milliseconds; null when they do. */
export async function freshUntilOf(
  trx: Trx,
  idUsuario: number,
  now: number,
): Promise<number | null> {
  const { derechos_desde } = await trx
    .selectFrom('usuarios')
    .select('derechos_desde')
    .where('id', '=', idUsuario)
    .executeTakeFirstOrThrow();
  if (derechos_desde === 0) return null;
  const { installed } = await trx
    .selectFrom('usuarios')
    .select(({ fn }) => fn.min('creado').as('installed'))
    .executeTakeFirstOrThrow();
  return freshUntil(derechos_desde, installed, now);
}

/** Key of what an attempt pays: `keyOf` of its payee. */
export const keyOfAttempt = sql<number>`coalesce(giro.id_caja, -giro.id_movimiento)`;

/** Condition on the attempts of payees, such as `giro`; each column has its index. */
export function attemptsOf(payees: readonly Payee[], table = 'giro') {
  const [boxes, movements] = [idsOf(payees, 'id_caja'), idsOf(payees, 'id_movimiento')];
  const isIn = (column: Payee['column'], ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(`${table}.${column}`)} in (${sql.join(ids)})`];
  const either = [...isIn('id_caja', boxes), ...isIn('id_movimiento', movements)];
  return sql<SqlBool>`(${sql.join(either, sql` or `)})`;
}

const liveAttempts = (trx: Trx, payees: readonly Payee[]) =>
  trx
    .selectFrom('giro')
    .leftJoin('cuenta_tienda', 'cuenta_tienda.id', 'giro.id_cuenta')
    .select([
      keyOfAttempt.as('clave'),
      'giro.id_usuario_prepara',
      'giro.id_cuenta',
      'giro.dia',
      'giro.referencia',
    ])
    .select(['giro.estado', 'giro.id_usuario_devolucion', 'giro.autorizado', 'giro.enviado'])
    .select(['giro.via', 'cuenta_tienda.numero'])
    .where(attemptsOf(payees))
    .where('giro.estado', 'not in', endedAttempts)
    .execute();

/** A transfer to an account goes to the bank in the file of its batch; any other payment is made by hand. */
export const goesByBank = ({ via, numero }: { via: string | null; numero: string | null }) =>
  via === 'transferencia' && (numero ?? '') !== '';

/** The first day on which an attempt can have been paid, `yyyy-MM-dd`; '' before its authorisation or its sending. */
export function firstDayOf(
  attempt: Pick<PaymentRow, 'via' | 'autorizado' | 'enviado'> & { numero: string | null },
): string {
  const since = goesByBank(attempt) ? attempt.enviado : attempt.autorizado;
  return since === null ? '' : dateInBogota(since);
}

const confirmationIn = (live: Pick<PaymentRow, 'dia' | 'referencia'> | undefined) =>
  live === undefined || live.dia === '' ? null : { dia: live.dia, referencia: live.referencia };

function proposalOf(
  live: Pick<PaymentRow, 'estado' | 'id_usuario_devolucion'> | undefined,
): Proposal | null {
  if (!live || live.id_usuario_devolucion === null) return null;
  const from = paymentStateOf(live.estado);
  return from === 'paid' || from === 'claimed' || from === 'received'
    ? { by: live.id_usuario_devolucion, from }
    : null;
}

/** State of a live attempt. */
export const stateOfAttempt = ({
  estado,
  id_usuario_devolucion,
}: Pick<PaymentRow, 'estado' | 'id_usuario_devolucion'>): PaymentStateName =>
  id_usuario_devolucion === null ? paymentStateOf(estado) : 'returnProposed';

/** What is paid, with the state of its payment. */
export interface Payable {
  payee: Payee;
  id_tienda: number;
  /** Code of the payment state; null without a payment. */
  giro: string | null;
  /** Centavos, less what was kept back. */
  granted: number;
  /** Who took it over for the company; null for any other payment. */
  takenOverBy: number | null;
}

/**
 * Payments for the state machine, by the key of what they pay; where there is none, none.
 *
 * @param actor user who sends the event, and the instant
 */
export async function casePaymentsOf(
  trx: Trx,
  payables: readonly Payable[],
  actor: { idUsuario: number; now: number },
): Promise<ReadonlyMap<number, CasePayment>> {
  const paid = payables.flatMap(({ giro, ...one }) => (giro === null ? [] : [{ ...one, giro }]));
  if (paid.length === 0) return new Map();
  const accounts = await accountsInForce(
    trx,
    paid.map(({ id_tienda }) => id_tienda),
  );
  const ofStore = new Map(accounts.map((account) => [account.id_tienda, account]));
  const attempts = await liveAttempts(
    trx,
    paid.map(({ payee }) => payee),
  );
  const ofKey = new Map(attempts.map((attempt) => [attempt.clave, attempt]));
  const until = await freshUntilOf(trx, actor.idUsuario, actor.now);
  return new Map(
    paid.map(({ payee, id_tienda, giro, granted, takenOverBy }) => {
      const key = keyOf(payee);
      const [inForce, live] = [ofStore.get(id_tienda), ofKey.get(key)];
      const context = {
        granted,
        takenOverBy,
        preparedBy: live?.id_usuario_prepara ?? null,
        account: live?.id_cuenta ?? null,
        currentAccount: inForce?.id ?? null,
        accountPeople: inForce ? accountPeople(inForce, actor.now) : null,
        until,
        confirmed: confirmationIn(live),
        notBefore: live === undefined ? '' : firstDayOf(live),
        proposal: proposalOf(live),
      };
      return [key, { state: paymentStateOf(giro), context }];
    }),
  );
}

const updateAccount = updating('cuenta_tienda');

/**
 * Suspends the account of a store when somebody else is in charge of it, unless its holder is the company: it waits for
 * a confirmation, as a proposal of who proposed it. What was sent to it is not touched.
 */
export async function suspendAccount(trx: Trx, idTienda: number, by: Author): Promise<void> {
  const accounts = await trx
    .selectFrom('cuenta_tienda')
    .selectAll()
    .where('id_tienda', '=', idTienda)
    .where('estado', 'in', ['vigente', 'propuesta'])
    .execute();
  const inForce = accounts.find(({ estado }) => estado === 'vigente');
  if (inForce === undefined || !goesByBank(inForce)) return;
  const isCompany =
    inForce.tipo_doc === 'NIT' && inForce.documento === (await companyTaxNumber(trx));
  if (isCompany) return;
  const isReplaced = accounts.some(({ estado }) => estado === 'propuesta');
  const changes = isReplaced
    ? { estado: 'anterior' as const }
    : {
        estado: 'propuesta' as const,
        suspendida: 1 as const,
        resuelta: null,
        id_usuario_resuelve: null,
      };
  await updateAccount(trx, inForce.id, changes, by);
}
