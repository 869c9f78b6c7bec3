/** Attempts to pay a box or a movement, which are projected from its log, and the state of its payment. */
import { type JoinBuilder, type RawBuilder, sql } from 'kysely';
import type { CasePayment } from '#machines/domain/box/box-case.ts';
import type { MovementKind } from '#machines/domain/fund/movements.ts';
import type { PaymentEvent, Proposal } from '#machines/domain/payment/payment.machine.ts';
import {
  paymentCodes,
  paymentStateOf,
  paymentStates,
} from '#machines/domain/payment/payment-states.ts';
import type { Payee } from '#machines/domain/payment/payee.ts';
import { accountPeople } from '#machines/domain/payment/store-account.ts';
import { freshUntil } from '#machines/domain/people/authority.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
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

/** Which payments; without a condition, all of them. */
export interface PayableFilter {
  /** Codes of payment states. */
  codes?: readonly string[];
  idLote?: number;
  /** Key of a box or a movement. */
  key?: number;
}

/** A payment of a box or a movement; amounts in centavos. */
interface PayableRow {
  clave: number;
  id_tienda: number;
  /** Null for a movement. */
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
export function payables({ codes, idLote, key }: PayableFilter) {
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
  const ofKey = (column: RawBuilder<unknown>, sign: 1 | -1) =>
    key === undefined ? sql`` : sql` and ${column} = ${key * sign}`;
  const join = idLote === undefined ? sql`left join` : sql`inner join`;
  return sql<PayableRow>`(
    select cajas.id as clave, cajas.id_tienda, cajas.consecutivo, null as tipo,
      cajas.total_aprobado - cajas.retenido as valor, cajas.retenido, cajas.giro as estado,
      cajas.fecha_movimiento as desde, giro.id as id_giro, null as asume
    from cajas ${join} giro on giro.id_caja = cajas.id and ${live}${inBatch}
    where ${stated(sql`cajas.giro`)}${ofKey(sql`cajas.id`, 1)}
    union all
    select -movimiento_fondo.id, movimiento_fondo.id_tienda, null, movimiento_fondo.tipo,
      movimiento_fondo.valor, 0, movimiento_fondo.giro, movimiento_fondo.creado, giro.id,
      case when movimiento_fondo.tipo = 'asumido' then movimiento_fondo.id_usuario end
    from movimiento_fondo ${join} giro on giro.id_movimiento = movimiento_fondo.id and ${live}${inBatch}
    where ${stated(sql`movimiento_fondo.giro`)}${ofKey(sql`movimiento_fondo.id`, -1)})`;
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

/** Applies an event to the stored attempts; those of a movement are logged under the name of the event. */
export async function writePayment(
  trx: Trx,
  { column, id }: Payee,
  event: PaymentEvent,
  now: number,
): Promise<void> {
  // It comes before the first attempt, or between two.
  if (event.type === 'PAYMENT.KEEP_BACK') return;
  const changes = { ...changesOf(event, now), cambio: now };
  const write = async (): Promise<void> => {
    if (event.type === 'PAYMENT.PREPARE') {
      const row = { ...changes, [column]: id } as NewRow<'giro'>;
      await trx.insertInto('giro').values(row).execute();
      return;
    }
    await trx
      .updateTable('giro')
      .set(changes as RowChanges<'giro'>)
      .where(column, '=', id)
      .where('estado', 'not in', endedAttempts)
      .execute();
  };
  if (column === 'id_caja') return write();
  await logChanges(trx, { actor: event.actor, now }, 'giro', [column, id], write, event.type);
}

/** Every attempt to pay a box, from the first. */
export const attemptsOfBox = (trx: Trx, idCaja: number): Promise<PaymentRow[]> =>
  trx.selectFrom('giro').selectAll().where('id_caja', '=', idCaja).orderBy('id').execute();

/** The account in force of a store, with its proposer and its confirmer; undefined without one. */
const accountInForce = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('cuenta_tienda')
    .select(['id', 'id_usuario', 'id_usuario_resuelve', 'resuelta'])
    .where('id_tienda', '=', idTienda)
    .where('estado', '=', 'vigente')
    .executeTakeFirst();

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

const liveAttemptOf = (trx: Trx, { column, id }: Payee) =>
  trx
    .selectFrom('giro')
    .leftJoin('cuenta_tienda', 'cuenta_tienda.id', 'giro.id_cuenta')
    .select(['giro.id_usuario_prepara', 'giro.id_cuenta', 'giro.dia', 'giro.referencia'])
    .select(['giro.estado', 'giro.id_usuario_devolucion', 'giro.autorizado', 'giro.enviado'])
    .select(['giro.via', 'cuenta_tienda.numero'])
    .where(`giro.${column}`, '=', id)
    .where('giro.estado', 'not in', endedAttempts)
    .executeTakeFirst();

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

/** Day and reference of a confirmed payment; null before its confirmation. */
export const confirmationOf = async (trx: Trx, payee: Payee) =>
  confirmationIn(await liveAttemptOf(trx, payee));

function proposalOf(
  live: Pick<PaymentRow, 'estado' | 'id_usuario_devolucion'> | undefined,
): Proposal | null {
  if (!live || live.id_usuario_devolucion === null) return null;
  const from = paymentStateOf(live.estado);
  return from === 'paid' || from === 'claimed' || from === 'received'
    ? { by: live.id_usuario_devolucion, from }
    : null;
}

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
 * A payment for the state machine; null without one.
 *
 * @param actor user who sends the event, and the instant
 */
export async function casePaymentOf(
  trx: Trx,
  { payee, id_tienda, giro, granted, takenOverBy }: Payable,
  actor: { idUsuario: number; now: number },
): Promise<CasePayment | null> {
  if (giro === null) return null;
  const inForce = await accountInForce(trx, id_tienda);
  const live = await liveAttemptOf(trx, payee);
  return {
    state: paymentStateOf(giro),
    context: {
      granted,
      takenOverBy,
      preparedBy: live?.id_usuario_prepara ?? null,
      account: live?.id_cuenta ?? null,
      currentAccount: inForce?.id ?? null,
      accountPeople: inForce ? accountPeople(inForce, actor.now) : null,
      until: await freshUntilOf(trx, actor.idUsuario, actor.now),
      confirmed: confirmationIn(live),
      notBefore: live === undefined ? '' : firstDayOf(live),
      proposal: proposalOf(live),
    },
  };
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
        ...{ estado: 'propuesta' as const, suspendida: 1 as const },
        ...{ resuelta: null, id_usuario_resuelve: null },
      };
  await updateAccount(trx, inForce.id, changes, by);
}
