import { FileX2 } from 'lucide-react';
import { type Expense, receiptTypes } from '#contract/calls/expenses.calls.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FileViewer } from '../../ui/overlay/FileViewer.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { receiptUrl } from '../../app/screens/paths.ts';

interface ReceiptPanelProps {
  expense: Expense;
  onShown?: () => void;
}

/** The document behind an expense. */
export function ReceiptPanel({ expense, onShown }: ReceiptPanelProps) {
  const { soporte, soporte_tipo, recibo } = expense;
  return (
    <Section title="Soporte">
      {soporte === null ? (
        <EmptyState
          icon={FileX2}
          title="Sin soporte"
          description="Este gasto todavía no tiene un archivo de soporte."
        />
      ) : (
        <FileViewer
          url={receiptUrl(soporte)}
          name={`Soporte ${recibo}${soporte.slice(soporte.lastIndexOf('.'))}`}
          kind={soporte_tipo === receiptTypes.pdf ? 'pdf' : 'image'}
          onShown={onShown}
        />
      )}
    </Section>
  );
}
