import type { Expense } from '#contract/calls/expenses.calls.ts';
import { CallFailure, type Result, answered } from '#machines/flows/steps/result.ts';
import { type CallOptions, callApi } from '../../wire/client.ts';

/** One expense that this person may see. */
export async function expenseBy(
  key: { id_gasto: number },
  options: CallOptions,
): Promise<Result<Expense>> {
  const found = await callApi('/detalleGasto', key, options);
  if (!found.ok) return found;
  const [expense] = found.answer;
  // The contract promises one element: a server that breaks it is a broken server.
  if (expense === undefined) throw new CallFailure(500);
  return answered(expense);
}
