/** Payment calls of accounting: lists, batches, and the exchange with the bank. */
import {
  type BankFormat,
  referenceIsNew,
  returnableStates,
} from '#contract/calls/payments.calls.ts';
import { successes } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/contract.ts';
import type { CasePayment } from '#machines/domain/case/box-case.ts';
import type { Intention } from '#machines/domain/explain.ts';
import {
  type BatchEvent,
  batchEventOf,
  batchSnapshot,
  batchStateOf,
  batchStates,
  explainBatch,
} from '#machines/domain/payment/batch.machine.ts';
import type { PaymentEvent } from '#machines/domain/payment/payment.machine.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { isAuthorised } from '#machines/domain/people/authority.ts';
import { accountPeople } from '#machines/domain/payment/store-account.ts';
import { dateInBogota, dateTimeInBogota, shortDate } from '#machines/domain/values/bogota-time.ts';
import { movementName } from '#machines/domain/fund/movements.ts';
import { keyOf, payeeOf } from '#machines/domain/payment/payee.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import {
  ownReference,
  paymentCodes,
  paymentStateOf,
  paymentStates,
  shownWay,
} from '#machines/domain/payment/payment-states.ts';
import { type PaymentTotal, totalsOf } from '#machines/domain/payment/payment-totals.ts';
import type { Session } from '../../platform/access/session.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  HttpError,
  brokenRule,
  conflict,
  found,
  notFound,
} from '../../platform/errors/http-error.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import {
  actorOf,
  authorOf,
  done,
  type Operation,
  pageFor,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { peopleOfMoney } from '../accounts/user.repository.ts';
import { MovementCase, openDecrease } from '../cases/stored-movement.ts';
import {
  casePaymentsOf,
  endedAttempts,
  firstDayOf,
  freshUntilOf,
  goesByBank,
  idsOf,
  stateOfAttempt,
} from '../cases/payment.repository.ts';
import { lockBoxesInScope } from '../cases/scope.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { bankColumnsOf, bankFormatOf, payerOf } from '../settings/settings.ts';
import { accountsFile, bankFile, RefusedTransfer, type Transfer } from './bank-file.ts';
import { mailPayments } from './payment-mails.ts';
import {
  maskedAccount,
  accountsOfStores,
  batchesOf,
  conceptOf,
  type BatchPayment,
  countsOfBatches,
  fileOfBatch,
  findBatch,
  type HowPaid,
  insertBankFile,
  insertBatch,
  type ListedPayment,
  listBatches,
  listPayments,
  newAccounts,
  pastAnswersOf,
  paymentsOfBatch,
  paymentWithReference,
  storesOf,
  sumsOfList,
  wayWithoutAccount,
} from './payments.repository.ts';

type PaymentRow = AnswerOf<'/giros'>[number];

type PastAnswers = PaymentRow['anteriores'];

/** The answers before the confirmation that the row shows. */
function earlierAnswers(answers: PastAnswers, isConfirmed: boolean): PastAnswers {
  const shown = answers.findLastIndex(({ que }) => que === 'confirmado' || que === 'corregido');
  return isConfirmed ? answers.slice(0, shown) : answers;
}

const proposedReturn = (row: ListedPayment): PaymentRow['devolucion'] => {
  const estado = returnableStates.find((code) => code === row.estado_intento);
  return row.id_usuario_devolucion === null || estado === undefined
    ? null
    : {
        estado,
        motivo: row.motivo_devolucion ?? '',
        propuesta_por: row.devuelto_por ?? '',
        id_propuesta_por: row.id_usuario_devolucion,
      };
};

/** Who proposed and who confirmed the account that is paid, or would be paid now, and since when it is confirmed. */
function accountFacts(row: ListedPayment, now: number) {
  const account =
    row.id_lote === null
      ? {
          id_usuario: row.propone_vigente,
          id_usuario_resuelve: row.confirma_vigente,
          resuelta: row.resuelta_vigente,
        }
      : {
          id_usuario: row.propone_cuenta,
          id_usuario_resuelve: row.confirma_cuenta,
          resuelta: row.resuelta_cuenta,
        };
  const { id_usuario, resuelta } = account;
  if (id_usuario === null) return { gente_cuenta: null, cuenta_desde: '' };
  const { proposed, confirmed, until } = accountPeople({ ...account, id_usuario }, now);
  return {
    gente_cuenta: { propone: proposed, confirma: confirmed, hasta: until },
    cuenta_desde: resuelta === null ? '' : dateTimeInBogota(resuelta),
  };
}

/** Way and account in which a payment goes, or would go now. */
function wayOf(row: HowPaid) {
  const via = (row.via ??
    row.via_vigente ??
    wayWithoutAccount(row.suspendida)) as PaymentRow['via'];
  const [banco, numero] =
    row.via === null ? [row.banco_vigente, row.numero_vigente] : [row.banco, row.numero];
  return { via, banco: banco ?? '', numero: numero ?? '' };
}

/** The asked decrease of the base fits into this payment of a box. */
const mayKeepBack = ({ tipo, estado, por_retener, valor }: ListedPayment): boolean =>
  tipo === null &&
  estado === paymentStates.waiting.codigo &&
  por_retener !== null &&
  por_retener <= valor;

/** A payment as lists and boxes show it. @param answers of bank and store, the oldest first */
export function paymentAnswer(
  row: ListedPayment,
  now: number,
  answers: PastAnswers = [],
): Omit<PaymentRow, 'problema' | 'sin_autorizador'> {
  const state = paymentStates[paymentStateOf(row.estado ?? '')];
  const { via, banco, numero } = wayOf(row);
  const isByHand = !goesByBank({ via, numero });
  return {
    id_caja: row.id_caja,
    id_tienda: row.id_tienda,
    tienda: row.tienda,
    consecutivo: row.consecutivo ?? 0,
    concepto: row.tipo === null ? '' : movementName(row.tipo, row.consecutivo),
    valor: toPesos(row.valor),
    retenido: toPesos(row.retenido),
    asume: row.asume,
    asumido_por: row.asumido_por ?? '',
    por_retener: mayKeepBack(row) ? toPesos(row.por_retener ?? 0) : null,
    estado: state.codigo,
    nombre_estado: isByHand && state === paymentStates.sent ? 'Por pagar a mano' : state.nombre,
    color: state.color,
    via,
    titular: (row.id_lote === null ? row.titular_vigente : row.titular) ?? '',
    a_mano: isByHand ? 1 : 0,
    banco,
    cuenta: maskedAccount(numero),
    desde: row.cambio ?? row.fecha_movimiento,
    id_lote: row.id_lote,
    preparado_por: row.preparado_por ?? '',
    autorizado_por: row.autorizado_por ?? '',
    referencia_propia: row.id_giro === null ? '' : ownReference(row.id_giro),
    desde_dia: row.via === null ? '' : firstDayOf({ ...row, via: row.via }),
    dia: row.dia ?? '',
    referencia: row.referencia ?? '',
    motivo: row.motivo ?? '',
    nota: row.nota ?? '',
    ...accountFacts(row, now),
    devolucion: proposedReturn(row),
    anteriores: earlierAnswers(
      answers,
      paymentCodes('paid', 'received').some((code) => code === state.codigo),
    ),
  };
}

const boxOf = ({ id_caja }: { id_caja: number }): number => id_caja;

const sendable = ['prepared', 'authorised'] as const;
const beforeSending = paymentCodes(...sendable);

/** Problem that a user has to look at before a payment continues; '' without one. */
function problemOf(payment: ListedPayment): string {
  const { estado, id_cuenta, id_vigente, id_propuesta, en_uso } = payment;
  const { numero_vigente, id_banco_vigente } = payment;
  const state = paymentStateOf(estado ?? '');
  if (en_uso === 0 && paymentStates[state].owes)
    return 'La tienda está desactivada: confirme con su responsable a dónde girar.';
  if (beforeSending.some((code) => code === estado) && id_cuenta !== id_vigente)
    return 'La cuenta de la tienda cambió: retírelo y revíselo.';
  if (payment.suspendida === 1)
    return 'Cambió quien responde por la tienda: confirme su cuenta; mientras tanto se paga en efectivo.';
  if (id_propuesta !== null) return 'Hay un cambio de cuenta por confirmar.';
  const isUnknownBank =
    numero_vigente !== null && numero_vigente !== '' && id_banco_vigente === null;
  if (isUnknownBank && paymentStates[state].owes)
    return 'El banco de la cuenta no está en el catálogo: proponga la cuenta de nuevo.';
  const isUnpaid = ['waiting', ...sendable].some((name) => name === state);
  const { via, numero } = wayOf(payment);
  const hasNoAccount = via === 'transferencia' && numero === '';
  return isUnpaid && hasNoAccount ? 'La tienda no tiene cuenta: se paga a mano.' : '';
}

/** Whether nobody could authorise a payment, which the reader would prepare while it waits. */
function awaitsNobody(
  { estado, id_usuario_prepara }: ListedPayment,
  reader: number,
  people: Awaited<ReturnType<typeof peopleOfMoney>>,
): boolean {
  if (estado === paymentStates.waiting.codigo) return !isAuthorised(reader, people);
  return (
    estado === paymentStates.prepared.codigo && !isAuthorised(id_usuario_prepara ?? reader, people)
  );
}

const payments: Operation<'/giros'> = (request, context) =>
  pageFor(context, async (trx) => {
    const { rows, total } = await listPayments(trx, context.session, request);
    const answers = await pastAnswersOf(
      trx,
      rows.map(({ id_caja }) => id_caja),
    );
    const people = await peopleOfMoney(trx);
    return {
      rows: rows.map((row) => ({
        ...paymentAnswer(row, context.now(), answers.get(row.id_caja)),
        problema: problemOf(row),
        sin_autorizador: awaitsNobody(row, context.session.idUsuario, people) ? 1 : 0,
      })),
      total,
    };
  });

const totals: Operation<'/totalesGiros'> = ({ lista, buscar = '' }, context) =>
  context.read(async (trx) => {
    const sums = await sumsOfList(trx, context.session, lista, buscar?.trim() ?? '');
    const { ways, banks } = totalsOf(
      sums.map((row) => {
        const { via, banco, numero } = wayOf(row);
        return { via: shownWay(via, numero !== ''), banco, giros: row.giros, valor: row.valor };
      }),
    );
    const inPesos = (all: readonly PaymentTotal[]) =>
      all.map((total) => ({ ...total, valor: toPesos(total.valor) }));
    return { vias: inPesos(ways), bancos: inPesos(banks) };
  });

interface StoredFile {
  nombre: string;
  formato: string;
  sha256: string;
  registros: number;
  valor: number;
  bytes: number;
}

const fileAnswer = (numero: number, file: StoredFile) => ({
  numero,
  nombre: file.nombre,
  formato: file.formato as BankFormat,
  sha256: file.sha256,
  registros: file.registros,
  valor: toPesos(file.valor),
  bytes: file.bytes,
});

const batches: Operation<'/lotesGiros'> = (request, context) =>
  pageFor(context, async (trx) => {
    const { rows, total } = await listBatches(trx, context.session, request);
    const reciente_hasta = await freshUntilOf(trx, context.session.idUsuario, context.now());
    const counts = await countsOfBatches(
      trx,
      context.session,
      rows.map(({ id }) => id),
    );
    const format = await bankFormatOf(trx);
    return {
      total,
      rows: rows.map((row) => {
        const own = counts.filter(({ id_lote }) => id_lote === row.id);
        const sumOf = (what: 'cantidad' | 'valor', ...codes: readonly string[]) =>
          own
            .filter(({ estado }) => codes.includes(estado))
            .reduce((sum, one) => sum + one[what], 0);
        const { nombre, formato, sha256, registros, valor, bytes } = row;
        const state =
          batchStates[
            batchStateOf(
              own
                .filter(({ estado }) => !endedAttempts.includes(estado))
                .map(({ estado, propuesta }) =>
                  propuesta === 1 ? 'returnProposed' : paymentStateOf(estado),
                ),
            )
          ];
        const live = paymentCodes('prepared', 'authorised', 'sent', 'paid', 'claimed', 'received');
        return {
          id: row.id,
          creado: dateTimeInBogota(row.creado),
          preparado_por: row.preparado_por,
          id_preparado_por: row.id_usuario,
          estado: state.codigo,
          nombre_estado: state.nombre,
          color: state.color,
          preparados: sumOf('cantidad', ...paymentCodes('prepared')),
          autorizados: sumOf('cantidad', ...paymentCodes('authorised')),
          enviados: sumOf('cantidad', ...paymentCodes('sent', 'claimed')),
          girados: sumOf('cantidad', ...paymentCodes('paid', 'received')),
          fuera: sumOf('cantidad', ...endedAttempts),
          valor: toPesos(sumOf('valor', ...live)),
          ...format,
          reciente_hasta,
          archivo:
            nombre === null || formato === null || sha256 === null
              ? null
              : fileAnswer(row.id, {
                  nombre,
                  formato,
                  sha256,
                  registros: registros ?? 0,
                  valor: valor ?? 0,
                  bytes: bytes ?? 0,
                }),
        };
      }),
    };
  });

/** An event that accounting or a store fires at payments. */
export type Fired = Exclude<PaymentEvent, { type: 'PAYMENT.KEEP_BACK' }>;

/** What a batch pays. */
type Paid = BoxCase | MovementCase;

/** Adds what was refused to the reasons, since the batch has several payments. */
async function withNameInReasons(trx: Trx, paid: Paid, error: unknown): Promise<never> {
  if (!(error instanceof HttpError) || error.motivos === undefined) throw error;
  const { id_tienda } = paid.payable;
  const tienda = (await accountsOfStores(trx, [id_tienda])).get(id_tienda)?.tienda;
  const what =
    paid instanceof BoxCase
      ? `reembolso ${paid.box.consecutivo ?? ''}`
      : movementName(paid.movement.tipo, paid.movement.caja_externa);
  const where = `${tienda}, ${what}`;
  const motivos = error.motivos.map((motivo) => ({
    ...motivo,
    detalle: [where, motivo.detalle ?? []].flat().join(': '),
  }));
  throw new HttpError(error.status, { motivos });
}

/** @throws HttpError 409 when the machine of the batch refuses the event, whatever its payments say */
function requireBatchAllows(
  payments: readonly Pick<BatchPayment, 'id_giro' | 'estado' | 'id_usuario_devolucion'>[],
  intention: Intention<BatchEvent>,
): void {
  const batch = batchSnapshot(
    Object.fromEntries(payments.map((one) => [one.id_giro, stateOfAttempt(one)])),
  );
  const motivos = explainBatch(batch, intention, false);
  if (motivos.length > 0) throw new HttpError(409, { motivos });
}

/**
 * Fires an event at each payment, all or none. Rows are locked in the order of their keys, so that concurrent requests
 * cannot deadlock.
 *
 * @param keys of boxes and movements
 * @param eventOf the event of a payment, given its state before it
 */
export async function fireAt(
  trx: Trx,
  context: Pick<SessionContext, 'session' | 'now'>,
  keys: readonly number[],
  type: Fired['type'],
  eventOf: (paid: Paid, payment: CasePayment | undefined) => Fired,
): Promise<number> {
  const { session } = context;
  const now = context.now();
  const actor = actorOf(session);
  const { boxes, movements } = await openPaid(trx, session, keys, now);
  const all = [...movements, ...boxes];
  const payees = all.map(({ payable }) => payable.payee);
  if (type !== 'PAYMENT.PREPARE') {
    const batches = grouped(
      await batchesOf(trx, payees),
      ({ id_lote }) => id_lote,
      (payment) => payment,
    );
    for (const payments of batches.values())
      requireBatchAllows(payments, { type: batchEventOf(type), actor });
  }
  const payments = await casePaymentsOf(
    trx,
    all.map(({ payable }) => payable),
    { idUsuario: actor.id, now },
  );
  for (const paid of all) {
    const payment = payments.get(keyOf(paid.payable.payee));
    try {
      await paid.movePayment(payment, eventOf(paid, payment));
    } catch (error) {
      await withNameInReasons(trx, paid, error);
    }
  }
  await BoxCase.writePayments(trx, now, boxes);
  return all.length;
}

/** Locks boxes and movements. @throws HttpError 404 when the session may not see one of them */
async function openPaid(trx: Trx, session: Session, keys: readonly number[], now: number) {
  const payees = [...new Set(keys)].toSorted((one, other) => one - other).map(payeeOf);
  const movements: MovementCase[] = [];
  for (const id of idsOf(payees, 'id_movimiento'))
    movements.push(await MovementCase.open(trx, session, id, now));
  const ids = new Set(idsOf(payees, 'id_caja'));
  const rows = ids.size === 0 ? [] : await lockBoxesInScope(trx, session, ids);
  return { movements, boxes: rows.map((row) => new BoxCase(trx, now, row)) };
}

/**
 * Keeps the asked decrease of the base back from the payment of a box.
 *
 * @returns whether nothing is left to pay
 * @throws HttpError 409 without an asked decrease
 */
async function keepBack(trx: Trx, context: SessionContext, id: number): Promise<boolean> {
  const [box] = (await openPaid(trx, context.session, [id], context.now())).boxes;
  if (box === undefined) throw notFound();
  const decrease = await openDecrease(trx, box.box.id_tienda);
  if (decrease === undefined)
    throw conflict('decreaseIsAsked', 'A esta tienda no se le pide devolver parte de su base.');
  const actor = actorOf(context.session);
  const { id: movimiento, valor } = decrease;
  try {
    await box.firePayment({ type: 'PAYMENT.KEEP_BACK', actor, valor, movimiento });
  } catch (error) {
    await withNameInReasons(trx, box, error);
  }
  const movement = new MovementCase(trx, context.now(), decrease);
  await movement.fire({ type: 'MOVEMENT.KEEP_BACK', actor }, { id_caja: box.box.id });
  return box.box.giro === paymentStates.keptBack.codigo;
}

const prepare: Operation<'/prepararGiros'> = ({ cajas, retener = [] }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const batch = { creado: context.now(), id_usuario: actor.id };
    const lote = await insertBatch(trx, batch, authorOf(context));
    // Boxes of which nothing is left to pay are in no batch.
    const spent = new Set<number>();
    for (const id of retener.filter((key) => cajas.includes(key)))
      if (await keepBack(trx, context, id)) spent.add(id);
    const keys = cajas.filter((key) => !spent.has(key));
    if (keys.length === 0) return done(successes.saved, { id_lote: lote, giros: 0 });
    const accounts = await accountsOfStores(trx, await storesOf(trx, keys));
    const giros = await fireAt(trx, context, keys, 'PAYMENT.PREPARE', ({ payable }) => {
      const { id_tienda, granted: valor } = payable;
      // The machine refuses a box without a payment, whose store is not looked up.
      const { cuenta = null, via = '' } = accounts.get(id_tienda) ?? {};
      return { type: 'PAYMENT.PREPARE', actor, lote, valor, via, cuenta };
    });
    return done(successes.saved, { id_lote: lote, giros });
  });

/** An operation that fires the same event at some payments. */
const fireSame = (context: SessionContext, keys: readonly number[], event: Fired) =>
  context.write(async (trx) =>
    done(successes.saved, {
      giros: await fireAt(trx, context, keys, event.type, () => event),
    }),
  );

const takeOut: Operation<'/retirarGiros'> = ({ cajas }, context) =>
  fireSame(context, cajas, { type: 'PAYMENT.TAKE_OUT', actor: actorOf(context.session) });

/**
 * The payments of a batch in a state.
 *
 * @throws HttpError 404 when the batch does not exist, 409 when its machine refuses the event
 */
async function waitingIn(
  trx: Trx,
  idLote: number,
  state: 'prepared' | 'authorised',
  intention: Intention<BatchEvent>,
): Promise<BatchPayment[]> {
  found(await findBatch(trx, idLote));
  const payments = await paymentsOfBatch(trx, idLote);
  requireBatchAllows(payments, intention);
  return payments.filter((one) => stateOfAttempt(one) === state);
}

const authorise: Operation<'/autorizarGiros'> = ({ id_lote }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const intention = { type: 'BATCH.AUTHORISE', actor } as const;
    const cajas = (await waitingIn(trx, id_lote, 'prepared', intention)).map(boxOf);
    const event = { type: 'PAYMENT.AUTHORISE', actor } as const;
    const giros = await fireAt(trx, context, cajas, event.type, () => event);
    return done(successes.saved, { giros });
  });

/** Name and code of the bank of an account; an account without one of the catalogue keeps its text. */
const bankOf = ({ id_banco, nombre_banco, banco }: BankOfAccount) => ({
  banco: nombre_banco ?? banco ?? '',
  codigo_banco: id_banco === null ? '' : String(id_banco),
});

type BankOfAccount = Pick<BatchPayment, 'id_banco' | 'nombre_banco' | 'banco'>;

/** Payments that go to an account by transfer. */
const transfersOf = (waiting: readonly BatchPayment[]): Transfer[] =>
  waiting.filter(goesByBank).map((one) => ({
    tienda: one.tienda,
    concepto: conceptOf(one),
    referencia: ownReference(one.id_giro),
    valor: one.valor,
    ...bankOf(one),
    tipo_cuenta: one.tipo_cuenta ?? '',
    numero: one.numero ?? '',
    titular: one.titular ?? '',
    tipo_doc: one.tipo_doc ?? '',
    documento: one.documento ?? '',
  }));

const endings = { csv: 'csv', pab: 'txt' } as const satisfies Record<BankFormat, string>;

/** Writes the file of a batch once; null where none of its payments goes by transfer to an account. */
async function writeFile(
  trx: Trx,
  context: SessionContext,
  idLote: number,
  transfers: readonly Transfer[],
) {
  if (transfers.length === 0) return null;
  const { formato } = await bankFormatOf(trx);
  const dia = dateInBogota(context.now());
  const payer = { ...(await payerOf(trx)), numero: idLote, dia };
  const bytes = bankFile(formato, { payer, transfers }, await bankColumnsOf(trx));
  const file = {
    nombre: `giros-${dia}-lote-${idLote}.${endings[formato]}`,
    formato,
    sha256: sha256Of(bytes),
    registros: transfers.length,
    valor: transfers.reduce((sum, { valor }) => sum + valor, 0),
    bytes: bytes.length,
  };
  const row = {
    ...file,
    id_lote: idLote,
    contenido: bytes.toString('base64'),
    creado: context.now(),
    id_usuario: context.session.idUsuario,
  };
  await insertBankFile(trx, row, authorOf(context));
  return fileAnswer(idLote, file);
}

/** /enviarGiros: sends the whole batch at once, so that its file contains all of its payments. */
const send: Operation<'/enviarGiros'> = ({ id_lote }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const waiting = await waitingIn(trx, id_lote, 'authorised', { type: 'BATCH.SEND', actor });
    const event = { type: 'PAYMENT.SEND', actor } as const;
    const giros = await fireAt(trx, context, waiting.map(boxOf), event.type, () => event);
    try {
      const archivo = await writeFile(trx, context, id_lote, transfersOf(waiting));
      return done(successes.saved, { giros, archivo });
    } catch (error) {
      if (error instanceof RefusedTransfer) throw brokenRule('formato', error.message);
      throw error;
    }
  });

/** @throws HttpError 422 for a day after today */
function requirePast(dia: string, context: SessionContext): void {
  if (dia > dateInBogota(context.now()))
    throw brokenRule('dia', 'El día del giro no puede ser posterior a hoy.');
}

/** @throws HttpError 422 when another payment has one of the references, or two of these have the same */
async function requireNewReferences(
  trx: Trx,
  payments: readonly { id_caja: number; referencia: string }[],
): Promise<void> {
  const references = payments.map(({ referencia }) => referencia.trim());
  const twice = references.find((one, place) => references.indexOf(one) !== place);
  if (twice !== undefined)
    throw brokenRule(
      referenceIsNew,
      `La referencia ${twice} está en varios de estos giros: confirme que es la misma.`,
    );
  const boxes = payments.map(({ id_caja }) => id_caja);
  const used = await paymentWithReference(trx, references, boxes);
  if (used === undefined) return;
  const { referencia, dia, tienda, consecutivo, tipo } = used;
  const what = tipo === null ? `reembolso ${consecutivo}` : movementName(tipo, consecutivo);
  const where = `${tienda}, ${what}, el ${shortDate(dia)}`;
  throw brokenRule(
    referenceIsNew,
    `La referencia ${referencia} ya se usó en ${where}: confirme que es la misma.`,
  );
}

const confirm: Operation<'/confirmarGiros'> = ({ dia, giros, repetida }, context) =>
  context.write(async (trx) => {
    for (const day of new Set([dia, ...giros.map((one) => one.dia || dia)]))
      requirePast(day, context);
    if (repetida !== 1) await requireNewReferences(trx, giros);
    const given = new Map(giros.map((one) => [one.id_caja, one]));
    const actor = actorOf(context.session);
    const keys = [...given.keys()];
    const confirmed = await fireAt(trx, context, keys, 'PAYMENT.CONFIRM', ({ payable }) => {
      const { referencia = '', dia: own } = given.get(keyOf(payable.payee)) ?? {};
      return { type: 'PAYMENT.CONFIRM', actor, dia: own || dia, referencia: referencia.trim() };
    });
    await mailPayments(trx, context, keys);
    return done(successes.saved, { giros: confirmed });
  });

const giveBack: Operation<'/devolverGiros'> = ({ cajas, motivo }, context) =>
  fireSame(context, cajas, {
    type: 'PAYMENT.RETURN',
    actor: actorOf(context.session),
    motivo: motivo.trim(),
  });

const proposeReturn: Operation<'/proponerDevolucion'> = ({ cajas, motivo }, context) =>
  fireSame(context, cajas, {
    type: 'PAYMENT.PROPOSE_RETURN',
    actor: actorOf(context.session),
    motivo: motivo.trim(),
  });

const resolveReturn: Operation<'/resolverDevolucion'> = ({ cajas, aprueba }, context) =>
  fireSame(context, cajas, {
    type: aprueba === 1 ? 'PAYMENT.AGREE_RETURN' : 'PAYMENT.REFUSE_RETURN',
    actor: actorOf(context.session),
  });

const correct: Operation<'/corregirGiro'> = ({ id_caja, dia, referencia, repetida }, context) =>
  context.write(async (trx) => {
    requirePast(dia, context);
    if (repetida !== 1) await requireNewReferences(trx, [{ id_caja, referencia }]);
    const actor = actorOf(context.session);
    const giros = await fireAt(trx, context, [id_caja], 'PAYMENT.CORRECT', (_, payment) => {
      const before = payment?.context.confirmed;
      return {
        type: 'PAYMENT.CORRECT',
        actor,
        dia,
        referencia: referencia.trim(),
        dia_anterior: before?.dia ?? '',
        referencia_anterior: before?.referencia ?? '',
      };
    });
    return done(successes.saved, { giros });
  });

/** The file of a batch as it was written. @throws HttpError 404 where there is none, 409 when it was changed */
export const storedBankFile = (context: Pick<SessionContext, 'read'>, idLote: number) =>
  context.read(async (trx) => {
    const { nombre, contenido, sha256 } = found(await fileOfBatch(trx, idLote));
    const bytes = Buffer.from(contenido, 'base64');
    if (sha256Of(bytes) !== sha256)
      throw conflict(
        'fileIsIntact',
        'El archivo de este lote cambió después de escribirse: no lo use y avise a quien administra el servidor.',
      );
    return { filename: nombre, bytes };
  });

/** The accounts that a company registers with its bank before it pays to them. */
export const newAccountsFile = (
  context: Pick<SessionContext, 'read' | 'session' | 'now'>,
): Promise<{ filename: string; bytes: Buffer }> =>
  context.read(async (trx) => ({
    filename: `cuentas-nuevas-${dateInBogota(context.now())}.csv`,
    bytes: accountsFile(
      (await newAccounts(trx, context.session)).map((row) => ({ ...row, ...bankOf(row) })),
    ),
  }));

export const paymentOperations = {
  '/giros': payments,
  '/totalesGiros': totals,
  '/lotesGiros': batches,
  '/prepararGiros': prepare,
  '/retirarGiros': takeOut,
  '/autorizarGiros': authorise,
  '/enviarGiros': send,
  '/confirmarGiros': confirm,
  '/devolverGiros': giveBack,
  '/proponerDevolucion': proposeReturn,
  '/resolverDevolucion': resolveReturn,
  '/corregirGiro': correct,
};
