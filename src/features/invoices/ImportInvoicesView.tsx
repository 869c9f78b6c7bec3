import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { type ImportedInvoice, maximumInvoiceFileBytes } from '#contract/calls/imports.calls.ts';
import { counted } from '#machines/domain/values/texts.ts';
import {
  type ImportRow,
  type ImportTotals,
  invoiceImportMachine,
  isFinished,
  isIncomplete,
  percentOf,
  problemOf,
  queueOf,
  rowsOf,
  showsList,
  totalsOf,
} from '#machines/flows/invoice-import/invoice-import.machine.ts';
import { isPending } from '#machines/flows/steps/result.ts';
import { invoiceUrl, labelOf, linkTo } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Tone } from '../../ui/feedback/tone.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { ManyFilesField } from '../../ui/fields/ManyFilesField.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { useLeaveGuard } from '../../ui/fields/InvalidFields.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { upload } from '../../wire/client.ts';
import { moneyColumn, textColumn } from '../../ui/table/columns.tsx';

const invoiceImport = invoiceImportMachine.provide({
  actors: {
    importarFacturas: fromPromise(({ input: { archivo, onProgress } }) =>
      upload('/importarFacturas', {}, archivo, { onProgress }),
    ),
  },
});

/** cajasPendientes/facturas: accounting imports the electronic invoices that expenses refer to. */
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
        description="El XML, el ZIP o el correo entero (.eml). Cada factura se enlaza con sus gastos."
      >
        <ManyFilesField
          label="Archivos de facturas electrónicas"
          accept=".xml,.zip,.eml"
          maxBytes={maximumInvoiceFileBytes}
          onFiles={(files) => importing.send({ type: 'ADD', files })}
        />
      </Section>
      {listed ? <ImportList importing={importing} /> : null}
    </Page>
  );
}

/** Results of all files; `rows` is memoised, so that progress updates do not rebuild the table. */
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

/** Number of the invoice, linked to its document once the invoice is stored. */
function InvoiceNumber({ row }: { row: ImportRow }) {
  const result = resultOf(row);
  if (result?.numero == null) return '—';
  if (result.resultado === 'rechazada' || result.cufe === null) return result.numero;
  return <TextLink href={invoiceUrl(result.cufe)}>{result.numero}</TextLink>;
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

const summaryOf = ({ nueva, repetida, rechazada, gastos }: ImportTotals): string =>
  [
    counted(nueva, 'factura importada', 'facturas importadas'),
    counted(repetida, 'repetida', 'repetidas'),
    counted(rechazada, 'rechazada', 'rechazadas'),
    counted(gastos, 'gasto enlazado', 'gastos enlazados'),
  ].join(' · ');

interface ImportProgressProps {
  importing: ActorRefFrom<typeof invoiceImportMachine>;
  totals: ImportTotals;
}

/** Progress of the import, then its summary, or a retry for the files that did not arrive. */
function ImportProgress({ importing, totals }: ImportProgressProps) {
  const snapshot = useSnapshot(importing);
  const problem = problemOf(snapshot);
  const pending = totals.archivos - totals.leidos;
  return (
    <>
      {isPending(snapshot) ? (
        <ProgressBar
          label={`Enviando los archivos: ${totals.leidos} de ${totals.archivos} leídos`}
          value={percentOf(snapshot)}
        />
      ) : null}
      {isIncomplete(snapshot) ? (
        <InlineAlert
          tone="danger"
          title={`${counted(pending, 'archivo no llegó', 'archivos no llegaron')} al servidor`}
          action={
            <GuardedButton onClick={() => importing.send({ type: 'RETRY' })}>
              Reintentar los que no llegaron
            </GuardedButton>
          }
        >
          {problem?.msg} Siguen en la lista y no se pierden.
          {problem?.codigo_soporte ? ` Código de soporte: ${problem.codigo_soporte}` : ''}
        </InlineAlert>
      ) : null}
      {isFinished(snapshot) ? (
        <InlineAlert
          tone={totals.rechazada > 0 ? 'warning' : 'success'}
          title="La importación terminó"
          action={
            <GuardedButton variant="outline" onClick={() => importing.send({ type: 'CLEAR' })}>
              Limpiar la lista
            </GuardedButton>
          }
        >
          {summaryOf(totals)}
        </InlineAlert>
      ) : null}
    </>
  );
}
