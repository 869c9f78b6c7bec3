import type { expenseDetail } from '../../actors/expense-decision.actors.ts';
import { pathTo } from '../../routes/paths.ts';
import { useIdParam } from '../../routes/use-id-param.ts';
import { ExpenseFacts } from '../expenses/ExpenseFacts.tsx';
import { ExpensePage } from '../expenses/ExpensePage.tsx';
import { AccountingSummary } from './AccountingSummary.tsx';
import { ObservationHistory } from './ObservationHistory.tsx';

export interface ControlDetailViewProps {
  /** The flow with the body of its actor. */
  logic?: typeof expenseDetail;
}

/** detalleGastoCI: everything that is known of an expense, for whoever controls. */
export default function ControlDetailView({ logic }: ControlDetailViewProps) {
  const idCaja = useIdParam('idCaja');
  return (
    <ExpensePage
      title="Detalle del gasto"
      back={() => ({ to: pathTo('detalleCajaCI', { idCaja }), label: 'Gastos de la caja' })}
      logic={logic}
    >
      {({ expense, reasons, ...catalogue }) => (
        <>
          <ExpenseFacts expense={expense} />
          <AccountingSummary expense={expense} catalogue={catalogue} />
          <ObservationHistory expense={expense} reasons={reasons} />
        </>
      )}
    </ExpensePage>
  );
}
