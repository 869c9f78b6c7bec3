/** Payments, their batches and files, and the accounts that they go to. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PaymentList } from '#contract/calls/payments.calls.ts';
import { rejectedCodes } from '#machines/domain/stages/states.ts';
import { grantNoteOf } from '#machines/domain/fund/fund.ts';
import {
  movementName,
  type MovementKind,
  movementStates,
} from '#machines/domain/fund/movements.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { keyOfMovement, type Payee, payeeOf } from '#machines/domain/payment/payee.ts';
import { attemptIn, paymentCodes } from '#machines/domain/payment/payment-states.ts';
import { typedDate } from '#machines/domain/values/dates.ts';
import type { Session } from '../../platform/access/session.ts';
import { anyContains, type ListRequest, pageOf } from '../../platform/database/paging.ts';
import { finding, inserting, updating, valuesOf } from '../../platform/database/queries.ts';
import type { Flag, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  takenOverByCompany,
  reasonTextOfExpense,
  recordedAgainAs,
} from '../cases/box.repository.ts';
import {
  attemptsOf,
  endedAttempts,
  keyOfAttempt,
  type PayableFilter,
  payables,
} from '../cases/payment.repository.ts';
import { visibleStores } from '../cases/scope.repository.ts';

/** Payment states of each list. */
const codesOfList: Record<PaymentList, string[]> = {
  porGirar: paymentCodes('waiting', 'claimed'),
  enCurso: paymentCodes('prepared', 'authorised', 'sent'),
  girados: paymentCodes('paid', 'received', 'returnProposed', 'keptBack'),
};

/** Way and account of an attempt, and those in force, in which a payment without an attempt would go. */
const howPaid = [
  'giro.via',
  'vigente.via as via_vigente',
  'propuesta.suspendida',
  'cuenta.numero',
  'vigente.numero as numero_vigente',
  'cuenta.banco',
  'vigente.banco as banco_vigente',
] as const;

/** Payments of visible stores: the live attempt, and the account that it uses or would use. */
const paymentRows = (trx: Trx, session: Session, filter: PayableFilter) =>
  trx
    .selectFrom(payables(filter).as('pago'))
    .innerJoin('tiendas', 'tiendas.id', 'pago.id_tienda')
    .leftJoin('giro', 'giro.id', 'pago.id_giro')
    .leftJoin('cuenta_tienda as vigente', (join) =>
      join.onRef('vigente.id_tienda', '=', 'pago.id_tienda').on('vigente.estado', '=', 'vigente'),
    )
    .leftJoin('cuenta_tienda as propuesta', (join) =>
      join
        .onRef('propuesta.id_tienda', '=', 'pago.id_tienda')
        .on('propuesta.estado', '=', 'propuesta'),
    )
    .leftJoin('cuenta_tienda as cuenta', 'cuenta.id', 'giro.id_cuenta')
    .leftJoin('movimiento_fondo as pedida', (join) =>
      join
        .onRef('pedida.id_tienda', '=', 'pago.id_tienda')
        .on('pedida.tipo', '=', 'disminucion')
        .on('pedida.estado', '=', movementStates.asked.codigo),
    )
    .leftJoin('usuarios as asume', 'asume.id', 'pago.asume')
    .leftJoin('usuarios as prepara', 'prepara.id', 'giro.id_usuario_prepara')
    .leftJoin('usuarios as autoriza', 'autoriza.id', 'giro.id_usuario_autoriza')
    .leftJoin('usuarios as devuelve', 'devuelve.id', 'giro.id_usuario_devolucion')
    .select([
      'pago.clave as id_caja',
      'pago.id_tienda',
      'pago.consecutivo',
      'pago.tipo',
      'pago.valor',
      'pago.retenido',
      'pago.asume',
      'pago.estado',
      'pago.desde as fecha_movimiento',
      'asume.razon_social as asumido_por',
      'pedida.valor as por_retener',
      'tiendas.nombre as tienda',
      'tiendas.active_ as en_uso',
      'giro.id as id_giro',
      'giro.id_lote',
      'giro.autorizado',
      'giro.enviado',
      'giro.id_cuenta',
      'giro.cambio',
      'giro.dia',
      'giro.referencia',
      'giro.nota',
      'vigente.id as id_vigente',
      'vigente.id_banco as id_banco_vigente',
      'vigente.titular as titular_vigente',
      'vigente.id_usuario as propone_vigente',
      'vigente.id_usuario_resuelve as confirma_vigente',
      'vigente.resuelta as resuelta_vigente',
      'cuenta.titular',
      'cuenta.id_usuario as propone_cuenta',
      'cuenta.id_usuario_resuelve as confirma_cuenta',
      'cuenta.resuelta as resuelta_cuenta',
      'propuesta.id as id_propuesta',
      'giro.id_usuario_prepara',
      'prepara.razon_social as preparado_por',
      'autoriza.razon_social as autorizado_por',
      'giro.estado as estado_intento',
      'giro.motivo as motivo_devolucion',
      'giro.id_usuario_devolucion',
      'devuelve.razon_social as devuelto_por',
    ])
    .select([...howPaid])
    .select(
      sql<string | null>`(select devuelto.motivo from giro as devuelto
        where (devuelto.id_caja = pago.clave or devuelto.id_movimiento = -pago.clave)
        and devuelto.estado = 'devuelto' order by devuelto.id desc limit 1)`.as('motivo'),
    )
    .where(visibleStores(session));

export type ListedPayment = Awaited<
  ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>
>;

/** Number of the box that an attempt pays; null for a movement that is of none. */
export const numberOfPaid = sql<
  number | null
>`coalesce(cajas.consecutivo, movimiento_fondo.caja_externa)`.as('consecutivo');

const storeOfAttempt = sql<number>`coalesce(cajas.id_tienda, movimiento_fondo.id_tienda)`;

/** Attempts, each with the box or the movement that it pays and its store. */
export const attemptRows = (trx: Trx) =>
  trx
    .selectFrom('giro')
    .leftJoin('cajas', 'cajas.id', 'giro.id_caja')
    .leftJoin('movimiento_fondo', 'movimiento_fondo.id', 'giro.id_movimiento')
    .innerJoin('tiendas', (join) => join.on('tiendas.id', '=', storeOfAttempt));

/** Filter by batch. */
interface OfBatch {
  id_lote?: number | undefined;
}

interface PaymentFilter extends OfBatch {
  lista?: PaymentList | undefined;
}

export const listPayments = (
  trx: Trx,
  session: Session,
  { lista, id_lote, ...request }: ListRequest & PaymentFilter,
) =>
  pageOf(
    paymentRows(trx, session, {
      ...(lista !== undefined && { codes: codesOfList[lista] }),
      ...(id_lote !== undefined && { idLote: id_lote }),
    }),
    request,
    {
      columns: {
        id_caja: sql`pago.clave`,
        tienda: sql`tiendas.nombre`,
        consecutivo: sql`pago.consecutivo`,
        valor: sql`pago.valor`,
        desde: sql`coalesce(giro.cambio, pago.desde)`,
      },
      own: { by: 'desde', direction: lista === 'girados' ? 'desc' : 'asc' },
      key: sql`pago.clave`,
      matches: (searched) => paymentMatches(searched),
    },
  );

export type HowPaid = Pick<
  ListedPayment,
  'via' | 'via_vigente' | 'suspendida' | 'numero' | 'numero_vigente' | 'banco' | 'banco_vigente'
>;

/** Payments of a list, counted by how they are paid. */
export async function sumsOfList(
  trx: Trx,
  session: Session,
  lista: PaymentList,
  buscar: string,
): Promise<(HowPaid & { giros: number; valor: number })[]> {
  const filter =
    lista === 'enCurso'
      ? { keys: await keysInProgress(trx, session, buscar) }
      : { codes: codesOfList[lista] };
  return paymentRows(trx, session, filter)
    .$if(lista !== 'enCurso' && buscar !== '', (rows) => rows.where(paymentMatches(buscar)))
    .clearSelect()
    .select([...howPaid])
    .select(({ fn }) => [
      fn.countAll<number>().as('giros'),
      fn.sum<number>('pago.valor').as('valor'),
    ])
    .groupBy(['giro.via', 'vigente.via', 'propuesta.suspendida', 'cuenta.numero', 'vigente.numero'])
    .groupBy(['cuenta.banco', 'vigente.banco'])
    .execute();
}

/** A whole date: day, month and year in any order. */
const isDay = /^\d+[-/]\d+[-/]\d+$/;

/** Store, holder, references of bank and ours, batch and day of the payments of `paymentRows`. */
function paymentMatches(
  searched: string,
  texts = ['tiendas.nombre', 'cuenta.titular', 'vigente.titular', 'giro.referencia'],
): RawBuilder<SqlBool> {
  const attempt = attemptIn(searched);
  const [, batch] = /^lote (\d{1,15})$/i.exec(searched) ?? [];
  return sql`(${sql.join(
    [
      anyContains(...texts)(searched),
      sql`giro.dia = ${isDay.test(searched) ? typedDate(searched, { min: '' }) : '-'}`,
      ...(attempt === null ? [] : [sql`giro.id = ${sql.lit(attempt)}`]),
      ...(batch === undefined ? [] : [sql`giro.id_lote = ${sql.lit(Number(batch))}`]),
    ],
    sql` or `,
  )})`;
}

/** Events of the log that tell what bank and store answered, each with its word in the answers. */
const pastEvents = {
  'PAYMENT.CONFIRM': 'confirmado',
  'PAYMENT.CORRECT': 'corregido',
  'PAYMENT.CLAIM': 'reclamado',
  'PAYMENT.RETURN': 'devuelto',
  'PAYMENT.AGREE_RETURN': 'devuelto',
  'PAYMENT.PROPOSE_RETURN': null,
} as const;

type PastEventName = keyof typeof pastEvents;

interface PastPayload {
  dia?: string;
  referencia?: string;
  motivo?: string;
  nota?: string;
}

interface PastPaymentAnswer extends Required<Pick<PastPayload, 'dia' | 'referencia'>> {
  que: NonNullable<(typeof pastEvents)[PastEventName]>;
  texto: string;
}

type PastAnswers = Map<number, PastPaymentAnswer[]>;

/** The same for movements, from their attempts: the administration log has no index by row. */
async function addAnswersOfMovements(
  trx: Trx,
  keys: readonly number[],
  answers: PastAnswers,
): Promise<void> {
  if (keys.length === 0) return;
  const attempts = await trx
    .selectFrom('giro')
    .select(['id_movimiento', 'estado', 'dia', 'referencia', 'motivo', 'nota'])
    .where(
      'id_movimiento',
      'in',
      keys.map((key) => payeeOf(key).id),
    )
    .orderBy('id')
    .execute();
  const answer = (que: PastPaymentAnswer['que'], texto = '', dia = '', referencia = '') => ({
    que,
    dia,
    referencia,
    texto,
  });
  for (const { id_movimiento, estado, dia, referencia, motivo, nota } of attempts) {
    const key = keyOfMovement(id_movimiento ?? 0);
    answers.set(key, [
      ...(answers.get(key) ?? []),
      ...(dia === '' ? [] : [answer('confirmado', '', dia, referencia)]),
      ...(nota === '' ? [] : [answer('reclamado', nota)]),
      ...(estado === 'devuelto' ? [answer('devuelto', motivo)] : []),
    ]);
  }
}

/** Every answer of bank and store to some payments, from their logs, the oldest first. @param keys of boxes and movements */
export async function pastAnswersOf(
  trx: Trx,
  keys: readonly number[],
): Promise<ReadonlyMap<number, PastPaymentAnswer[]>> {
  const answers: PastAnswers = new Map();
  await addAnswersOfMovements(
    trx,
    keys.filter((key) => key < 0),
    answers,
  );
  const boxes = keys.filter((key) => key > 0);
  if (boxes.length === 0) return answers;
  const events = await trx
    .selectFrom('evento')
    .select(['id_caja', 'evento', 'payload'])
    .where('id_caja', 'in', boxes)
    .where('evento', 'in', Object.keys(pastEvents))
    .orderBy('id_caja')
    .orderBy('secuencia')
    .execute();
  const proposed = new Map<number, string>();
  for (const { id_caja, evento, payload } of events) {
    const { dia = '', referencia = '', motivo, nota = '' } = JSON.parse(payload) as PastPayload;
    const que = pastEvents[evento as PastEventName];
    if (que === null) proposed.set(id_caja, motivo ?? '');
    else {
      const texto = que === 'devuelto' ? (motivo ?? proposed.get(id_caja) ?? '') : nota;
      const before = answers.get(id_caja) ?? [];
      answers.set(id_caja, [...before, { que, dia, referencia, texto }]);
    }
  }
  return answers;
}

/** The first other payment that was confirmed with one of these references; undefined without one. */
export const paymentWithReference = (trx: Trx, references: readonly string[], keys: number[]) =>
  attemptRows(trx)
    .select(['giro.referencia', 'giro.dia', 'movimiento_fondo.tipo', numberOfPaid])
    .select('tiendas.nombre as tienda')
    .where('giro.referencia', 'in', [...references])
    .where(keyOfAttempt, 'not in', keys)
    .orderBy('giro.id')
    .executeTakeFirst();

/** Payments, in the order of their keys; where there is none, none. @param keys of boxes and movements */
export const paymentsOf = (
  trx: Trx,
  session: Session,
  keys: readonly number[],
): Promise<ListedPayment[]> => paymentRows(trx, session, { keys }).orderBy('pago.clave').execute();

export const insertBatch = inserting('lote_giro');
export const findBatch = finding('lote_giro', 'id');
export const fileOfBatch = finding('archivo_banco', 'id_lote');

export const insertBankFile = inserting('archivo_banco');

/** The batches with a store that the session sees, the newest first. */
export const listBatches = (
  trx: Trx,
  session: Session,
  { id_lote, abiertos, ...request }: ListRequest & OfBatch & { abiertos?: Flag | undefined },
) =>
  pageOf(
    trx
      .selectFrom('lote_giro')
      .innerJoin('usuarios', 'usuarios.id', 'lote_giro.id_usuario')
      .leftJoin('archivo_banco', 'archivo_banco.id_lote', 'lote_giro.id')
      .select([
        'lote_giro.id',
        'lote_giro.creado',
        'lote_giro.id_usuario',
        'usuarios.razon_social as preparado_por',
        'archivo_banco.nombre',
        'archivo_banco.formato',
        'archivo_banco.sha256',
        'archivo_banco.registros',
        'archivo_banco.valor',
        'archivo_banco.bytes',
      ])
      .where((either) =>
        either.exists(
          either
            .selectFrom('giro')
            .leftJoin('cajas', 'cajas.id', 'giro.id_caja')
            .leftJoin('movimiento_fondo', 'movimiento_fondo.id', 'giro.id_movimiento')
            .innerJoin('tiendas', (join) => join.on('tiendas.id', '=', storeOfAttempt))
            .select('giro.id')
            .whereRef('giro.id_lote', '=', 'lote_giro.id')
            .where(visibleStores(session)),
        ),
      )
      .$if(id_lote !== undefined, (rows) => rows.where('lote_giro.id', '=', id_lote ?? 0))
      .$if(abiertos === 1, (rows) =>
        rows.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('giro')
              .select('giro.id')
              .whereRef('giro.id_lote', '=', 'lote_giro.id')
              .where(({ and, or, eb }) =>
                and([
                  eb('giro.estado', 'not in', endedAttempts),
                  or([
                    eb('giro.estado', 'not in', paymentCodes('paid', 'received')),
                    eb('giro.id_usuario_devolucion', 'is not', null),
                  ]),
                ]),
              ),
          ),
        ),
      ),
    request,
    {
      columns: { id: sql`lote_giro.id` },
      own: { by: 'id', direction: 'desc' },
      key: sql`lote_giro.id`,
      matches: (searched) => sql`(${anyContains('usuarios.razon_social')(searched)}
        or lote_giro.id in (select giro.id_lote from giro
          left join cajas on cajas.id = giro.id_caja
          left join movimiento_fondo on movimiento_fondo.id = giro.id_movimiento
          inner join tiendas on tiendas.id = ${storeOfAttempt}
          left join cuenta_tienda as cuenta on cuenta.id = giro.id_cuenta
          where ${paymentMatches(searched, ['tiendas.nombre', 'cuenta.titular', 'giro.referencia'])}))`,
    },
  );

/** Keys of the payments in the batches that wait for somebody, as `listBatches` finds them. */
async function keysInProgress(trx: Trx, session: Session, buscar: string): Promise<number[]> {
  const limite = Number.MAX_SAFE_INTEGER;
  const { rows } = await listBatches(trx, session, { abiertos: 1, buscar, limite });
  const live = trx
    .selectFrom('giro')
    .select(keyOfAttempt.as('clave'))
    .where('giro.estado', 'not in', endedAttempts)
    // PostgreSQL refuses an empty list.
    .where('giro.id_lote', 'in', [0, ...rows.map(({ id }) => id)]);
  return valuesOf(live, 'clave');
}

/** 1: a return of the payment is proposed. */
const isProposed = sql<Flag>`case when giro.id_usuario_devolucion is null then 0 else 1 end`;

/** Number and total value of the payments of some batches, by state. */
export const countsOfBatches = (trx: Trx, session: Session, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : attemptRows(trx)
        .select(['giro.id_lote', 'giro.estado', isProposed.as('propuesta')])
        .select(({ fn }) => [
          fn.countAll<number>().as('cantidad'),
          fn.sum<number>('giro.valor').as('valor'),
        ])
        .where('giro.id_lote', 'in', [...ids])
        .where(visibleStores(session))
        .groupBy(['giro.id_lote', 'giro.estado', isProposed])
        .execute();

/** The states of all payments of the batches that have one of these payments. */
export const batchesOf = (trx: Trx, payees: readonly Payee[]) =>
  trx
    .selectFrom('giro')
    .select(['giro.id as id_giro', 'giro.id_lote', 'giro.estado', 'giro.id_usuario_devolucion'])
    .where('giro.estado', 'not in', endedAttempts)
    .where('giro.id_lote', 'in', (batches) =>
      batches
        .selectFrom('giro as suyo')
        .select('suyo.id_lote')
        .where(attemptsOf(payees, 'suyo'))
        .where('suyo.estado', 'not in', endedAttempts),
    )
    .execute();

/** The live payments of a batch with their accounts, in the order of their keys. */
export const paymentsOfBatch = (trx: Trx, idLote: number) =>
  attemptRows(trx)
    .leftJoin('cuenta_tienda', 'cuenta_tienda.id', 'giro.id_cuenta')
    .leftJoin('banco as del_catalogo', 'del_catalogo.id', 'cuenta_tienda.id_banco')
    .select([
      'giro.id as id_giro',
      keyOfAttempt.as('id_caja'),
      'giro.estado',
      'giro.id_usuario_devolucion',
      'giro.valor',
      'giro.via',
      numberOfPaid,
      'cajas.retenido',
      'movimiento_fondo.tipo',
      'tiendas.nombre as tienda',
      'cuenta_tienda.banco',
      'cuenta_tienda.id_banco',
      'del_catalogo.nombre as nombre_banco',
      'cuenta_tienda.tipo_cuenta',
      'cuenta_tienda.numero',
      'cuenta_tienda.titular',
      'cuenta_tienda.tipo_doc',
      'cuenta_tienda.documento',
    ])
    .where('giro.id_lote', '=', idLote)
    .where('giro.estado', 'not in', endedAttempts)
    .orderBy(keyOfAttempt)
    .execute();

/** What is paid, in words: 'Aumento de la base', 'Reembolso 3', and what was kept back of it. */
export function conceptOf({
  tipo,
  consecutivo,
  valor,
  retenido,
}: {
  tipo: MovementKind | null;
  consecutivo: number | null;
  valor: number;
  retenido: number | null;
}): string {
  if (tipo !== null) return movementName(tipo, consecutivo);
  const box = `Reembolso ${consecutivo}`;
  const kept = retenido ?? 0;
  return kept === 0
    ? box
    : `${box}, aprobado ${formatMoney(valor + kept)}, retenido ${formatMoney(kept)}`;
}

export type BatchPayment = Awaited<ReturnType<typeof paymentsOfBatch>>[number];

export type AccountRow = Row<'cuenta_tienda'>;

/** The last four digits of an account; empty where there is none. */
export const maskedAccount = (numero: string): string =>
  numero === '' ? '' : `•••• ${numero.slice(-4)}`;

/** The account in force and the proposed one, each with the user who proposed it. */
export const accountsOfStore = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('cuenta_tienda')
    .innerJoin('usuarios', 'usuarios.id', 'cuenta_tienda.id_usuario')
    .selectAll('cuenta_tienda')
    .select('usuarios.razon_social as creada_por')
    .where('cuenta_tienda.id_tienda', '=', idTienda)
    .where('cuenta_tienda.estado', 'in', ['vigente', 'propuesta'])
    .execute();

/** The proposed accounts of the stores that the session sees, by the name of the store. */
export const proposedAccounts = (trx: Trx, session: Session) =>
  trx
    .selectFrom('cuenta_tienda')
    .innerJoin('tiendas', 'tiendas.id', 'cuenta_tienda.id_tienda')
    .innerJoin('usuarios', 'usuarios.id', 'cuenta_tienda.id_usuario')
    .selectAll('cuenta_tienda')
    .select(['tiendas.nombre as tienda', 'usuarios.razon_social as creada_por'])
    .where('cuenta_tienda.estado', '=', 'propuesta')
    .where(visibleStores(session))
    .orderBy('tiendas.nombre')
    .orderBy('cuenta_tienda.id')
    .execute();

/** The proposed account of each store, or the one in force, by the id of the store. */
export async function latestAccounts(trx: Trx, stores: readonly number[]) {
  const rows = await trx
    .selectFrom('cuenta_tienda')
    .selectAll()
    .where('estado', 'in', ['vigente', 'propuesta'])
    // PostgreSQL refuses an empty list.
    .where('id_tienda', 'in', [0, ...stores])
    .orderBy('id')
    .execute();
  const [inForce, proposed] = (['vigente', 'propuesta'] as const).map((estado) =>
    rows.filter((row) => row.estado === estado).map((row) => [row.id_tienda, row] as const),
  );
  return new Map<number, AccountRow>([...(inForce ?? []), ...(proposed ?? [])]);
}

/** The catalogue, by name. */
export const allBanks = (trx: Trx) =>
  trx.selectFrom('banco').selectAll().orderBy('nombre').execute();

/** Accounts in force to which nothing was sent yet, with their stores. */
export const newAccounts = (trx: Trx, session: Session) =>
  trx
    .selectFrom('cuenta_tienda')
    .innerJoin('tiendas', 'tiendas.id', 'cuenta_tienda.id_tienda')
    .leftJoin('banco as del_catalogo', 'del_catalogo.id', 'cuenta_tienda.id_banco')
    .selectAll('cuenta_tienda')
    .select(['tiendas.nombre as tienda', 'del_catalogo.nombre as nombre_banco'])
    .where('cuenta_tienda.estado', '=', 'vigente')
    .where('cuenta_tienda.numero', '<>', '')
    .where(visibleStores(session))
    .where((either) =>
      either.not(
        either.exists(
          either
            .selectFrom('giro')
            .innerJoin('cuenta_tienda as pagada', 'pagada.id', 'giro.id_cuenta')
            .select('giro.id')
            .where('giro.enviado', 'is not', null)
            .whereRef('pagada.id_tienda', '=', 'cuenta_tienda.id_tienda')
            .whereRef('pagada.numero', '=', 'cuenta_tienda.numero'),
        ),
      ),
    )
    .orderBy('tiendas.nombre')
    .execute();

/** Cash while the account waits for its confirmation; otherwise a transfer that no file for the bank contains. */
export const wayWithoutAccount = (suspendida: number | null) =>
  suspendida === 1 ? 'efectivo' : 'transferencia';

/** The stores of payments. @param keys of boxes and movements */
export const storesOf = (trx: Trx, keys: readonly number[]): Promise<number[]> =>
  valuesOf(trx.selectFrom(payables({ keys }).as('pago')).select('pago.id_tienda'), 'id_tienda');

/** Name, current account and way of payment of stores, by the id of the store. */
export async function accountsOfStores(trx: Trx, stores: readonly number[]) {
  const rows = await trx
    .selectFrom('tiendas')
    .leftJoin('cuenta_tienda', (join) =>
      join
        .onRef('cuenta_tienda.id_tienda', '=', 'tiendas.id')
        .on('cuenta_tienda.estado', '=', 'vigente'),
    )
    .leftJoin('cuenta_tienda as propuesta', (join) =>
      join.onRef('propuesta.id_tienda', '=', 'tiendas.id').on('propuesta.estado', '=', 'propuesta'),
    )
    .select(['tiendas.id', 'tiendas.nombre as tienda'])
    .select(['cuenta_tienda.id as cuenta', 'cuenta_tienda.via', 'propuesta.suspendida'])
    // PostgreSQL refuses an empty list.
    .where('tiendas.id', 'in', [0, ...stores])
    .execute();
  return new Map(
    rows.map(({ id, tienda, cuenta, via, suspendida }) => [
      id,
      { tienda, cuenta, via: via ?? wayWithoutAccount(suspendida) },
    ]),
  );
}

export const findAccount = finding('cuenta_tienda', 'id');
export const insertAccount = inserting('cuenta_tienda');
export const updateAccount = updating('cuenta_tienda');

/** Expenses that were not granted in full, each with the expense that records it again, if any. */
const shortfalls = (trx: Trx) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .leftJoin('usuarios as deudor', 'deudor.id', 'cajas.id_responsable')
    .select([
      'gastos.id as id_gasto',
      'deudor.razon_social as responsable',
      'cajas.id_responsable as id_deudor',
      'gastos.id_caja',
      'cajas.consecutivo',
      'cajas.active',
      'gastos.fecha_gasto',
      'gastos.concepto',
      'gastos.proveedor_nombre as proveedor',
      'gastos.estado',
      'gastos.valor',
      'gastos.reembolsar',
      'gastos.saldado',
    ])
    .select([reasonTextOfExpense.as('motivo_rechazo'), recordedAgainAs.as('registrado_de_nuevo')])
    .select(takenOverByCompany.as('asumido'))
    .where((either) =>
      either.or([
        either('gastos.estado', 'in', rejectedCodes),
        either('gastos.reembolsar', '<', either.ref('gastos.valor')),
      ]),
    )
    .orderBy('gastos.id');

/** Shortfalls of boxes. */
export const shortfallsOfBoxes = async (trx: Trx, boxes: readonly number[]) =>
  boxes.length === 0
    ? []
    : await shortfalls(trx)
        .where('gastos.id_caja', 'in', [...boxes])
        .execute();

/** Shortfalls of every box of a store that still owes something. */
export const shortfallsOfStore = (trx: Trx, idTienda: number) =>
  shortfalls(trx).where('cajas.id_tienda', '=', idTienda).where('cajas.a_cargo', '>', 0).execute();

/** What people owe to the fund of a store without an expense, the oldest first. */
export const debtsOfStore = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('movimiento_fondo')
    .leftJoin('usuarios as deudor', 'deudor.id', 'movimiento_fondo.id_deudor')
    .selectAll('movimiento_fondo')
    .select('deudor.razon_social as responsable')
    .where('movimiento_fondo.id_tienda', '=', idTienda)
    .where('movimiento_fondo.a_cargo', '>', 0)
    .orderBy('movimiento_fondo.id')
    .execute();

export type Shortfall = Awaited<ReturnType<typeof shortfallsOfBoxes>>[number];

/** Reason why an amount was not granted: the rejection reason, or a note on the granted part. */
export const whyNotGranted = (one: Shortfall): string => one.motivo_rechazo ?? grantNoteOf(one);
