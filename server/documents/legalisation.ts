import PDFDocument from 'pdfkit';
import { dateTimeInBogota } from '#machines/domain/dates.ts';
import { boxStates } from '#machines/domain/states.ts';
import type { Context, SessionContext } from '../operations/operation.ts';
import { boxInScope } from '../policies/scope.policy.ts';
import { Refusal } from '../refusal.ts';
import { updateBox } from '../repositories/box.repository.ts';
import {
  boxForLegalisation,
  expensesForLegalisation,
  type LegalisedBox,
  type LegalisedExpense,
} from '../repositories/legalisation.repository.ts';
import { colours, inner, line, paper, type Pdf } from './legalisation-style.ts';
import { drawSummary } from './legalisation-summary.ts';
import { drawAppendices, fillPlaceholders, readAppendices } from './legalisation-supports.ts';

export interface LegalisationDocument {
  filename: string;
  bytes: Buffer;
}

/** Letters, digits and dashes only. */
const fileNamePart = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

function drawFooters(pdf: Pdf, box: LegalisedBox, now: number): void {
  const { count } = pdf.bufferedPageRange();
  const y = paper.height - 34;
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    line(
      pdf,
      `${box.tienda} · Reembolso n.º ${box.consecutivo ?? '—'} · Generado el ${dateTimeInBogota(now)}`,
      { x: inner.left, y, width: 400 },
      { size: 7, colour: colours.quiet },
    );
    line(
      pdf,
      `Página ${page + 1} de ${count}`,
      { x: inner.right - 100, y, width: 100 },
      {
        size: 7,
        colour: colours.quiet,
        align: 'right',
      },
    );
  }
}

function collected(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

async function draw(
  box: LegalisedBox,
  expenses: readonly LegalisedExpense[],
  { supports, now }: Pick<Context, 'supports' | 'now'>,
): Promise<Buffer> {
  const appendices = await readAppendices(supports, expenses);
  const title = `Legalización de caja menor n.º ${box.consecutivo ?? '—'} – ${box.tienda}`;
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    // Every place is given; nothing may flow over to a page of its own.
    margin: 0,
    bufferPages: true,
    lang: 'es-CO',
    displayTitle: true,
    info: { Title: title, Author: 'Caja menor', CreationDate: new Date(now()) },
  });
  const bytes = collected(pdf);
  drawSummary(pdf, box, expenses);
  const placeholders = drawAppendices(pdf, appendices);
  drawFooters(pdf, box, now());
  pdf.end();
  return fillPlaceholders(await bytes, placeholders);
}

/**
 * The legalisation of a box as PDF, with its supports behind it, for whoever may see the box.
 *
 * @throws Refusal 409 while the box is open: there is nothing to legalise yet
 */
export async function renderLegalisation(
  context: Pick<Context, 'read' | 'supports' | 'now'>,
  idCaja: number,
): Promise<LegalisationDocument> {
  const { box, expenses } = await context.read(async (trx) => ({
    box: await boxForLegalisation(trx, idCaja),
    expenses: await expensesForLegalisation(trx, idCaja),
  }));
  if (box.active === boxStates.open.codigo)
    throw new Refusal(409, {
      motivos: [
        {
          guardia: 'boxIsSent',
          mensaje: 'La caja aún no se ha enviado: no tiene legalización.',
        },
      ],
    });
  return {
    filename: `legalizacion-${fileNamePart(box.tienda)}-${box.consecutivo ?? ''}.pdf`,
    bytes: await draw(box, expenses, context),
  };
}

/**
 * The legalisation for the person of a session; the box then knows that it was downloaded.
 *
 * @throws Refusal 404 when the session does not see the box, 409 while the box is open
 */
export async function legalisationOf(
  context: SessionContext,
  idCaja: number,
): Promise<LegalisationDocument> {
  await context.read((trx) => boxInScope(trx, context.session, idCaja));
  const document = await renderLegalisation(context, idCaja);
  await context.write((trx) => updateBox(trx, idCaja, { pdf_descargado: context.now() }));
  return document;
}
