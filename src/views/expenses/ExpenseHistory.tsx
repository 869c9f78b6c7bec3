import type { Expense } from '#contract/calls/expense.calls.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { pathTo } from '../../screens/paths.ts';
import { CorrectionNotice } from './CorrectionNotice.tsx';
import { RejectionNotice } from './RejectionNotice.tsx';
import { RejectionRemedy } from './RejectionRemedy.tsx';

/** The turns of an expense, as its store sees them: rejected, corrected, recorded again. */
export function ExpenseHistory({ expense }: { expense: Expense }) {
  return (
    <>
      {expense.origen === null ? null : (
        <InlineAlert tone="info" title="Vuelve a registrar un gasto rechazado">
          <TextLink to={pathTo('detalleGasto', { idGasto: expense.origen })}>
            Ver el gasto rechazado
          </TextLink>
        </InlineAlert>
      )}
      <CorrectionNotice expense={expense} />
      <RejectionNotice
        expense={expense}
        action={<RejectionRemedy expense={expense} box={expense} size="sm" />}
      />
    </>
  );
}
