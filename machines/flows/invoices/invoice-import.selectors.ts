/** Selectors of the import of invoices. */
import type { SnapshotFrom } from 'xstate';
import type { ImportedInvoice } from '#contract/calls/invoice.calls.ts';
import type { invoiceImportMachine } from './invoice-import.machine.ts';
import type { ImportQueue } from './invoice-import.queue.ts';
import type { Problem } from '../result.ts';

type ImportSnapshot = SnapshotFrom<typeof invoiceImportMachine>;

/** One line of the list: an invoice that was read, or a file on its way. */
export type ImportRow = { key: string; archivo: string } & (
  | { kind: 'waiting' | 'sending' }
  | { kind: 'unsent'; problem: Problem }
  | { kind: 'imported'; result: ImportedInvoice }
);

/** Stays the same object while only the progress changes. */
export const queueOf = ({ context }: ImportSnapshot): ImportQueue => context.queue;
export const isSending = (snapshot: ImportSnapshot) => snapshot.hasTag('pending');
export const showsList = (snapshot: ImportSnapshot) => snapshot.hasTag('list');
/** RETRY. */
export const isIncomplete = (snapshot: ImportSnapshot) => snapshot.matches('incomplete');
export const isFinished = (snapshot: ImportSnapshot) => snapshot.matches('finished');
/** Why the last file did not arrive; null when all of them did. */
export const problemOf = ({ context }: ImportSnapshot): Problem | null =>
  context.queue.unsent.at(-1)?.problem ?? null;

/** Every file in the order in which it was chosen, with a line for each of its invoices. */
export function rowsOf({ waiting, current, unsent, imported }: ImportQueue): ImportRow[] {
  const placed: { id: number; rows: ImportRow[] }[] = [
    ...imported.map(({ id, results }) => ({
      id,
      rows: results.map((result, index) => ({
        // The first one takes the place of its file on the way.
        key: index === 0 ? `${id}` : `${id} ${index}`,
        archivo: result.archivo,
        kind: 'imported' as const,
        result,
      })),
    })),
    ...unsent.map(({ id, file, problem }) => ({
      id,
      rows: [{ key: `${id}`, archivo: file.name, kind: 'unsent' as const, problem }],
    })),
    ...(current === null ? [] : [current]).map(({ id, file }) => ({
      id,
      rows: [{ key: `${id}`, archivo: file.name, kind: 'sending' as const }],
    })),
    ...waiting.map(({ id, file }) => ({
      id,
      rows: [{ key: `${id}`, archivo: file.name, kind: 'waiting' as const }],
    })),
  ];
  return placed.toSorted((one, other) => one.id - other.id).flatMap(({ rows }) => rows);
}

export interface ImportTotals {
  archivos: number;
  /** Files that were read. */
  leidos: number;
  /** Files that did not arrive. */
  pendientes: number;
  nueva: number;
  repetida: number;
  rechazada: number;
  gastos: number;
}

export function totalsOf({ waiting, current, unsent, imported }: ImportQueue): ImportTotals {
  const results = imported.flatMap((file) => file.results);
  const count = (resultado: ImportedInvoice['resultado']) =>
    results.filter((result) => result.resultado === resultado).length;
  const leidos = imported.length;
  return {
    archivos: leidos + unsent.length + waiting.length + (current === null ? 0 : 1),
    leidos,
    pendientes: unsent.length,
    nueva: count('nueva'),
    repetida: count('repetida'),
    rechazada: count('rechazada'),
    gastos: results.reduce((sum, { gastos }) => sum + gastos, 0),
  };
}

/** Returns the progress of the whole import, 0 to 100: files, and the one under way by its bytes. */
export function percentOf(snapshot: ImportSnapshot): number {
  const { queue, percent } = snapshot.context;
  const { archivos, leidos } = totalsOf(queue);
  const underWay = queue.current === null ? 0 : percent / 100;
  return archivos === 0 ? 0 : ((leidos + queue.unsent.length + underWay) / archivos) * 100;
}
