/** Documents of payments: the voucher of one of them, and the list of those that are paid. */
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { formatMoney, toPesos } from '#machines/domain/values/money.ts';
import {
  ownReference,
  paymentStates,
  shownWay,
  wayNames,
} from '#machines/domain/payment/payment-states.ts';
import { type PaymentTotal, totalsOf } from '#machines/domain/payment/payment-totals.ts';
import type { Session } from '../../platform/access/session.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict, found } from '../../platform/errors/http-error.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { wholeWorkbook } from '../../platform/workbook/whole-workbook.ts';
import { endedAttempts, stateOfAttempt } from '../cases/payment.repository.ts';
import { visibleStores } from '../cases/scope.repository.ts';
import { drawSignedSheet, type SignedSheet } from '../legalisation/signed-sheet.ts';
import { companyLine, companyLogo } from '../settings/settings.ts';
import { attemptRows, conceptOf, maskedAccount, numberOfPaid } from './payments.repository.ts';

/** Live attempts for visible stores, with the people who handled them. */
const handledPayments = (trx: Trx, session: Session) =>
  attemptRows(trx)
    .leftJoin('cuenta_tienda as cuenta', 'cuenta.id', 'giro.id_cuenta')
    .leftJoin('usuarios as asume', (join) =>
      join
        .onRef('asume.id', '=', 'movimiento_fondo.id_usuario')
        .on('movimiento_fondo.tipo', '=', 'asumido'),
    )
    .leftJoin('usuarios as prepara', 'prepara.id', 'giro.id_usuario_prepara')
    .leftJoin('usuarios as autoriza', 'autoriza.id', 'giro.id_usuario_autoriza')
    .leftJoin('usuarios as confirma', 'confirma.id', 'giro.id_usuario_confirma')
    .select(['giro.id', 'giro.id_lote', 'giro.via', 'giro.valor', 'giro.dia', 'giro.referencia'])
    .select(['giro.id_cuenta', 'giro.estado', 'giro.id_usuario_devolucion'])
    .select([numberOfPaid, 'cajas.total', 'cajas.total_aprobado', 'cajas.retenido'])
    .select(['movimiento_fondo.tipo', 'movimiento_fondo.motivo'])
    .select(['tiendas.nombre as tienda', 'tiendas.centro_costo'])
    .select(['cuenta.banco', 'cuenta.numero', 'cuenta.titular', 'cuenta.documento'])
    .select(['prepara.razon_social as prepara', 'autoriza.razon_social as autoriza'])
    .select(['confirma.razon_social as confirma', 'asume.razon_social as asume'])
    .where('giro.estado', 'not in', endedAttempts)
    .where(visibleStores(session));

type Handled = Awaited<ReturnType<ReturnType<typeof handledPayments>['executeTakeFirstOrThrow']>>;

const wayOf = ({ via, id_cuenta }: Handled): string => wayNames[shownWay(via, id_cuenta !== null)];

const joined = (...texts: string[]): string => texts.filter((text) => text !== '').join(' · ');

/** Empty for a movement. */
const moneyText = (centavos: number | null): string =>
  centavos === null ? '' : formatMoney(centavos);

/** In the order of the page. */
const factsOf = (one: Handled): SignedSheet['facts'] => [
  ['Tienda', joined(one.tienda, one.centro_costo)],
  ['Concepto', conceptOf(one)],
  ['Por qué', one.motivo ?? ''],
  ['Asumió', one.asume ?? ''],
  ['Se pagó a', one.titular ?? ''],
  ['Documento', one.documento ?? ''],
  ['Vía', wayOf(one)],
  ['Cuenta', [one.banco ?? '', maskedAccount(one.numero ?? '')].join(' ').trim()],
  ['Gastos de la caja', moneyText(one.total)],
  ['Reconocido', moneyText(one.total_aprobado)],
  ['Girado', formatMoney(one.valor)],
  ['Día del giro', one.dia],
  ['Referencia del banco', one.referencia],
  ['Nuestra referencia', `${ownReference(one.id)} · Lote ${one.id_lote}`],
  ['Preparó', one.prepara ?? ''],
  ['Autorizó', one.autoriza ?? ''],
  ['Confirmó', one.confirma ?? ''],
];

/** The voucher of a confirmed payment. @throws HttpError 404 when it is not visible, 409 before its confirmation */
export const voucherOf = async (
  context: Pick<SessionContext, 'read' | 'session' | 'config' | 'now'>,
  idGiro: number,
): Promise<{ filename: string; bytes: Buffer }> => {
  const { one, company, logo } = await context.read(async (trx) => ({
    one: found(
      await handledPayments(trx, context.session).where('giro.id', '=', idGiro).executeTakeFirst(),
    ),
    company: await companyLine(trx, context.config),
    logo: await companyLogo(trx),
  }));
  if (one.dia === '')
    throw conflict('paymentIsConfirmed', 'Este giro todavía no se ha confirmado.');
  const sheet = {
    title: `Comprobante de egreso ${ownReference(one.id)}`,
    subtitle: company,
    logo,
    valor: one.valor,
    facts: factsOf(one),
    signatures: ['Elaboró', 'Autorizó', 'Recibió: nombre y documento'],
  };
  return {
    filename: `comprobante-de-egreso-${ownReference(one.id)}.pdf`,
    bytes: await drawSignedSheet(sheet, context.now()),
  };
};

const paidHead = [
  'Día del giro',
  'Tienda',
  'Centro de costos',
  'Concepto',
  'Caja n.º',
  'Girado',
  'Estado',
  'Vía',
  'Banco',
  'Cuenta',
  'Titular',
  'Documento',
  'Referencia del banco',
  'Nuestra referencia',
  'Lote',
  'Preparó',
  'Autorizó',
  'Confirmó',
] as const;

function totalRows(paid: readonly Handled[]): (string | number)[][] {
  const { ways, banks } = totalsOf(
    paid.map(({ via, id_cuenta, banco, valor }) => ({
      via: shownWay(via, id_cuenta !== null),
      banco: banco ?? '',
      valor,
    })),
  );
  const rows = (by: string, totals: readonly PaymentTotal[]) =>
    totals.map(({ nombre, giros, valor }) => [by, nombre, giros, toPesos(valor)]);
  return [...rows('Vía', ways), ...rows('Banco', banks)];
}

/** The confirmed payments of visible stores that did not come back, as a workbook by day. @param days of the payment, both included */
export const paidWorkbook = async (
  context: Pick<SessionContext, 'read' | 'session' | 'now'>,
  { desde, hasta }: { desde: DateText | null; hasta: DateText | null },
): Promise<{ filename: string; bytes: Buffer }> => {
  const paid = await context.read((trx) =>
    handledPayments(trx, context.session)
      .where('giro.dia', '<>', '')
      .$if(desde !== null, (rows) => rows.where('giro.dia', '>=', desde ?? ''))
      .$if(hasta !== null, (rows) => rows.where('giro.dia', '<=', hasta ?? ''))
      .orderBy('giro.dia')
      .orderBy('giro.id')
      .execute(),
  );
  const rows = paid.map((one) => [
    one.dia,
    one.tienda,
    one.centro_costo,
    conceptOf(one),
    one.consecutivo ?? '',
    toPesos(one.valor),
    paymentStates[stateOfAttempt(one)].nombre,
    wayOf(one),
    one.banco ?? '',
    maskedAccount(one.numero ?? ''),
    one.titular ?? '',
    one.documento ?? '',
    one.referencia,
    ownReference(one.id),
    one.id_lote,
    one.prepara ?? '',
    one.autoriza ?? '',
    one.confirma ?? '',
  ]);
  return {
    filename: `giros-hechos-${dateInBogota(context.now())}.xlsx`,
    bytes: await wholeWorkbook([
      { sheet: 'Giros', head: paidHead, rows },
      { sheet: 'Totales', head: ['Total por', 'Nombre', 'Giros', 'Valor'], rows: totalRows(paid) },
    ]),
  };
};
