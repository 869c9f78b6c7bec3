/** Contents of the receipts in a legalisation: opened one after another, away from each other. */
import { join } from 'node:path';
import type { LegalisedExpense } from './legalisation.repository.ts';
import { untrustedFiles } from '../../platform/workers/untrusted-files.ts';
import type { ReceiptContent, ReceiptToShow } from '../../platform/files/receipt-file.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';
import type { Appendix, Note } from './legalisation-receipts.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { isReceiptMime } from '../../platform/files/receipt-type.ts';

/** Limits of one document; the rest of its receipts is read in the application. */
const limits = {
  /** Bytes of the files, and of what is shown of them. */
  bytes: 80 * 1024 * 1024,
  pages: 1_000,
  /** Milliseconds for all of them: whoever waits for the document is not left without a byte for longer. */
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
export async function readAppendices(
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
