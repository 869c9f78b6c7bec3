/** The act of a movement of a fund: one page with who, when, why and how much, and lines to sign. */
import { toDate } from 'date-fns';
import PDFDocument from 'pdfkit';
import { movementKinds } from '#machines/domain/fund/movements.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { collected } from '../../platform/files/pdf-pages.ts';
import { found } from '../../platform/errors/http-error.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import {
  amount,
  colours,
  heightOf,
  inner,
  line,
  onTheLeft,
  onTheRight,
  paper,
  quiet,
} from '../legalisation/legalisation-style.ts';
import { movementInScope } from '../cases/stored-movement.ts';
import { movementsOfStore, stateNameOf } from './movement.operations.ts';

type Movement = Awaited<ReturnType<typeof movementsOfStore>>[number];

/** The lines of the act, each with its label; empty ones are left out. */
const factsOf = (movement: Movement): [string, string][] =>
  (
    [
      ['Estado', stateNameOf(movement)],
      ['Escrito por', `${movement.persona}, ${dateTimeInBogota(movement.creado)}`],
      ['Por qué', movement.motivo],
      ['A cargo de', movement.deudor ?? ''],
      ['Día', movement.dia_giro ?? movement.dia],
      ['Referencia', movement.referencia_giro ?? movement.referencia],
      [
        'Resuelto por',
        movement.resuelto === null
          ? ''
          : `${movement.resuelto_por ?? ''}, ${dateTimeInBogota(movement.resuelto)}`,
      ],
    ] as [string, string][]
  ).filter(([, text]) => text !== '');

function drawAct(tienda: string, movement: Movement, now: number): Promise<Buffer> {
  const title = `${movementKinds[movement.tipo]} n.º ${movement.id}`;
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    // Every position is explicit; no text may flow onto an automatic page.
    margin: 0,
    lang: 'es-CO',
    displayTitle: true,
    info: { Title: `${title}, ${tienda}`, Author: 'Caja menor', CreationDate: toDate(now) },
  });
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  line(pdf, title, onTheLeft(32, 360), { size: 15, bold: true, colour: colours.brand });
  line(pdf, tienda, onTheLeft(54, 360), { size: 10 });
  amount(pdf, formatMoney(movement.valor), onTheRight(34, 150), {
    ...{ size: 15, bold: true, align: 'right' },
  });
  let y = 100;
  for (const [label, text] of factsOf(movement)) {
    const at = { x: inner.left + 110, y, width: inner.width - 110 };
    line(pdf, label, onTheLeft(y, 100), quiet(10));
    line(pdf, text, at, { size: 10 }, 6);
    y += Math.max(18, heightOf(pdf, text, at.width, { size: 10 }) + 6);
  }
  for (const [place, who] of ['Por la tienda', 'Por la empresa'].entries()) {
    const x = inner.left + place * 280;
    pdf
      .moveTo(x, y + 70)
      .lineTo(x + 220, y + 70)
      .lineWidth(0.5)
      .strokeColor(colours.line)
      .stroke();
    line(pdf, `${who}: nombre, documento y firma`, { x, y: y + 76, width: 220 }, quiet(8));
  }
  const printed = `Impreso el ${dateTimeInBogota(now)}`;
  line(pdf, printed, onTheLeft(inner.bottom + 14, inner.width), quiet(8));
  return collected(pdf);
}

/** @throws HttpError 404 when the session does not see the store of the movement */
export async function movementAct(
  context: Pick<SessionContext, 'read' | 'session' | 'now'>,
  id: number,
): Promise<{ filename: string; bytes: Buffer }> {
  const { tienda, movement } = await context.read(async (trx) => {
    const { id_tienda } = await movementInScope(trx, context.session, id);
    const { nombre } = await trx
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', id_tienda)
      .executeTakeFirstOrThrow();
    const rows = await movementsOfStore(trx, id_tienda);
    return { tienda: nombre, movement: found(rows.find((row) => row.id === id)) };
  });
  const bytes = await drawAct(tienda, movement, context.now());
  return { filename: `acta-movimiento-${id}.pdf`, bytes };
}
