import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { successes } from '#contract/errors.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { type ExpenseAmount, accountOf } from '#machines/domain/fund/fund.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import { HttpError, brokenRule, codeOf, conflict } from '../../platform/errors/http-error.ts';
import type { ReceiptContent } from '../../platform/files/receipt-file.ts';
import { type ReceiptStore, openFile } from '../../platform/files/receipt-store.ts';
import { isReceiptMime } from '../../platform/files/receipt-type.ts';
import {
  type Context,
  type Operation,
  type SessionContext,
  actorOf,
  done,
} from '../../platform/http/operation.ts';
import { LRUCache } from 'lru-cache';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import { FairQueue } from '../../platform/workers/fair-queue.ts';
import { personOf, runUntrusted, untrustedFiles } from '../../platform/workers/untrusted-files.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';
import { expensesOfBox, lockBox } from '../cases/box.repository.ts';
import { type BoxWithStore, boxInScope } from '../cases/scope.repository.ts';
import { BoxCase, isOpen } from '../cases/stored-box-case.ts';
import { type Mail, isWaiting, queueMail } from '../outbox/outbox.repository.ts';
import { companyLine, companyLogo } from '../settings/settings.ts';
import { addressesOfStore } from '../shipping/shipping.repository.ts';
import type { Appendix, Note, fileLegalisation } from './draw-legalisation.ts';
import {
  type LegalisedBox,
  type LegalisedExpense,
  boxForLegalisation,
  expensesForLegalisation,
} from './legalisation.repository.ts';

declare module '../../platform/workers/untrusted-files.ts' {
  interface UntrustedTasks {
    fileLegalisation: typeof fileLegalisation;
  }
}

/** Contents of the receipts in a legalisation: opened one after another, each in a separate worker task. */

/**
 * Limits of one document; a note replaces the receipts beyond them, which are read in the application. They count
 * properties of the receipts, never elapsed time: the document of a box is the same on a busy machine.
 */
const limits = {
  /** Bytes of the receipt files, and again of the contents made from them. */
  bytes: 80 * 1024 * 1024,
  pages: 1_000,
  /** CPU milliseconds to show one receipt in one way; most take less than a tenth of a second. */
  showing: 3_000,
  /** CPU milliseconds to compose the document. */
  composing: 15_000,
} as const;

/** Receipts that took all of their processor time, by kind and SHA-256: a document that is asked again skips them. */
const tooSlow = new LRUCache<string, true>({ max: 10_000 });

type Content = Appendix['content'];

const note = (name: Note['note']): Note => ({ kind: 'note', note: name });

/** Remaining budgets of one document. */
class Budget {
  #bytes = limits.bytes;
  #shown = limits.bytes;
  #pages = limits.pages;

  takesFile(bytes: number): boolean {
    this.#bytes -= bytes;
    return this.#bytes >= 0;
  }

  /** Deducts the content of a receipt; returns false, and deducts nothing, when it does not fit. */
  takes({ bytes, pages }: ReceiptContent): boolean {
    if (bytes > this.#shown || pages > this.#pages) return false;
    this.#shown -= bytes;
    this.#pages -= pages;
    return true;
  }
}

/** Ways to show a receipt, the better one first. */
const kinds = ['pages', 'pictures'] as const;

/**
 * Opens the receipts of the expenses into files of the folder, each in the first way that succeeds.
 *
 * @throws WorkerError when the workers are busy or the request was aborted
 */
async function readAppendices(
  receipts: ReceiptStore,
  expenses: readonly LegalisedExpense[],
  folder: string,
  options: Pick<RunOptions, 'by' | 'signal'>,
): Promise<Appendix[]> {
  const budget = new Budget();
  const appendices: Appendix[] = [];
  for (const [index, expense] of expenses.entries()) {
    const into = join(folder, `${index}`);
    appendices.push({ expense, content: await contentOf(expense, into) });
  }
  return appendices;

  async function contentOf(expense: LegalisedExpense, into: string): Promise<Content> {
    const { soporte_sha256: sha256, soporte_tipo: type, soporte_bytes } = expense;
    if (sha256 === null || !isReceiptMime(type)) return note('unattached');
    if (!budget.takesFile(soporte_bytes ?? 0)) return note('tooMuch');
    for (const kind of kinds) {
      const key = `${kind} ${sha256}`;
      if (tooSlow.has(key)) continue;
      try {
        const content = await receipts.withFile(sha256, (file) =>
          untrustedFiles.run(
            'showReceipt',
            { file, type, kind, into: `${into}-${kind}` },
            { ...options, processor: limits.showing, deadline: patience.mail },
          ),
        );
        return budget.takes(content) ? content : note('tooMuch');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return note('missing');
        if (!isFaultOfFile(error)) throw error;
        if (error.failure === 'timeout') tooSlow.set(key, true);
      }
    }
    return note('damaged');
  }
}

/** Letters, digits and dashes only. */
const fileNamePart = (text: string): string =>
  unaccented(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

const notSentYet = () =>
  conflict('boxIsSent', 'La caja aún no se ha enviado: no tiene legalización.');

type DrawingContext = Pick<Context, 'read' | 'receipts' | 'now'> & {
  config: Pick<Context['config'], 'companyName'>;
} & Partial<Pick<SessionContext, 'session' | 'signal'>>;

/**
 * A document under construction holds copies of its receipts: two at a time per process, with a short queue, and one
 * per person, so that one person cannot occupy both.
 */
const drawing = new FairQueue({ all: { width: 2, waiting: 20 }, lane: { width: 1 } });

/** Milliseconds until a document is given up: before its connection is closed as idle; a mail is tried again. */
const patience = { request: 45_000, mail: 240_000 } as const;

/**
 * Runs the work when it is its turn, for as long as somebody waits for it.
 *
 * @throws HttpError 503 when it takes too long or too many documents wait, 408 when the caller has left
 */
async function inTurn<Result>(
  context: DrawingContext,
  work: (context: DrawingContext) => Promise<Result>,
): Promise<Result> {
  const { session, signal } = context;
  const late = AbortSignal.timeout(session ? patience.request : patience.mail);
  const waited = AbortSignal.any(signal ? [signal, late] : [late]);
  try {
    const begin = () => work({ ...context, signal: waited });
    return await runUntrusted(() => drawing.run(session?.idUsuario ?? null, begin, waited));
  } catch (error) {
    if (!late.aborted || signal?.aborted) throw error;
    throw new HttpError(503, {
      msg: 'Los soportes de esta caja tardan en abrirse. Intente de nuevo en un momento.',
    });
  }
}

const hasPages = ({ content }: Appendix): boolean => content.kind === 'pages';

/** Replaces PDF pages by a note, for a document that cannot be composed with them. */
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
      { ...whose, processor: limits.composing, deadline: patience.mail },
    );
  return drawn(appendices).catch((error: unknown) => {
    if (!isFaultOfFile(error) || appendices.every((appendix) => !hasPages(appendix))) throw error;
    return drawn(appendices.map(withoutPages));
  });
}

/**
 * Renders the legalisation of a box as PDF, followed by its receipts. The caller checks that the box may be seen.
 *
 * @param folder in which the PDF is created and left
 * @throws HttpError 409 while the box is open: there is nothing to legalise yet; 503 when it takes too long
 */
export async function renderLegalisation(
  context: DrawingContext,
  idCaja: number,
  folder: string,
): Promise<{ filename: string; file: string }> {
  const { box, expenses } = await context.read(async (trx) => ({
    box: {
      ...(await boxForLegalisation(trx, idCaja)),
      compania: await companyLine(trx, context.config),
      logo: await companyLogo(trx),
    },
    expenses: await expensesForLegalisation(trx, idCaja),
  }));
  if (box.active === boxStates.open.codigo) throw notSentYet();
  return {
    filename: `legalizacion-${fileNamePart(box.tienda)}-${box.consecutivo ?? ''}.pdf`,
    file: await inTurn(context, (waiting) => draw(box, expenses, folder, waiting)),
  };
}

/**
 * Renders the legalisation for a session; the log records the first time that the store opens it.
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
  box: BoxWithStore,
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

/** /enviarSoporteCorreo: mails the legalisation to the store and its main manager. */
const mailLegalisation: Operation<'/enviarSoporteCorreo'> = ({ id_caja }, context) =>
  context.write(async (trx) => {
    const box = await boxInScope(trx, context.session, id_caja);
    if (isOpen(box)) throw notSentYet();
    const addresses = await addressesOfStore(trx, box.id_tienda);
    if (addresses.length === 0)
      throw brokenRule('email', 'La tienda no tiene un correo registrado.');
    // A concurrent request waits here, and then finds this mail.
    await lockBox(trx, box.id);
    const mail = mailOf(box, await expensesOfBox(trx, box.id), addresses);
    if (!(await isWaiting(trx, mail))) await queueMail(trx, mail, context.now());
    return done(successes.mailed);
  });

export const legalisationOperations = { '/enviarSoporteCorreo': mailLegalisation };
