import { anomaliesIn } from '#contract/anomalies.ts';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { RepetitionButton } from '../expenses/RepetitionButton.tsx';

/** The anomalies of the expense; one click away, the expense that it repeats. */
export function Novelties({ expense }: { expense: Expense }) {
  const novelties = anomaliesIn(expense.informe_novedad);
  return novelties.length === 0 ? null : (
    <InlineAlert
      tone="warning"
      title="Novedad"
      reasons={novelties}
      action={<RepetitionButton id_gasto={expense.id} lines={novelties} />}
    />
  );
}
