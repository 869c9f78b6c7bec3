/** Payments, their batches and files, and the accounts that they go to. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PaymentList } from '#contract/calls/payments.calls.ts';
import { rejectedCodes } from '#machines/domain/box/states.ts';
import { grantNoteOf } from '#machines/domain/fund/fund.ts';
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
import { endedAttempts, liveAttempt } from '../cases/payment.repository.ts';
import { visibleStores } from '../cases/scope.repository.ts';

/** Payment states of each list. */
const codesOfList: Record<PaymentList, string[]> = {
  porGirar: paymentCodes('waiting', 'claimed'),
  enCurso: paymentCodes('prepared', 'authorised', 'sent'),
  girados: paymentCodes('paid', 'received', 'returnProposed'),
};

/** Payments of boxes of visible stores: the live attempt, and the account that it uses or would use. */
const paymentRows = (trx: Trx, session: Session) =>
  trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .leftJoin('giro', liveAttempt)
    .leftJoin('cuenta_tienda as vigente', (join) =>
      join.onRef('vigente.id_tienda', '=', 'cajas.id_tienda').on('vigente.estado', '=', 'vigente'),
    )
    .leftJoin('cuenta_tienda as propuesta', (join) =>
      join
        .onRef('propuesta.id_tienda', '=', 'cajas.id_tienda')
        .on('propuesta.estado', '=', 'propuesta'),
    )
    .leftJoin('cuenta_tienda as cuenta', 'cuenta.id', 'giro.id_cuenta')
    .leftJoin('usuarios as prepara', 'prepara.id', 'giro.id_usuario_prepara')
    .leftJoin('usuarios as autoriza', 'autoriza.id', 'giro.id_usuario_autoriza')
    .leftJoin('usuarios as devuelve', 'devuelve.id', 'giro.id_usuario_devolucion')
    .select([
      'cajas.id as id_caja',
      'cajas.id_tienda',
      'cajas.consecutivo',
      'cajas.total_aprobado as valor',
      'cajas.giro as estado',
      'cajas.fecha_movimiento',
      'tiendas.nombre as tienda',
      'tiendas.active_ as en_uso',
      'giro.id as id_giro',
      'giro.id_lote',
      'giro.via',
      'giro.autorizado',
      'giro.enviado',
      'giro.id_cuenta',
      'giro.cambio',
      'giro.dia',
      'giro.referencia',
      'giro.nota',
      'vigente.id as id_vigente',
      'vigente.via as via_vigente',
      'vigente.banco as banco_vigente',
      'vigente.numero as numero_vigente',
      'vigente.id_banco as id_banco_vigente',
      'vigente.titular as titular_vigente',
      'vigente.id_usuario as propone_vigente',
      'vigente.id_usuario_resuelve as confirma_vigente',
      'vigente.resuelta as resuelta_vigente',
      'cuenta.banco',
      'cuenta.numero',
      'cuenta.titular',
      'cuenta.id_usuario as propone_cuenta',
      'cuenta.id_usuario_resuelve as confirma_cuenta',
      'cuenta.resuelta as resuelta_cuenta',
      'propuesta.id as id_propuesta',
      'propuesta.suspendida',
      'giro.id_usuario_prepara',
      'prepara.razon_social as preparado_por',
      'autoriza.razon_social as autorizado_por',
      'giro.estado as estado_intento',
      'giro.motivo as motivo_devolucion',
      'giro.id_usuario_devolucion',
      'devuelve.razon_social as devuelto_por',
    ])
    .select(
      sql<
        string | null
      >`(select devuelto.motivo from giro as devuelto where devuelto.id_caja = cajas.id
        and devuelto.estado = 'devuelto' order by devuelto.id desc limit 1)`.as('motivo'),
    )
    .where('cajas.giro', 'is not', null)
    .where(visibleStores(session));

export type ListedPayment = Awaited<
  ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>
>;

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
    paymentRows(trx, session)
      .$if(lista !== undefined, (rows) =>
        rows.where('cajas.giro', 'in', lista === undefined ? [] : codesOfList[lista]),
      )
      .$if(id_lote !== undefined, (rows) => rows.where('giro.id_lote', '=', id_lote ?? 0)),
    request,
    {
      columns: {
        id_caja: sql`cajas.id`,
        tienda: sql`tiendas.nombre`,
        consecutivo: sql`cajas.consecutivo`,
        valor: sql`cajas.total_aprobado`,
        desde: sql`coalesce(giro.cambio, cajas.fecha_movimiento)`,
      },
      own: { by: 'desde', direction: lista === 'girados' ? 'desc' : 'asc' },
      key: sql`cajas.id`,
      matches: (searched) => paymentMatches(searched),
    },
  );

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

/** Every answer of bank and store to the payments of some boxes, from their logs, the oldest first. */
export async function pastAnswersOf(
  trx: Trx,
  boxes: readonly number[],
): Promise<ReadonlyMap<number, PastPaymentAnswer[]>> {
  const answers = new Map<number, PastPaymentAnswer[]>();
  if (boxes.length === 0) return answers;
  const events = await trx
    .selectFrom('evento')
    .select(['id_caja', 'evento', 'payload'])
    .where('id_caja', 'in', [...boxes])
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

/** The first payment of another box that was confirmed with one of these references; undefined without one. */
export const paymentWithReference = (trx: Trx, references: readonly string[], boxes: number[]) =>
  trx
    .selectFrom('giro')
    .innerJoin('cajas', 'cajas.id', 'giro.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .select(['giro.referencia', 'giro.dia', 'cajas.consecutivo', 'tiendas.nombre as tienda'])
    .where('giro.referencia', 'in', [...references])
    .where('giro.id_caja', 'not in', boxes)
    .orderBy('giro.id')
    .executeTakeFirst();

/** The payments of boxes, in the order of their keys; of a box without a payment there is none. */
export const paymentsOfBoxes = (
  trx: Trx,
  session: Session,
  boxes: readonly number[],
): Promise<ListedPayment[]> =>
  paymentRows(trx, session)
    .where('cajas.id', 'in', [...boxes])
    .orderBy('cajas.id')
    .execute();

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
            .innerJoin('cajas', 'cajas.id', 'giro.id_caja')
            .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
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
          inner join cajas on cajas.id = giro.id_caja
          inner join tiendas on tiendas.id = cajas.id_tienda
          left join cuenta_tienda as cuenta on cuenta.id = giro.id_cuenta
          where ${paymentMatches(searched, ['tiendas.nombre', 'cuenta.titular', 'giro.referencia'])}))`,
    },
  );

/** 1: a return of the payment is proposed. */
const isProposed = sql<Flag>`case when giro.id_usuario_devolucion is null then 0 else 1 end`;

/** Number and total value of the payments of some batches, by state. */
export const countsOfBatches = (trx: Trx, session: Session, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : trx
        .selectFrom('giro')
        .innerJoin('cajas', 'cajas.id', 'giro.id_caja')
        .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
        .select(['giro.id_lote', 'giro.estado', isProposed.as('propuesta')])
        .select(({ fn }) => [
          fn.countAll<number>().as('cantidad'),
          fn.sum<number>('giro.valor').as('valor'),
        ])
        .where('giro.id_lote', 'in', [...ids])
        .where(visibleStores(session))
        .groupBy(['giro.id_lote', 'giro.estado', isProposed])
        .execute();

/** The states of all payments of the batches that have a payment of these boxes. */
export const batchesOfBoxes = (trx: Trx, boxes: readonly number[]) =>
  trx
    .selectFrom('giro')
    .select(['giro.id as id_giro', 'giro.id_lote', 'giro.estado', 'giro.id_usuario_devolucion'])
    .where('giro.estado', 'not in', endedAttempts)
    .where('giro.id_lote', 'in', (batches) =>
      batches
        .selectFrom('giro as suyo')
        .select('suyo.id_lote')
        .where('suyo.id_caja', 'in', [...boxes])
        .where('suyo.estado', 'not in', endedAttempts),
    )
    .execute();

/** The live payments of a batch with their accounts, in the order of their boxes. */
export const paymentsOfBatch = (trx: Trx, idLote: number) =>
  trx
    .selectFrom('giro')
    .innerJoin('cajas', 'cajas.id', 'giro.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .leftJoin('cuenta_tienda', 'cuenta_tienda.id', 'giro.id_cuenta')
    .leftJoin('banco as del_catalogo', 'del_catalogo.id', 'cuenta_tienda.id_banco')
    .select([
      'giro.id as id_giro',
      'giro.id_caja',
      'giro.estado',
      'giro.id_usuario_devolucion',
      'giro.valor',
      'giro.via',
      'cajas.consecutivo',
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
    .orderBy('giro.id_caja')
    .execute();

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

export const storesOfBoxes = (trx: Trx, boxes: readonly number[]): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('cajas')
      .select('id_tienda')
      .where('id', 'in', [...boxes]),
    'id_tienda',
  );

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
    .where('tiendas.id', 'in', [...stores])
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

export const shortfallsOfBoxes = (trx: Trx, boxes: readonly number[]) =>
  shortfalls(trx)
    .where('gastos.id_caja', 'in', [...boxes])
    .execute();

/** Shortfalls of every box of a store that still owes something. */
export const shortfallsOfStore = (trx: Trx, idTienda: number) =>
  shortfalls(trx).where('cajas.id_tienda', '=', idTienda).where('cajas.a_cargo', '>', 0).execute();

export type Shortfall = Awaited<ReturnType<typeof shortfallsOfBoxes>>[number];

/** Reason why an amount was not granted: the rejection reason, or a note on the granted part. */
export const whyNotGranted = (one: Shortfall): string => one.motivo_rechazo ?? grantNoteOf(one);
