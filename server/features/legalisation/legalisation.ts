import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { successes } from '#contract/errors.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { type ExpenseAmount, accountOf } from '#machines/domain/fund/fund.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import { brokenRule, conflict } from '../../platform/errors/http-error.ts';
import type { ReceiptContent, ReceiptToShow } from '../../platform/files/receipt-file.ts';
import { type ReceiptStore, openFile } from '../../platform/files/receipt-store.ts';
import { isReceiptMime } from '../../platform/files/receipt-type.ts';
import {
  type Context,
  type Operation,
  type SessionContext,
  actorOf,
  done,
} from '../../platform/http/operation.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import { FairQueue } from '../../platform/workers/fair-queue.ts';
import { personOf, runUntrusted, untrustedFiles } from '../../platform/workers/untrusted-files.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';
import { expensesOfBox, lockBox } from '../cases/box.repository.ts';
import { type PlacedBox, boxInScope } from '../cases/scope.repository.ts';
import { BoxCase, isOpen } from '../cases/stored-box-case.ts';
import { type Mail, isWaiting, queueMail } from '../outbox/outbox.repository.ts';
import { addressesOfStore } from '../shipping/shipping.repository.ts';
import type { Appendix, Note } from './draw-legalisation.ts';
import {
  type LegalisedBox,
  type LegalisedExpense,
  boxForLegalisation,
  expensesForLegalisation,
} from './legalisation.repository.ts';

/** Contents of the receipts in a legalisation: opened one after another, away from each other. */

/** Limits of one document; the rest of its receipts is read in the application. */
const limits = {
  /** Bytes of the files, and of what is shown of them. */
  bytes: 80 * 1024 * 1024,
  pages: 1_000,
  /** Milliseconds for all of them: the reader of the document waits no longer for its first byte. */
  time: 25_000,
} as const;

/** Milliseconds for one receipt: its share of the time that is left, within these. */
const share = { least: 500, most: 10_000 } as const;

type Content = Appendix['content'];

const note = (name: Note['note']): Note => ({ kind: 'note', note: name });

/** A receipt that is still to be read. */
interface Waiting {
  index: number;
  sha256: string;
  type: ReceiptToShow['type'];
}

/** Budgets of one document, as they are left. */
class Budget {
  #bytes = limits.bytes;
  #shown = limits.bytes;
  #pages = limits.pages;
  readonly #end = performance.now() + limits.time;

  takesFile(bytes: number): boolean {
    this.#bytes -= bytes;
    return this.#bytes >= 0;
  }

  /** Tells whether there is space for what a receipt adds to the document. */
  takes({ bytes, pages }: ReceiptContent): boolean {
    if (bytes > this.#shown || pages > this.#pages) return false;
    this.#shown -= bytes;
    this.#pages -= pages;
    return true;
  }

  /** Milliseconds for the next one of so many; null when there is no time left. */
  timeOf(waiting: number): number | null {
    const left = this.#end - performance.now();
    if (left <= 0) return null;
    return Math.min(share.most, Math.max(share.least, left / waiting));
  }
}

/** Content that needs no opening of a file; null for a file that has to be opened. */
async function noteOf(
  { soporte_sha256, soporte_tipo, soporte_bytes }: LegalisedExpense,
  receipts: ReceiptStore,
  budget: Budget,
): Promise<Note | null> {
  if (soporte_sha256 === null || !isReceiptMime(soporte_tipo)) return note('unattached');
  if (!budget.takesFile(soporte_bytes ?? 0)) return note('tooMuch');
  return (await receipts.exists(soporte_sha256)) ? null : note('missing');
}

/**
 * Every receipt is tried in the better way before one is tried in the other: a file that takes its time takes
 * it from no other file.
 */
const kinds = ['pages', 'pictures'] as const;

/**
 * The receipts of the expenses, opened into files of the folder.
 *
 * @throws WorkerError when the threads are busy or nobody waits any more
 */
async function readAppendices(
  receipts: ReceiptStore,
  expenses: readonly LegalisedExpense[],
  folder: string,
  options: Pick<RunOptions, 'by' | 'signal'>,
): Promise<Appendix[]> {
  const budget = new Budget();
  const contents = new Map<number, Content>();
  let waiting: Waiting[] = [];
  for (const [index, expense] of expenses.entries()) {
    const known = await noteOf(expense, receipts, budget);
    const { soporte_sha256: sha256, soporte_tipo: type } = expense;
    if (known !== null) contents.set(index, known);
    else if (sha256 !== null && isReceiptMime(type)) waiting.push({ index, sha256, type });
  }
  for (const kind of kinds) {
    const failed: Waiting[] = [];
    for (const [done, receipt] of waiting.entries()) {
      const { index, sha256, type } = receipt;
      const deadline = budget.timeOf(waiting.length - done);
      if (deadline === null) contents.set(index, note('tooMuch'));
      else
        try {
          const into = join(folder, `${index}-${kind}`);
          const content = await receipts.withFile(sha256, (file) =>
            untrustedFiles.run('showReceipt', { file, type, kind, into }, { ...options, deadline }),
          );
          contents.set(index, budget.takes(content) ? content : note('tooMuch'));
        } catch (error) {
          if (!isFaultOfFile(error)) throw error;
          failed.push(receipt);
        }
    }
    waiting = failed;
  }
  return expenses.map((expense, index) => ({
    expense,
    content: contents.get(index) ?? note('damaged'),
  }));
}

/** Letters, digits and dashes only. */
const fileNamePart = (text: string): string =>
  unaccented(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

const notSentYet = () =>
  conflict('boxIsSent', 'La caja aún no se ha enviado: no tiene legalización.');

type DrawingContext = Pick<Context, 'read' | 'receipts' | 'now'> &
  Partial<Pick<SessionContext, 'session' | 'signal'>>;

/**
 * Documents in the making hold copies of their receipts: two at a time in a process, and some that wait. One of a person: the
 * other one is for somebody else.
 */
const drawing = new FairQueue({ all: { width: 2, waiting: 20 }, lane: { width: 1 } });

const inTurn = <Result>(
  { session, signal }: DrawingContext,
  work: () => Promise<Result>,
): Promise<Result> => runUntrusted(() => drawing.run(session?.idUsuario ?? null, work, signal));

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
 * The legalisation of a box as PDF, with its receipts behind it, for people who may see the box.
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
 * The legalisation for the person of a session; the log then says that the store opened it.
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
    await context.write(async (trx) => {
      const box = await BoxCase.open(trx, idCaja, context.now());
      await box.openLegalisation(actorOf(context.session));
    });
    return { filename, ...(await openFile(file)) };
  });
}

const mailOf = (
  box: PlacedBox,
  expenses: readonly ExpenseAmount[],
  addresses: readonly string[],
): Mail => ({
  para: addresses.join(', '),
  asunto: `Legalización de caja menor n.º ${box.consecutivo} – ${box.tienda}`,
  texto: [
    `Con este correo va la legalización de la caja menor n.º ${box.consecutivo} de la tienda ${box.tienda}.`,
    '',
    ...accountOf(expenses, box.active).map(({ label, amount }) => `${label}: ${amount}`),
    '',
    'Este mensaje fue enviado por la aplicación de caja menor. Por favor no lo responda.',
  ].join('\n'),
  adjuntos: [{ tipo: 'legalizacion', id_caja: box.id }],
});

/** /enviarSoporteCorreo: the legalisation goes to the store's address and its main manager's. */
const mailLegalisation: Operation<'/enviarSoporteCorreo'> = ({ id_caja }, context) =>
  context.write(async (trx) => {
    const box = await boxInScope(trx, context.session, id_caja);
    if (isOpen(box)) throw notSentYet();
    const addresses = await addressesOfStore(trx, box.id_tienda);
    if (addresses.length === 0)
      throw brokenRule('email', 'La tienda no tiene un correo registrado.');
    // A request at the same time waits here, and then finds this mail.
    await lockBox(trx, box.id);
    const mail = mailOf(box, await expensesOfBox(trx, box.id), addresses);
    if (!(await isWaiting(trx, mail))) await queueMail(trx, mail, context.now());
    return done(successes.mailed);
  });

export const legalisationOperations = { '/enviarSoporteCorreo': mailLegalisation };
