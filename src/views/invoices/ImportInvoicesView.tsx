import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type ImportedInvoice, maximumInvoiceFileBytes } from '#contract/calls/invoice.calls.ts';
import type { invoiceImportMachine } from '#machines/flows/invoices/invoice-import.machine.ts';
import { isPending } from '#machines/flows/flow.selectors.ts';
import {
  type ImportRow,
  queueOf,
  rowsOf,
  showsList,
  totalsOf,
} from '#machines/flows/invoices/invoice-import.selectors.ts';
import { invoiceImport } from '../../actors/invoice-import.actors.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { ManyFilesField } from '../../components/ManyFilesField.tsx';
import { Page } from '../../components/Page.tsx';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { Section } from '../../components/Section.tsx';
import { labelOf } from '../../screens/labels.ts';
import { invoiceUrl, linkTo } from '../../screens/paths.ts';
import { ImportProgress } from './ImportProgress.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import type { Tone } from '../../components/tone.ts';
import { moneyColumn, textColumn } from '../records/table-columns.tsx';

/** cajasPendientes/facturas: accounting brings the electronic invoices for which expenses wait. */
export default function ImportInvoicesView({
  machine = invoiceImport,
}: {
  machine?: typeof invoiceImport;
}) {
  const importing = useActorRef(machine);
  const listed = useSelector(importing, showsList);
  useLeaveGuard(useSelector(importing, isPending));
  return (
    <Page title={labelOf('importarFacturas')} back={linkTo('cajasPendientes')}>
      <Section
        title="Archivos de los proveedores"
        description="El XML de cada factura (Invoice o AttachedDocument), o el ZIP con el XML y el PDF, tal como llegan al correo. Cada factura se enlaza con los gastos que la esperan."
      >
        <ManyFilesField
          label="Archivos de facturas electrónicas"
          accept=".xml,.zip"
          maxBytes={maximumInvoiceFileBytes}
          onFiles={(files) => importing.send({ type: 'ADD', files })}
        />
      </Section>
      {listed ? <ImportList importing={importing} /> : null}
    </Page>
  );
}

/** Lists the outcome of each file; the rows stay the same while only the progress changes. */
function ImportList({ importing }: { importing: ActorRefFrom<typeof invoiceImportMachine> }) {
  const queue = useSelector(importing, queueOf);
  const rows = useMemo(() => rowsOf(queue), [queue]);
  return (
    <>
      <ImportProgress importing={importing} totals={totalsOf(queue)} />
      <DataTable
        caption="Resultado de cada factura"
        columns={importColumns}
        rows={rows}
        rowKey={(row) => row.key}
        searchPlaceholder="Buscar por archivo, factura o resultado"
        initialPageSize={50}
      />
    </>
  );
}

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

const importColumns: readonly DataTableColumn<ImportRow>[] = [
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
