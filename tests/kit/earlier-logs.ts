/** Logs and rows that earlier programs wrote, one a line. */
import { readFileSync } from 'node:fs';
import type { EventRow } from '#server/features/cases/event.repository.ts';

const linesOf = <Line>(name: string): Line[] =>
  readFileSync(new URL(`./logs/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/**
 * The log of one box:
 *
 * 1.0.0     release 1.0.0: three expenses, one rejected, one through maintenance; closed
 * payments  the program with payments, before a shipment required the opened legalisation: a box that was granted in
 *           part, paid, and whose debt was recorded again, taken back and paid in
 */
export const earlierLog = (name: '1.0.0' | 'payments'): EventRow[] => linesOf(name);

/**
 * Rows under version 3 of the rules, by table, parents first: five stores, each with a closed box and an expense that
 * was not granted.
 *
 * 3  $ 100.000, recorded again as $ 60.000, closed as paid, the copy deleted
 * 4  $ 100.000, recorded again, closed as paid, the copy corrected to $ 90.000 in the next box
 * 5  $ 80.000, sent while user 2 was in charge, closed and owed while user 9 was
 * 6  $ 10.000, taken over by the company
 * 7  $ 10.000, paid in
 */
export const rowsOfVersion3 = (): [table: string, row: Record<string, unknown>][] =>
  linesOf('version-3');

/** The log of a box among them: number 3 is that of store 3. */
export const logOfVersion3 = (idCaja: number): EventRow[] =>
  linesOf<['evento' | 'cajas', EventRow]>('version-3').flatMap(([table, row]) =>
    table === 'evento' && row.id_caja === idCaja ? [row] : [],
  );
