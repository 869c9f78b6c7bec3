/**
 * Any number of boxes with their history: decided by the state machine and chained as the program does, the rows those that the
 * log tells. For a demonstration of the size of a company, for measuring, and for figures over more than a handful.
 */
import type { Trx } from '../../platform/database/transactions.ts';
import { lastEventId } from '../../features/cases/audit.repository.ts';
import {
  BulkInsert,
  highestKey,
  raiseKeys,
  setLastNumber,
} from '../../platform/database/bulk-rows.ts';
import { addHistory } from '../../features/workflow/stored-history.repository.ts';
import { countStores, findExpenses, withoutUpkeep } from './upkeep.repository.ts';
import { type PastPiece, type PastTask, pastPieces, pastTables } from './past-pieces.ts';

export interface PastBoxes extends Omit<PastTask, 'firstBox' | 'firstExpense'> {
  /** Called now and then with how many boxes there are. */
  report?: ((done: number, all: number) => void) | undefined;
}

export interface PastCounts {
  boxes: number;
  expenses: number;
  events: number;
  /** The first key of an expense, and how many were given: also to those that were removed again. */
  firstExpense: number;
  recorded: number;
}

/** Where the boxes are simulated: here, or in a thread of their own. */
type Living = (task: PastTask) => Iterable<PastPiece> | AsyncIterable<PastPiece>;

/** Adds the boxes of stores, the same for the same seed. */
export async function addPastBoxes(
  trx: Trx,
  past: PastBoxes,
  live: Living = pastPieces,
): Promise<PastCounts> {
  const counts = await withoutUpkeep(trx, pastTables, () => insertPast(trx, past, live));
  await countStores(
    trx,
    past.stores.map(({ id }) => id),
  );
  return counts;
}

async function insertPast(
  trx: Trx,
  { report, ...past }: PastBoxes,
  live: Living,
): Promise<PastCounts> {
  const bulk = new BulkInsert(trx);
  const all = past.stores.reduce((sum, { boxes }) => sum + boxes, 0);
  const firstBox = (await highestKey(trx, 'cajas')) + 1;
  const firstExpense = (await highestKey(trx, 'gastos')) + 1;
  let after = await lastEventId(trx);
  const counts = { boxes: 0, expenses: 0, events: 0, firstExpense, recorded: 0 };
  for await (const piece of live({ ...past, firstBox, firstExpense })) {
    for (const table of pastTables) await bulk.insert(table, piece[table]);
    await findExpenses(trx, firstExpense + counts.recorded, firstExpense + piece.recorded);
    for (const { id, consecutivo } of piece.lastNumbers) await setLastNumber(trx, id, consecutivo);
    const upTo = await lastEventId(trx);
    await addHistory(trx, { after, upTo }, piece.historia);
    after = upTo;
    counts.boxes += piece.cajas.length;
    counts.expenses += piece.gastos.length;
    counts.events += piece.evento.length;
    counts.recorded = piece.recorded;
    report?.(counts.boxes, all);
  }
  await raiseKeys(trx);
  return counts;
}
