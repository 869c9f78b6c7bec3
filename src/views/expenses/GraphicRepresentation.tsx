import { ExternalLink } from 'lucide-react';
import { type Expense, invoiceNotFound } from '#contract/calls/expense.calls.ts';
import { TextLink } from '../../components/TextLink.tsx';

/** The link of the electronic invoice, or the word that there is none. */
export function GraphicRepresentation({ expense }: { expense: Expense }) {
  const { enlace_factura, data_factura } = expense;
  if (enlace_factura === invoiceNotFound) return <strong>{invoiceNotFound}</strong>;
  if (enlace_factura !== '')
    return (
      <TextLink href={enlace_factura} newTab icon={ExternalLink}>
        Ver la representación gráfica
      </TextLink>
    );
  return data_factura.length > 0
    ? `Se encontraron ${data_factura.length} facturas; falta elegir la de este gasto.`
    : '—';
}
