/** The files of an import, in the order in which they were chosen. */
import { type ImportedInvoice, maximumInvoiceFileBytes } from '#contract/calls/invoices.calls.ts';
import { refusals } from '#contract/errors.ts';
import type { Problem } from '../steps/result.ts';

type Progress =
  /** At most one is under way. */
  | { kind: 'waiting' | 'sending' }
  /** It did not arrive, or the server would not take it: it may be sent again. */
  | { kind: 'unsent'; problem: Problem }
  /** It was read; `results` has one element at least. */
  | { kind: 'imported'; results: readonly ImportedInvoice[] };

export type QueuedFile = { file: File } & Progress;

export type ImportQueue = readonly QueuedFile[];

export const hasFile = (queue: ImportQueue, wanted: Progress['kind']): boolean =>
  queue.some(({ kind }) => kind === wanted);

/** Refuses at once a file that the server would refuse after its upload. */
const tooLarge = (file: File): ImportedInvoice => ({
  archivo: file.name,
  resultado: 'rechazada',
  numero: null,
  proveedor: null,
  total: null,
  cufe: null,
  gastos: 0,
  mensaje: `${refusals[413]} El máximo es ${maximumInvoiceFileBytes / 1_000_000} MB.`,
  aviso: '',
});

/** Chosen files go to the end of the line; those that are too large are not sent at all. */
export const withFiles = (queue: ImportQueue, files: readonly File[]): ImportQueue => [
  ...queue,
  ...files.map(
    (file): QueuedFile =>
      file.size > maximumInvoiceFileBytes
        ? { file, kind: 'imported', results: [tooLarge(file)] }
        : { file, kind: 'waiting' },
  ),
];

export function withNextUnderWay(queue: ImportQueue): ImportQueue {
  const next = queue.find(({ kind }) => kind === 'waiting');
  return queue.map((item) => (item === next ? { file: item.file, kind: 'sending' } : item));
}

/** Keeps the outcome of the file under way. */
export const withOutcome = (queue: ImportQueue, outcome: Progress): ImportQueue =>
  queue.map((item) => (item.kind === 'sending' ? { file: item.file, ...outcome } : item));

/** Lets the unsent files wait again. */
export const withUnsentWaiting = (queue: ImportQueue): ImportQueue =>
  queue.map((item) => (item.kind === 'unsent' ? { file: item.file, kind: 'waiting' } : item));
