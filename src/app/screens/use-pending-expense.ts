import { useSearchParams } from 'react-router-dom';
import { originParam, pendingExpenseParam } from './paths.ts';

function useNamedExpense(name: string): number | null {
  const [parameters] = useSearchParams();
  const text = parameters.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The expense whose receipt is missing, named in the address of the expense form; null for a new one. */
export const usePendingExpense = () => useNamedExpense(pendingExpenseParam);

/** The rejected expense that is recorded again, named there too; null for any other one. */
export const useOrigin = () => useNamedExpense(originParam);
