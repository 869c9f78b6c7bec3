/** Payment calls of accounting: lists, batches, and the exchange with the bank. */
import type { BankFormat } from '#contract/calls/payments.calls.ts';
import { successes } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import {
  paymentCodes,
  paymentStateOf,
  paymentStates,
} from '#machines/domain/payment/payment-states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, brokenRule, conflict, found } from '../../platform/errors/http-error.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import {
  actorOf,
  authorOf,
  done,
  type Operation,
  pageFor,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { boxInScope } from '../cases/scope.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { bankColumnsOf, bankFormatOf, payerOf } from '../settings/settings.ts';
import { accountsFile, bankFile, RefusedTransfer, type Transfer } from './bank-file.ts';
import { mailPayment } from './payment-mails.ts';
import {
  maskedAccount,
  accountOfBox,
  type BatchPayment,
  countsOfBatches,
  fileOfBatch,
  findBatch,
  insertBankFile,
  insertBatch,
  type ListedPayment,
  listBatches,
  listPayments,
  newAccounts,
  paymentsOfBatch,
} from './payments.repository.ts';

type PaymentRow = AnswerOf<'/giros'>[number];

/** A payment as lists and boxes show it. */
export function paymentAnswer(row: ListedPayment): Omit<PaymentRow, 'problema'> {
  const state = paymentStates[paymentStateOf(row.estado ?? '')];
  const [banco, numero] =
    row.id_lote === null ? [row.banco_vigente, row.numero_vigente] : [row.banco, row.numero];
  return {
    id_caja: row.id_caja,
    id_tienda: row.id_tienda,
    tienda: row.tienda,
    consecutivo: row.consecutivo ?? 0,
    valor: toPesos(row.valor),
    estado: state.codigo,
    nombre_estado: state.nombre,
    color: state.color,
    via: (row.via ?? row.via_vigente ?? 'transferencia') as PaymentRow['via'],
    banco: banco ?? '',
    cuenta: maskedAccount(numero ?? ''),
    desde: row.cambio ?? row.fecha_movimiento,
    id_lote: row.id_lote,
    preparado_por: row.preparado_por ?? '',
    autorizado_por: row.autorizado_por ?? '',
    dia: row.dia ?? '',
    referencia: row.referencia ?? '',
    motivo: row.motivo ?? '',
    nota: row.nota ?? '',
  };
}

const beforeSending = paymentCodes('prepared', 'authorised');

/** Problem that a user has to look at before a payment continues; '' without one. */
function problemOf(payment: ListedPayment): string {
  const { estado, id_cuenta, id_vigente, id_propuesta, en_uso } = payment;
  const { numero_vigente, id_banco_vigente } = payment;
  const state = paymentStateOf(estado ?? '');
  if (en_uso === 0 && paymentStates[state].owes)
    return 'La tienda está desactivada: confirme con su responsable a dónde girar.';
  if (beforeSending.some((code) => code === estado) && id_cuenta !== id_vigente)
    return 'La cuenta de la tienda cambió: retírelo y revíselo.';
  if (id_propuesta !== null) return 'Hay un cambio de cuenta por confirmar.';
  const isUnknownBank =
    numero_vigente !== null && numero_vigente !== '' && id_banco_vigente === null;
  return isUnknownBank && paymentStates[state].owes
    ? 'El banco de la cuenta no está en el catálogo: proponga la cuenta de nuevo.'
    : '';
}

const payments: Operation<'/giros'> = (request, context) =>
  pageFor(context, async (trx) => {
    const { rows, total } = await listPayments(trx, context.session, request);
    return {
      rows: rows.map((row) => ({ ...paymentAnswer(row), problema: problemOf(row) })),
      total,
    };
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
        const live = paymentCodes('prepared', 'authorised', 'sent', 'paid', 'claimed', 'received');
        return {
          id: row.id,
          creado: dateTimeInBogota(row.creado),
          preparado_por: row.preparado_por,
          id_preparado_por: row.id_usuario,
          preparados: sumOf('cantidad', ...paymentCodes('prepared')),
          autorizados: sumOf('cantidad', ...paymentCodes('authorised')),
          enviados: sumOf('cantidad', ...paymentCodes('sent', 'claimed')),
          girados: sumOf('cantidad', ...paymentCodes('paid', 'received')),
          fuera: sumOf('cantidad', 'retirado', 'devuelto'),
          valor: toPesos(sumOf('valor', ...live)),
          ...format,
          archivo:
            nombre === null || formato === null || sha256 === null
              ? null
              : fileAnswer(row.id, {
                  ...{ nombre, formato, sha256 },
                  registros: registros ?? 0,
                  valor: valor ?? 0,
                  bytes: bytes ?? 0,
                }),
        };
      }),
    };
  });

/** Adds the refused box to the reasons, since the batch has several boxes. */
async function withBoxInReasons<Result>(
  box: BoxCase,
  trx: Trx,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof HttpError) || error.motivos === undefined) throw error;
    const { tienda } = await accountOfBox(trx, box.box.id_tienda);
    const where = `${tienda}, reembolso ${box.box.consecutivo ?? ''}`;
    const motivos = error.motivos.map((motivo) => ({
      ...motivo,
      detalle: [where, motivo.detalle ?? []].flat().join(': '),
    }));
    throw new HttpError(error.status, { motivos });
  }
}

/**
 * Fires an event at the payment of each box, all or none. The boxes are locked in the order of their keys, so that
 * concurrent requests cannot deadlock.
 */
async function fireAt(
  trx: Trx,
  context: SessionContext,
  ids: readonly number[],
  fire: (box: BoxCase) => Promise<void>,
): Promise<number> {
  const ordered = [...new Set(ids)].toSorted((one, other) => one - other);
  for (const id of ordered) {
    await boxInScope(trx, context.session, id);
    const box = await BoxCase.open(trx, id, context.now());
    await withBoxInReasons(box, trx, fire(box));
  }
  return ordered.length;
}

const prepare: Operation<'/prepararGiros'> = ({ cajas }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const lote = await insertBatch(trx, { creado: context.now(), id_usuario: actor.id });
    const giros = await fireAt(trx, context, cajas, async (box) => {
      const { cuenta, via } = await accountOfBox(trx, box.box.id_tienda);
      const { total_aprobado: valor } = box.box;
      await box.firePayment({ type: 'PAYMENT.PREPARE', actor, lote, valor, via, cuenta });
    });
    return done(successes.saved, { id_lote: lote, giros });
  });

const takeOut: Operation<'/retirarGiros'> = ({ cajas }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const giros = await fireAt(trx, context, cajas, (box) =>
      box.firePayment({ type: 'PAYMENT.TAKE_OUT', actor }),
    );
    return done(successes.saved, { giros });
  });

/** @throws HttpError 404 when the batch does not exist, 409 when none of its payments is in the state */
async function waitingIn(
  trx: Trx,
  idLote: number,
  state: 'prepared' | 'authorised',
): Promise<BatchPayment[]> {
  found(await findBatch(trx, idLote));
  const { codigo, nombre } = paymentStates[state];
  const waiting = (await paymentsOfBatch(trx, idLote)).filter(({ estado }) => estado === codigo);
  if (waiting.length === 0)
    throw conflict('stateAllows', `El lote no tiene giros en estado «${nombre}».`);
  return waiting;
}

const authorise: Operation<'/autorizarGiros'> = ({ id_lote }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const waiting = await waitingIn(trx, id_lote, 'prepared');
    const giros = await fireAt(
      trx,
      context,
      waiting.map(({ id_caja }) => id_caja),
      (box) => box.firePayment({ type: 'PAYMENT.AUTHORISE', actor }),
    );
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
  waiting.flatMap(({ via, numero, ...one }) =>
    via !== 'transferencia' || !numero
      ? []
      : [
          {
            tienda: one.tienda,
            consecutivo: one.consecutivo ?? 0,
            valor: one.valor,
            ...bankOf(one),
            tipo_cuenta: one.tipo_cuenta ?? '',
            numero,
            titular: one.titular ?? '',
            tipo_doc: one.tipo_doc ?? '',
            documento: one.documento ?? '',
          },
        ],
  );

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
    const waiting = await waitingIn(trx, id_lote, 'authorised');
    const unauthorised = (await paymentsOfBatch(trx, id_lote)).some(
      ({ estado }) => estado === paymentStates.prepared.codigo,
    );
    if (unauthorised)
      throw conflict('everyPaymentIsAuthorised', 'Faltan giros del lote por autorizar o retirar.');
    const giros = await fireAt(
      trx,
      context,
      waiting.map(({ id_caja }) => id_caja),
      (box) => box.firePayment({ type: 'PAYMENT.SEND', actor }),
    );
    try {
      const archivo = await writeFile(trx, context, id_lote, transfersOf(waiting));
      return done(successes.saved, { giros, archivo });
    } catch (error) {
      if (error instanceof RefusedTransfer) throw brokenRule('formato', error.message);
      throw error;
    }
  });

const confirm: Operation<'/confirmarGiros'> = ({ dia, giros }, context) =>
  context.write(async (trx) => {
    const given = new Map(giros.map((one) => [one.id_caja, one]));
    const today = dateInBogota(context.now());
    if ([dia, ...giros.map((one) => one.dia ?? dia)].some((day) => day > today))
      throw brokenRule('dia', 'El día del giro no puede ser posterior a hoy.');
    const actor = actorOf(context.session);
    const confirmed = await fireAt(trx, context, [...given.keys()], async (box) => {
      const { referencia = '', dia: own } = given.get(box.box.id) ?? {};
      await box.firePayment({
        ...{ type: 'PAYMENT.CONFIRM', actor, dia: own || dia, referencia: referencia.trim() },
      });
      await mailPayment(trx, context, box.box.id);
    });
    return done(successes.saved, { giros: confirmed });
  });

const giveBack: Operation<'/devolverGiros'> = ({ cajas, motivo }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const giros = await fireAt(trx, context, cajas, (box) =>
      box.firePayment({ type: 'PAYMENT.RETURN', actor, motivo: motivo.trim() }),
    );
    return done(successes.saved, { giros });
  });

/** The file of a batch as it was written. @throws HttpError 404 where there is none */
export const storedBankFile = (context: Pick<SessionContext, 'read'>, idLote: number) =>
  context.read(async (trx) => {
    const { nombre, contenido } = found(await fileOfBatch(trx, idLote));
    return { filename: nombre, bytes: Buffer.from(contenido, 'base64') };
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
  '/lotesGiros': batches,
  '/prepararGiros': prepare,
  '/retirarGiros': takeOut,
  '/autorizarGiros': authorise,
  '/enviarGiros': send,
  '/confirmarGiros': confirm,
  '/devolverGiros': giveBack,
};
