import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { boxStates } from '#machines/domain/box/states.ts';
import { unaccented } from '#machines/domain/values/unaccented.ts';
import type { Context, SessionContext } from '../../platform/http/operation.ts';
import { boxInScope } from '../cases/scope.repository.ts';
import { conflict } from '../../platform/errors/http-error.ts';
import { updateBox } from '../cases/box.repository.ts';
import {
  boxForLegalisation,
  expensesForLegalisation,
  type LegalisedBox,
  type LegalisedExpense,
} from './legalisation.repository.ts';
import { Turns, personalTurns } from '../../platform/workers/turns.ts';
import { runUntrusted, personOf, untrustedFiles } from '../../platform/workers/untrusted-files.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import { openFile } from '../../platform/files/receipt-store.ts';
import { readAppendices } from './legalisation-contents.ts';
import type { Appendix } from './legalisation-receipts.ts';

/** Letters, digits and dashes only. */
const fileNamePart = (text: string): string =>
  unaccented(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

export const notSentYet = () =>
  conflict('boxIsSent', 'La caja aún no se ha enviado: no tiene legalización.');

type DrawingContext = Pick<Context, 'read' | 'receipts' | 'now'> &
  Partial<Pick<SessionContext, 'session' | 'signal'>>;

/** Documents in the making hold copies of their receipts: two at a time in a process, and some that wait. */
const turns = new Turns({ places: 2, queue: 20 });
/** One of a person: the other one is for somebody else. */
const ofPerson = personalTurns(1);

async function inTurn<Result>(
  { session, signal }: DrawingContext,
  work: () => Promise<Result>,
): Promise<Result> {
  return runUntrusted(() =>
    ofPerson(session?.idUsuario ?? null, async () => {
      const leave = await turns.take(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    }),
  );
}

/** Milliseconds to put a document together. */
const DRAWING = 15_000;

const hasPages = ({ content }: Appendix): boolean => content.kind === 'pages';

/** Pages of receipts are left out where the document cannot be put together with them. */
const withoutPages = (appendix: Appendix): Appendix =>
  hasPages(appendix) ? { ...appendix, content: { kind: 'note', note: 'tooMuch' } } : appendix;

async function draw(
  box: LegalisedBox,
  expenses: readonly LegalisedExpense[],
  folder: string,
  context: DrawingContext,
): Promise<string> {
  const { receipts, now } = context;
  const whose = personOf(context);
  const appendices = await readAppendices(receipts, expenses, folder, whose);
  const drawn = (parts: Appendix[]) =>
    untrustedFiles.run(
      'fileLegalisation',
      { box, appendices: parts, now: now(), into: join(folder, `${parts === appendices}`) },
      { ...whose, deadline: DRAWING },
    );
  return drawn(appendices).catch((error: unknown) => {
    if (!isFaultOfFile(error) || appendices.every((appendix) => !hasPages(appendix))) throw error;
    return drawn(appendices.map(withoutPages));
  });
}

/**
 * The legalisation of a box as PDF, with its receipts behind it, for whoever may see the box.
 *
 * @param folder where it is made, and stays
 * @throws HttpError 409 while the box is open: there is nothing to legalise yet
 */
export async function renderLegalisation(
  context: DrawingContext,
  idCaja: number,
  folder: string,
): Promise<{ filename: string; file: string }> {
  const { box, expenses } = await context.read(async (trx) => ({
    box: await boxForLegalisation(trx, idCaja),
    expenses: await expensesForLegalisation(trx, idCaja),
  }));
  if (box.active === boxStates.open.codigo) throw notSentYet();
  return {
    filename: `legalizacion-${fileNamePart(box.tienda)}-${box.consecutivo ?? ''}.pdf`,
    file: await inTurn(context, () => draw(box, expenses, folder, context)),
  };
}

/**
 * The legalisation for the person of a session; the box then knows that it was downloaded.
 *
 * @throws HttpError 404 when the session does not see the box, 409 while the box is open
 */
export async function legalisationOf(
  context: SessionContext,
  idCaja: number,
): Promise<{ filename: string; stream: Readable; bytes: number }> {
  await context.read((trx) => boxInScope(trx, context.session, idCaja));
  return context.receipts.apart(async (folder) => {
    const { filename, file } = await renderLegalisation(context, idCaja, folder);
    await context.write((trx) => updateBox(trx, idCaja, { pdf_descargado: context.now() }));
    return { filename, ...(await openFile(file)) };
  });
}
