/** Compares a box as it is stored with what its log tells. */
import type { Trx } from '../database/transactions.ts';
import { type BoxRow, lockBox } from '../repositories/box.repository.ts';
import { eventsOfBox } from '../repositories/event.repository.ts';
import { type ExpenseRow, expensesOfBox } from '../repositories/expense.repository.ts';
import { BrokenLogError, type ReplayedBox, type ReplayedExpense, replay } from './replay.ts';

const facts = ['active', 'version', 'hash', 'consecutivo', 'total', 'total_aprobado'] as const;

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const boxDifferences = (box: BoxRow, told: ReplayedBox): string[] =>
  facts
    .filter((fact) => box[fact] !== told[fact])
    .map((fact) => `caja ${box.id}: ${fact} es ${box[fact]}, el registro dice ${told[fact]}`);

/** What the row says of the facts that the log tells, under the same names. */
const expenseFacts = (expense: ExpenseRow) => ({
  estado: expense.estado,
  valor: expense.valor,
  reembolsar: expense.reembolsar,
  categorias: expense.categoryIds,
  registrado_por: expense.id_usuario,
  requiere_mantenimiento: expense.requiere_mantenimiento === 1,
  tiene_soporte: expense.soporte !== null,
});

const toldFacts = ({ estado, context }: ReplayedExpense): ReturnType<typeof expenseFacts> => ({
  estado,
  valor: context.valor,
  reembolsar: context.reembolsar,
  categorias: [...context.categoryIds],
  registrado_por: context.recordedBy,
  requiere_mantenimiento: context.needsMaintenance,
  tiene_soporte: context.hasSupport,
});

function expenseDifferences(expenses: readonly ExpenseRow[], told: ReplayedBox): string[] {
  const ids = new Set([...expenses.map(({ id }) => id), ...told.expenses.keys()]);
  return [...ids].flatMap((id) => {
    const row = expenses.find((expense) => expense.id === id);
    const replayed = told.expenses.get(id);
    if (row === undefined) return [`gasto ${id}: está en el registro y no en la caja`];
    if (replayed === undefined) return [`gasto ${id}: está en la caja y no en el registro`];
    const [stored, logged] = [expenseFacts(row), toldFacts(replayed)];
    return same(stored, logged)
      ? []
      : [`gasto ${id}: ${JSON.stringify(stored)}, el registro dice ${JSON.stringify(logged)}`];
  });
}

/**
 * What is wrong with a box: one sentence for each difference between its rows and its log; empty when
 * they agree and the chain of hashes is whole.
 */
export async function auditBox(trx: Trx, idCaja: number): Promise<string[]> {
  const box = await lockBox(trx, idCaja);
  const expenses = await expensesOfBox(trx, idCaja);
  try {
    const told = replay(await eventsOfBox(trx, idCaja));
    return [...boxDifferences(box, told), ...expenseDifferences(expenses, told)];
  } catch (error) {
    if (error instanceof BrokenLogError) return [`caja ${idCaja}: registro roto, ${error.message}`];
    throw error;
  }
}
