import { useActor } from '@xstate/react';
import { pageOf } from '#machines/flows/steps/result.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { boxHistory, detailColumn, historyColumns } from './box-lists.tsx';
import { Session } from '../../shell/session.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { firstPage, oldestFirst } from '../../shell/screens/first-lists.ts';
import { labelOf, linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam, useListAddress } from '../../shell/screens/use-list-address.ts';
import { useListTable } from '../../shell/screens/list-table.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';

/** Supervisors review the box; other profiles only read it. */
const detailOf = (profile: number) => (profile === 3 ? 'verCajaSupervisor' : 'detalleCajaCI');

const columns = Object.values(historyColumns);

/** historialTienda: the boxes of one store. */
export default function StoreHistoryView({
  machine = boxHistory,
}: {
  machine?: typeof boxHistory;
}) {
  const idTienda = useIdParam('idTienda');
  const { profile } = Session.useSelector(actorOf);
  const begins = { ver_control: 1, id_tienda: idTienda, ...firstPage, ...oldestFirst } as const;
  const place = useListAddress(begins, columns);
  const [snapshot, send] = useActor(machine, { input: { query: place.query } });
  const table = useListTable(snapshot, send, place);
  return (
    <Page
      title={labelOf('historialTienda')}
      subject={pageOf(snapshot).rows[0]?.tienda}
      back={linkTo('verTiendas')}
      actions={
        <LinkButton to={pathTo('movimientosTienda', { idTienda })} variant="outline" size="sm">
          Fondo
        </LinkButton>
      }
    >
      {table.status === 'forbidden' ? (
        <LoadSection {...loadOf(snapshot, send)} />
      ) : (
        <DataTable
          {...table}
          caption="Historial Caja Menor"
          columns={[
            ...columns,
            detailColumn((row) => pathTo(detailOf(profile), { idCaja: row.id_caja })),
          ]}
          rowKey={(row) => row.id_caja}
          searchPlaceholder="Buscar por caja o estado"
          emptyTitle="La tienda todavía no ha enviado cajas"
        />
      )}
    </Page>
  );
}
