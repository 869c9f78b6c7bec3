/** Selectors of the import of invoices. */
import type { SnapshotFrom } from 'xstate';
import type { ImportedInvoice } from '#contract/calls/invoices.calls.ts';
import type { Problem } from '../steps/result.ts';
import type { invoiceImportMachine } from './invoice-import.machine.ts';
import { hasFile, type ImportQueue } from './invoice-import.queue.ts';

type ImportSnapshot = SnapshotFrom<typeof invoiceImportMachine>;

/** One line of the list: an invoice that was read, or a file on its way. */
export type ImportRow = { key: string; archivo: string } & (
  | { kind: 'waiting' | 'sending' }
  | { kind: 'unsent'; problem: Problem }
  | { kind: 'imported'; result: ImportedInvoice }
);

/** Stays the same object while only the progress changes. */
export const queueOf = ({ context }: ImportSnapshot): ImportQueue => context.queue;
export const showsList = (snapshot: ImportSnapshot) => !snapshot.matches('empty');
/** RETRY. */
export const isIncomplete = (snapshot: ImportSnapshot) => snapshot.matches('incomplete');
export const isFinished = (snapshot: ImportSnapshot) => snapshot.matches('finished');
/** Why the last file did not arrive; null when all of them did. */
export const problemOf = ({ context }: ImportSnapshot): Problem | null =>
  context.queue.findLast((item) => item.kind === 'unsent')?.problem ?? null;

/** Every file in the order in which it was chosen, with a line for each of its invoices. */
export const rowsOf = (queue: ImportQueue): ImportRow[] =>
  queue.flatMap(({ file, ...progress }, place): ImportRow[] =>
    progress.kind === 'imported'
      ? progress.results.map((result, index) => ({
          // The first one takes the place of its file on the way.
          key: index === 0 ? `${place}` : `${place} ${index}`,
          archivo: result.archivo,
          kind: 'imported',
          result,
        }))
      : [{ key: `${place}`, archivo: file.name, ...progress }],
  );

export type ImportTotals = ReturnType<typeof totalsOf>;

export function totalsOf(queue: ImportQueue) {
  const imported = queue.filter((item) => item.kind === 'imported');
  const results = imported.flatMap((item) => item.results);
  const count = (resultado: ImportedInvoice['resultado']) =>
    results.filter((result) => result.resultado === resultado).length;
  return {
    archivos: queue.length,
    /** Files that were read. */
    leidos: imported.length,
    /** Files that did not arrive. */
    pendientes: queue.filter(({ kind }) => kind === 'unsent').length,
    nueva: count('nueva'),
    repetida: count('repetida'),
    rechazada: count('rechazada'),
    gastos: results.reduce((sum, { gastos }) => sum + gastos, 0),
  };
}

/** Returns the progress of the whole import, 0 to 100: files, and the one under way by its bytes. */
export function percentOf({ context: { queue, percent } }: ImportSnapshot): number {
  const { archivos, leidos, pendientes } = totalsOf(queue);
  const underWay = hasFile(queue, 'sending') ? percent / 100 : 0;
  return archivos === 0 ? 0 : ((leidos + pendientes + underWay) / archivos) * 100;
}
