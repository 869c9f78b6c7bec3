/** Documents of payments: the voucher of one of them, and the list of those that are paid. */
import { toDate } from 'date-fns';
import PDFDocument from 'pdfkit';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { formatMoney, toPesos } from '#machines/domain/values/money.ts';
import { ownReference, paymentCodes, wayNames } from '#machines/domain/payment/payment-states.ts';
import type { PaymentWay } from '#contract/calls/payments.calls.ts';
import type { Session } from '../../platform/access/session.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict, found } from '../../platform/errors/http-error.ts';
import { collected } from '../../platform/files/pdf-pages.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { wholeWorkbook } from '../../platform/workbook/whole-workbook.ts';
import { endedAttempts } from '../cases/payment.repository.ts';
import { visibleStores } from '../cases/scope.repository.ts';
import {
  amount,
  colours,
  inner,
  line,
  onTheLeft,
  onTheRight,
  paper,
  quiet,
} from '../legalisation/legalisation-style.ts';
import { companyTaxNumber } from '../settings/settings.ts';
import { maskedAccount } from './payments.repository.ts';

/** Live attempts of visible stores, with the people who handled them. */
const handledPayments = (trx: Trx, session: Session) =>
  trx
    .selectFrom('giro')
    .innerJoin('cajas', 'cajas.id', 'giro.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .leftJoin('cuenta_tienda as cuenta', 'cuenta.id', 'giro.id_cuenta')
    .leftJoin('usuarios as prepara', 'prepara.id', 'giro.id_usuario_prepara')
    .leftJoin('usuarios as autoriza', 'autoriza.id', 'giro.id_usuario_autoriza')
    .leftJoin('usuarios as confirma', 'confirma.id', 'giro.id_usuario_confirma')
    .select(['giro.id', 'giro.id_lote', 'giro.via', 'giro.valor', 'giro.dia', 'giro.referencia'])
    .select(['cajas.consecutivo', 'cajas.total', 'cajas.total_aprobado'])
    .select(['tiendas.nombre as tienda', 'tiendas.centro_costo'])
    .select(['cuenta.banco', 'cuenta.numero', 'cuenta.titular', 'cuenta.documento'])
    .select(['prepara.razon_social as prepara', 'autoriza.razon_social as autoriza'])
    .select('confirma.razon_social as confirma')
    .where('giro.estado', 'not in', endedAttempts)
    .where(visibleStores(session));

type Handled = Awaited<ReturnType<ReturnType<typeof handledPayments>['executeTakeFirstOrThrow']>>;

interface Company {
  nombre: string;
  nit: string;
}

/** The facts of a voucher in the order of the page; an empty one is left out. */
const factsOf = (one: Handled): [label: string, text: string][] => [
  ['Tienda', [one.tienda, one.centro_costo].filter((text) => text !== '').join(' · ')],
  ['Reembolso', `Caja n.º ${one.consecutivo ?? '—'}`],
  ['Se pagó a', one.titular ?? ''],
  ['Documento', one.documento ?? ''],
  ['Vía', wayNames[one.via as PaymentWay]],
  ['Cuenta', [one.banco ?? '', maskedAccount(one.numero ?? '')].join(' ').trim()],
  ['Gastos de la caja', formatMoney(one.total)],
  ['Reconocido', formatMoney(one.total_aprobado)],
  ['Girado', formatMoney(one.valor)],
  ['Día del giro', one.dia],
  ['Referencia del banco', one.referencia],
  ['Nuestra referencia', `${ownReference(one.id)} · Lote ${one.id_lote}`],
  ['Preparó', one.prepara ?? ''],
  ['Autorizó', one.autoriza ?? ''],
  ['Confirmó', one.confirma ?? ''],
];

const signatures = ['Elaboró', 'Autorizó', 'Recibió: nombre y documento'] as const;

async function drawVoucher(one: Handled, company: Company, now: number): Promise<Buffer> {
  const title = `Comprobante de egreso ${ownReference(one.id)}`;
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    // Every position is explicit; no text may flow onto an automatic page.
    margin: 0,
    lang: 'es-CO',
    displayTitle: true,
    info: { Title: title, Author: 'Caja menor', CreationDate: toDate(now) },
  });
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  line(pdf, company.nombre, onTheLeft(36, 340), { size: 12, bold: true });
  if (company.nit !== '') line(pdf, `NIT ${company.nit}`, onTheLeft(52, 340), quiet(9));
  line(pdf, title, onTheLeft(76, 360), { size: 16, bold: true, colour: colours.brand });
  amount(pdf, formatMoney(one.valor), onTheRight(76, 160), {
    ...{ size: 16, bold: true, align: 'right' },
  });
  let y = 112;
  for (const [label, text] of factsOf(one).filter(([, given]) => given !== '')) {
    pdf.moveTo(inner.left, y).lineTo(inner.right, y).lineWidth(0.5).strokeColor(colours.line);
    pdf.stroke();
    line(pdf, label, onTheLeft(y + 7, 150), quiet(10));
    line(pdf, text, { x: inner.left + 160, y: y + 7, width: inner.width - 160 }, { size: 10 }, 2);
    y += 30;
  }
  const gap = 24;
  const width = (inner.width - gap * (signatures.length - 1)) / signatures.length;
  for (const [place, label] of signatures.entries()) {
    const x = inner.left + place * (width + gap);
    pdf
      .moveTo(x, y + 80)
      .lineTo(x + width, y + 80)
      .lineWidth(0.75)
      .strokeColor(colours.ink);
    pdf.stroke();
    line(pdf, label, { x, y: y + 86, width }, quiet(9));
  }
  const made = `Generado el ${dateTimeInBogota(now)}`;
  line(pdf, made, onTheLeft(paper.height - 34, 400), quiet(7));
  return collected(pdf);
}

/** The voucher of a confirmed payment. @throws HttpError 404 when it is not visible, 409 before its confirmation */
export const voucherOf = async (
  context: Pick<SessionContext, 'read' | 'session' | 'config' | 'now'>,
  idGiro: number,
): Promise<{ filename: string; bytes: Buffer }> => {
  const { one, nit } = await context.read(async (trx) => ({
    one: found(
      await handledPayments(trx, context.session).where('giro.id', '=', idGiro).executeTakeFirst(),
    ),
    nit: await companyTaxNumber(trx),
  }));
  if (one.dia === '')
    throw conflict('paymentIsConfirmed', 'Este giro todavía no se ha confirmado.');
  const company = { nombre: context.config.companyName, nit };
  return {
    filename: `comprobante-de-egreso-${ownReference(one.id)}.pdf`,
    bytes: await drawVoucher(one, company, context.now()),
  };
};

const paidHead = [
  ...['Día del giro', 'Tienda', 'Centro de costos', 'Caja n.º', 'Girado', 'Vía', 'Banco', 'Cuenta'],
  ...['Titular', 'Documento', 'Referencia del banco', 'Nuestra referencia', 'Lote'],
  ...['Preparó', 'Autorizó', 'Confirmó'],
] as const;

/** The paid payments of visible stores as a workbook, by day. @param days of the payment, both included */
export const paidWorkbook = async (
  context: Pick<SessionContext, 'read' | 'session' | 'now'>,
  { desde, hasta }: { desde: DateText | null; hasta: DateText | null },
): Promise<{ filename: string; bytes: Buffer }> => {
  const paid = await context.read((trx) =>
    handledPayments(trx, context.session)
      .where('giro.estado', 'in', paymentCodes('paid', 'received'))
      .$if(desde !== null, (rows) => rows.where('giro.dia', '>=', desde ?? ''))
      .$if(hasta !== null, (rows) => rows.where('giro.dia', '<=', hasta ?? ''))
      .orderBy('giro.dia')
      .orderBy('giro.id')
      .execute(),
  );
  const rows = paid.map((one) => [
    ...[one.dia, one.tienda, one.centro_costo, one.consecutivo ?? '', toPesos(one.valor)],
    ...[wayNames[one.via as PaymentWay], one.banco ?? '', maskedAccount(one.numero ?? '')],
    ...[one.titular ?? '', one.documento ?? '', one.referencia, ownReference(one.id), one.id_lote],
    ...[one.prepara ?? '', one.autoriza ?? '', one.confirma ?? ''],
  ]);
  return {
    filename: `giros-hechos-${dateInBogota(context.now())}.xlsx`,
    bytes: await wholeWorkbook([{ sheet: 'Giros', head: paidHead, rows }]),
  };
};
