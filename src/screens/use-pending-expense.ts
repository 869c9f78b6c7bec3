import { useSearchParams } from 'react-router-dom';
import { pendingExpenseParam } from './paths.ts';

/** The expense whose receipt is missing, named in the address of the expense form; null for a new one. */
export function usePendingExpense(): number | null {
  const [parameters] = useSearchParams();
  const text = parameters.get(pendingExpenseParam) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
