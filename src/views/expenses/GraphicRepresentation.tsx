import { chakra } from '@chakra-ui/react/styled-system';
import { ExternalLink } from 'lucide-react';
import { type Expense, invoiceNotFound } from '#contract/calls/expense.calls.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { TextLink } from '../../components/TextLink.tsx';

/** The link of the electronic invoice, or the word that there is none, and what could not be verified of it. */
export function GraphicRepresentation({ expense }: { expense: Expense }) {
  const warnings = warningsOf(expense);
  return (
    <chakra.div display="grid" gap="3">
      <div>
        <Representation expense={expense} />
      </div>
      {warnings.map((warning) => (
        <InlineAlert key={warning} tone="warning">
          {warning}
        </InlineAlert>
      ))}
    </chakra.div>
  );
}

/** Links to the linked invoice; while none is linked, to each that is offered, with its number. */
function warningsOf({ enlace_factura, data_factura, avisos_facturas }: Expense): string[] {
  if (enlace_factura !== '')
    return avisos_facturas.filter(({ url }) => url === enlace_factura).map(({ aviso }) => aviso);
  return data_factura.flatMap(({ numero_factura, url: offered }) =>
    avisos_facturas
      .filter(({ url }) => url === offered)
      .map(({ aviso }) => `${numero_factura}: ${aviso}`),
  );
}

function Representation({ expense }: { expense: Expense }) {
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
