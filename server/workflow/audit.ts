/** Compares a box as it is stored with what its log tells, column by column. */
import type { Trx } from '../database/transactions.ts';
import { type SplitRow, splitOfBox } from '../repositories/audit.repository.ts';
import { type BoxRow, findBox } from '../repositories/box.repository.ts';
import { type EventRow, eventsOfBox } from '../repositories/event.repository.ts';
import { type ExpenseRow, expensesOfBox } from '../repositories/expense.repository.ts';
import { BrokenLogError, type ReplayedBox, replay } from './replay.ts';
import { type ToldRows, toldRows } from './told-rows.ts';

/** A value on one line, so that nothing and '' differ. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? `«${value.replace(/\s+/g, ' ')}»` : String(value ?? 'nada');

/** One sentence for each told column that the row says otherwise. */
export const columnDifferences = (what: string, row: object, told: object): string[] =>
  Object.entries(told).flatMap(([column, value]) => {
    const stored: unknown = row[column as keyof typeof row];
    return stored === value
      ? []
      : [`${what}: ${column} es ${shown(stored)}, el registro dice ${shown(value)}`];
  });

type ToldExpense = ToldRows['expenses'] extends ReadonlyMap<number, infer Told> ? Told : never;

function splitDifferences(
  id: number,
  stored: readonly SplitRow[],
  { split }: ToldExpense,
): string[] {
  const rows = Math.max(stored.length, split.length);
  return Array.from({ length: rows }, (_, orden) => orden).flatMap((orden) => {
    const what = `gasto ${id}, categoría ${orden + 1}`;
    const [row, told] = [stored[orden], split[orden]];
    if (row === undefined) return [`${what}: está en el registro y no en el gasto`];
    if (told === undefined) return [`${what}: está en el gasto y no en el registro`];
    return columnDifferences(what, row, { orden, ...told });
  });
}

function expenseDifferences(
  expenses: readonly ExpenseRow[],
  split: readonly SplitRow[],
  told: ToldRows['expenses'],
): string[] {
  const ids = new Set([...expenses.map(({ id }) => id), ...told.keys()]);
  return [...ids].flatMap((id) => {
    const row = expenses.find((expense) => expense.id === id);
    const logged = told.get(id);
    if (row === undefined) return [`gasto ${id}: está en el registro y no en la caja`];
    if (logged === undefined) return [`gasto ${id}: está en la caja y no en el registro`];
    const own = split.filter(({ id_gasto }) => id_gasto === id);
    return [
      ...columnDifferences(`gasto ${id}`, row, logged.columns),
      ...splitDifferences(id, own, logged),
    ];
  });
}

export interface AuditedBox {
  box: BoxRow;
  events: readonly EventRow[];
  /** What the log tells; null when it is broken. */
  told: ReplayedBox | null;
  differences: string[];
}

/** A box with what is wrong with it: one sentence for each difference between its rows and its log. */
export async function readAudited(trx: Trx, idCaja: number): Promise<AuditedBox> {
  const box = await findBox(trx, idCaja);
  if (box === undefined) throw new RangeError(`there is no box ${idCaja}`);
  const events = await eventsOfBox(trx, idCaja);
  const audited = { box, events, told: null };
  try {
    const told = replay(events);
    const rows = toldRows(events, told, box.creada);
    return {
      ...audited,
      told,
      differences: [
        ...columnDifferences(`caja ${idCaja}`, box, rows.box),
        ...expenseDifferences(
          await expensesOfBox(trx, idCaja),
          await splitOfBox(trx, idCaja),
          rows.expenses,
        ),
      ],
    };
  } catch (error) {
    if (!(error instanceof BrokenLogError)) throw error;
    return { ...audited, differences: [`caja ${idCaja}: registro roto, ${error.message}`] };
  }
}

/** What is wrong with a box; empty when its rows and its log agree and the chain of hashes is whole. */
export const auditBox = async (trx: Trx, idCaja: number): Promise<string[]> =>
  (await readAudited(trx, idCaja)).differences;
