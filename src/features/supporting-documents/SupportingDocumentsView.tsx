import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/contract.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { isActing, mayAct, reasonsFor, wasDone } from '#machines/flows/records/acting.machine.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { supportingDocumentKind } from '#machines/flows/supporting-documents/supporting-document.kinds.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { Submission } from '../../shell/problems/Submission.tsx';
import { labelOf, linkTo, pathTo, supportingDocumentsUrl } from '../../shell/screens/paths.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { dateColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { callApi } from '../../wire/client.ts';
import { actingOn, useActing } from '../payments/payments.actors.ts';

export const supportingDocumentsFlow = actingOn(supportingDocumentKind, (_key: object, signal) =>
  callApi('/documentosSoporte', {}, { signal }),
);

type Answer = AnswerOf<'/documentosSoporte'>;
type Waiting = Answer['por_exportar'][number];
type Exported = Answer['exportados'][number];

const exportRequest = { path: '/exportarDocumentosSoporte', body: {} } as const;
const noKey = {};

/** comprobantes/soportes: purchases from who does not invoice, for the provider that transmits their documents. */
export default function SupportingDocumentsView({
  machine = supportingDocumentsFlow,
}: {
  machine?: typeof supportingDocumentsFlow;
}) {
  const { snapshot, send, act } = useActing(machine, noKey);
  const [retired, setRetired] = useState<number | null>(null);
  const data = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (data === null || load.failed)
    return (
      <Page title={labelOf('documentosSoporte')} back={linkTo('comprobantes')}>
        <LoadSection {...load} />
      </Page>
    );
  return (
    <Page
      title={labelOf('documentosSoporte')}
      subtitle="Compras a quien no factura. Los transmite el proveedor tecnológico de la empresa."
      back={linkTo('comprobantes')}
      actions={
        <>
          <LinkButton to={pathTo('importarDocumentosSoporte')} icon={FileUp} variant="outline">
            Traer los números
          </LinkButton>
          <GuardedButton
            waiting={!mayAct(snapshot)}
            busy={isActing(snapshot, exportRequest.path) && 'Exportando…'}
            reasons={reasonsFor(supportingDocumentKind, snapshot, exportRequest)}
            onClick={() => act(exportRequest)}
          >
            Exportar
          </GuardedButton>
        </>
      }
    >
      <Submission snapshot={snapshot} send={send}>
        {wasDone(snapshot) ? 'Datos almacenados' : null}
      </Submission>
      <TableSection
        title="Por exportar"
        columns={waitingColumns}
        rows={data.por_exportar}
        rowKey={({ id_gasto }) => id_gasto}
        searchPlaceholder="Buscar por proveedor"
        emptyTitle="Ninguna compra espera su documento soporte"
      />
      <TableSection
        title="Exportados"
        columns={[
          ...exportedColumns,
          plainColumn<Exported>(
            'acciones',
            'Acciones',
            ({ exportacion, numero }) => (
              <ButtonRow align="start" inBar>
                {(['csv', 'xlsx'] as const).map((ending) => (
                  <LinkButton
                    key={ending}
                    href={supportingDocumentsUrl(exportacion, ending)}
                    size="sm"
                    variant="ghost"
                  >
                    {ending.toUpperCase()}
                  </LinkButton>
                ))}
                {numero === '' ? (
                  <GuardedButton
                    size="sm"
                    variant="outline"
                    waiting={!mayAct(snapshot)}
                    reasons={reasonsFor(supportingDocumentKind, snapshot, retiring(exportacion))}
                    onClick={() => setRetired(exportacion)}
                  >
                    Retirar
                  </GuardedButton>
                ) : null}
              </ButtonRow>
            ),
            { card: 'below' },
          ),
        ]}
        rows={data.exportados}
        rowKey={({ referencia }) => referencia}
        searchPlaceholder="Buscar por proveedor o número"
        emptyTitle="Todavía no se ha exportado nada"
      />
      <ConfirmDialog
        open={retired !== null}
        title={`¿Retirar la exportación ${retired}?`}
        confirmLabel="Retirar"
        onConfirm={() => {
          if (retired !== null) act(retiring(retired));
          setRetired(null);
        }}
        onCancel={() => setRetired(null)}
      >
        Todas sus compras esperan de nuevo. No la retire si el proveedor tecnológico ya la
        transmitió.
      </ConfirmDialog>
    </Page>
  );
}

const retiring = (exportacion: number) =>
  ({ path: '/retirarDocumentosSoporte', body: { exportacion } }) as const;

/** Columns of both lists. */
const documentColumns = <Row extends Waiting | Exported>(): DataTableColumn<Row>[] => [
  textColumn('proveedor', 'Proveedor', ({ proveedor }) => proveedor, { isRowHeader: true }),
  textColumn('documento', 'Documento', ({ documento }) => documento),
  dateColumn('desde', 'Desde', ({ desde }) => desde, { card: 'left', cardLabel: 'Desde' }),
  dateColumn('hasta', 'Hasta', ({ hasta }) => hasta, { card: 'right', cardLabel: 'Hasta' }),
  textColumn('compras', 'Compras', ({ compras }) => String(compras)),
  moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
];

const waitingColumns: readonly DataTableColumn<Waiting>[] = [
  ...documentColumns<Waiting>(),
  textColumn(
    'vence',
    'Cómo',
    ({ vence }) =>
      vence === '' ? 'Por operación: pasaron seis días' : `Semanal, hasta el ${shortDate(vence)}`,
    { card: 'state' },
  ),
];

const exportedColumns: readonly DataTableColumn<Exported>[] = [
  textColumn('referencia', 'Referencia', ({ referencia }) => String(referencia)),
  ...documentColumns<Exported>(),
  textColumn(
    'numero',
    'Número',
    ({ numero, cambio }) =>
      [numero || 'Sin número', cambio === 1 ? 'una compra cambió después' : '']
        .filter(Boolean)
        .join('; '),
    { card: 'state' },
  ),
];
