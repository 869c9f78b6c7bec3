import type { ImportedInvoice } from '#contract/calls/invoice.calls.ts';
import type { ImportRow } from '#machines/flows/invoices/invoice-import.selectors.ts';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import type { Tone } from '../../components/tone.ts';
import { invoiceUrl } from '../../screens/paths.ts';
import { moneyColumn, textColumn } from '../records/table-columns.tsx';

interface Outcome {
  label: string;
  tone: Tone;
}

const outcomes: Record<ImportedInvoice['resultado'], Outcome> = {
  nueva: { label: 'Importada', tone: 'success' },
  repetida: { label: 'Repetida', tone: 'neutral' },
  rechazada: { label: 'Rechazada', tone: 'danger' },
};

const onTheWay: Record<Exclude<ImportRow['kind'], 'imported'>, Outcome> = {
  waiting: { label: 'En espera', tone: 'neutral' },
  sending: { label: 'Enviando', tone: 'info' },
  unsent: { label: 'No llegó', tone: 'warning' },
};

function outcomeOf(row: ImportRow): Outcome {
  if (row.kind !== 'imported') return onTheWay[row.kind];
  const { resultado, aviso } = row.result;
  const { label, tone } = outcomes[resultado];
  return aviso === '' ? { label, tone } : { label: `${label}, sin verificar`, tone: 'warning' };
}

const resultOf = (row: ImportRow): ImportedInvoice | null =>
  row.kind === 'imported' ? row.result : null;

function detailOf(row: ImportRow): string {
  if (row.kind === 'imported') return `${row.result.mensaje} ${row.result.aviso}`.trim();
  return row.kind === 'unsent' ? row.problem.msg : '';
}

/** The number leads to the document of an invoice that is kept. */
function InvoiceNumber({ row }: { row: ImportRow }) {
  const result = resultOf(row);
  if (result?.numero == null) return '—';
  if (result.resultado === 'rechazada' || result.cufe === null) return result.numero;
  return (
    <TextLink href={invoiceUrl(result.cufe)} newTab>
      {result.numero}
    </TextLink>
  );
}

export const importColumns: readonly DataTableColumn<ImportRow>[] = [
  textColumn('archivo', 'Archivo', (row) => row.archivo, { isRowHeader: true }),
  textColumn('resultado', 'Resultado', (row) => outcomeOf(row).label, {
    nowrap: true,
    cell: (row) => <StatusBadge {...outcomeOf(row)} />,
  }),
  textColumn('numero', 'Factura', (row) => resultOf(row)?.numero, {
    nowrap: true,
    cell: (row) => <InvoiceNumber row={row} />,
  }),
  textColumn('proveedor', 'Proveedor', (row) => resultOf(row)?.proveedor),
  moneyColumn('total', 'Valor', (row) => resultOf(row)?.total),
  {
    id: 'mensaje',
    header: 'Detalle',
    cell: (row) => detailOf(row) || '—',
    searchValue: detailOf,
  },
];
