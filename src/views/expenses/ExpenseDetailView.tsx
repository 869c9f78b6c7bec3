import type { expenseDetail } from '../../actors/expense-decision.actors.ts';
import { pathTo, storeBoxPath } from '../../routes/paths.ts';
import { ObservationHistory } from '../review/ObservationHistory.tsx';
import { ExpenseFacts } from './ExpenseFacts.tsx';
import { ExpensePage } from './ExpensePage.tsx';

export interface ExpenseDetailViewProps {
  /** The flow with the body of its actor. */
  logic?: typeof expenseDetail;
}

/** detalleGasto: an expense as the store that recorded it sees it. */
export default function ExpenseDetailView({ logic }: ExpenseDetailViewProps) {
  return (
    <ExpensePage
      title="Detalle del gasto"
      back={(detail) =>
        detail === null
          ? { to: pathTo('historialCaja'), label: 'Historial de cajas' }
          : { to: storeBoxPath(detail.expense), label: 'Caja' }
      }
      logic={logic}
    >
      {({ expense, reasons }) => (
        <>
          <ExpenseFacts expense={expense} />
          <ObservationHistory expense={expense} reasons={reasons} />
        </>
      )}
    </ExpensePage>
  );
}
