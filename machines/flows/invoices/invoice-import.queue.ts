/** The files of an import, each in exactly one of four places; `id` keeps the order in which they were chosen. */
import { type ImportedInvoice, maximumInvoiceFileBytes } from '#contract/calls/invoice.calls.ts';
import { refusals } from '#contract/errors.ts';
import type { Problem } from '../result.ts';

export interface QueuedFile {
  id: number;
  file: File;
}

/** It did not arrive, or the server would not take it: it may be sent again. */
export interface UnsentFile extends QueuedFile {
  problem: Problem;
}

/** It was read; `results` has one element at least. */
export interface ImportedFile extends QueuedFile {
  results: readonly ImportedInvoice[];
}

export interface ImportQueue {
  waiting: readonly QueuedFile[];
  /** Under way; null between two files. */
  current: QueuedFile | null;
  unsent: readonly UnsentFile[];
  imported: readonly ImportedFile[];
}

export const emptyQueue: ImportQueue = { waiting: [], current: null, unsent: [], imported: [] };

const inOrder = <Item extends QueuedFile>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.id - other.id);

const everyFile = ({ waiting, current, unsent, imported }: ImportQueue): QueuedFile[] =>
  inOrder([...waiting, ...(current === null ? [] : [current]), ...unsent, ...imported]);

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
export function withFiles(queue: ImportQueue, files: readonly File[]): ImportQueue {
  const next = (everyFile(queue).at(-1)?.id ?? 0) + 1;
  const chosen = files.map((file, index) => ({ id: next + index, file }));
  const isTooLarge = ({ file }: QueuedFile) => file.size > maximumInvoiceFileBytes;
  const refused = chosen
    .filter(isTooLarge)
    .map((item) => ({ ...item, results: [tooLarge(item.file)] }));
  return {
    ...queue,
    waiting: [...queue.waiting, ...chosen.filter((item) => !isTooLarge(item))],
    imported: [...queue.imported, ...refused],
  };
}

export const withNextUnderWay = (queue: ImportQueue): ImportQueue => ({
  ...queue,
  current: queue.waiting[0] ?? null,
  waiting: queue.waiting.slice(1),
});

export const withImported = (
  queue: ImportQueue,
  results: readonly ImportedInvoice[],
): ImportQueue => ({
  ...queue,
  current: null,
  imported:
    queue.current === null ? queue.imported : [...queue.imported, { ...queue.current, results }],
});

export const withUnsent = (queue: ImportQueue, problem: Problem): ImportQueue => ({
  ...queue,
  current: null,
  unsent: queue.current === null ? queue.unsent : [...queue.unsent, { ...queue.current, problem }],
});

/** Lets the unsent files wait again, in their old places. */
export const withUnsentWaiting = (queue: ImportQueue): ImportQueue => ({
  ...queue,
  waiting: inOrder([...queue.waiting, ...queue.unsent.map(({ id, file }) => ({ id, file }))]),
  unsent: [],
});
