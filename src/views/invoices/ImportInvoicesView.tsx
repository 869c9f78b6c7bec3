import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { maximumInvoiceFileBytes } from '#contract/calls/invoice.calls.ts';
import type { invoiceImportMachine } from '#machines/flows/invoices/invoice-import.machine.ts';
import { isPending } from '#machines/flows/flow.selectors.ts';
import {
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
import { linkTo } from '../../screens/paths.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { importColumns } from './import-columns.tsx';

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
