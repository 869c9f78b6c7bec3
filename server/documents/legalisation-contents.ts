/** What a legalisation shows of each support: opened one after another, each in a thread of its own. */
import { supportTypes } from '#contract/calls/expense.calls.ts';
import type { LegalisedExpense } from '../repositories/legalisation.repository.ts';
import { strangers } from '../workers/strangers.ts';
import type { SupportToShow } from '../workers/support-file.ts';
import { isFaultOfFile } from '../workers/worker-error.ts';
import type { Appendix, Note } from './legalisation-supports.ts';
import type { SupportStore } from './support-store.ts';
import { isSupportMime } from './support-type.ts';

/** What one document may take; the rest of its supports is read in the application. */
const limits = {
  /** Of the files, and of what is shown of them. */
  bytes: 80 * 1024 * 1024,
  pages: 1_000,
  /** Milliseconds to open all of them. */
  time: 60_000,
} as const;

type Content = Appendix['content'];

const note = (name: Note['note']): Note => ({ kind: 'note', note: name });

/** What a support adds to the document. */
const weightOf = (content: Content): { bytes: number; pages: number } => {
  if (content.kind === 'pages') return { bytes: content.pdf.length, pages: content.pages };
  if (content.kind === 'note') return { bytes: 0, pages: 1 };
  const bytes = content.pictures.reduce((sum, { length }) => sum + length, 0);
  return { bytes, pages: content.pictures.length };
};

/** The best first. */
const waysOfPdf = ['pages', 'pictures'] as const;
const waysOfPicture = ['pictures'] as const;

/** A file that ends its thread in one way is tried in the next one. */
async function contentOf(
  support: Omit<SupportToShow, 'way'>,
  signal: AbortSignal | undefined,
): Promise<Content> {
  for (const way of support.type === supportTypes.pdf ? waysOfPdf : waysOfPicture) {
    try {
      return await strangers.run('showSupport', { ...support, way }, { signal });
    } catch (error) {
      if (!isFaultOfFile(error)) throw error;
    }
  }
  return note('damaged');
}

/** @throws WorkerError when the threads are busy or nobody waits any more */
export async function readAppendices(
  supports: SupportStore,
  expenses: readonly LegalisedExpense[],
  signal: AbortSignal | undefined,
): Promise<Appendix[]> {
  const left = { bytes: limits.bytes, shown: limits.bytes, pages: limits.pages };
  const end = performance.now() + limits.time;
  const appendices: Appendix[] = [];
  for (const expense of expenses) appendices.push({ expense, content: await read(expense) });
  return appendices;

  async function read(expense: LegalisedExpense): Promise<Content> {
    const { soporte_sha256: sha256, soporte_tipo: type, soporte_bytes } = expense;
    if (sha256 === null || !isSupportMime(type)) return note('unattached');
    if ((soporte_bytes ?? 0) > left.bytes || performance.now() > end) return note('tooMuch');
    left.bytes -= soporte_bytes ?? 0;
    if (!(await supports.exists(sha256))) return note('missing');
    const content = await contentOf({ file: supports.fileOf(sha256), type }, signal);
    const { bytes, pages } = weightOf(content);
    if (bytes > left.shown || pages > left.pages) return note('tooMuch');
    left.shown -= bytes;
    left.pages -= pages;
    return content;
  }
}
