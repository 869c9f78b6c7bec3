import type { Expense } from '#contract/calls/expense.calls.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { noveltiesOf } from '../expenses/observations.ts';

/** The anomalies that the system found in the expense. */
export function Novelties({ expense }: { expense: Expense }) {
  const novelties = noveltiesOf(expense);
  return novelties.length === 0 ? null : (
    <InlineAlert tone="warning" title="Novedad" reasons={novelties} />
  );
}
