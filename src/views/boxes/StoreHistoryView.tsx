import { useActor } from '@xstate/react';
import { pageOf } from '#machines/flows/flow.selectors.ts';
import { actorOf } from '#machines/flows/session/session.selectors.ts';
import { boxHistory } from '../../actors/list-boxes.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Page } from '../../components/Page.tsx';
import { firstPage, oldestFirst } from '../../screens/first-lists.ts';
import { labelOf } from '../../screens/labels.ts';
import { linkTo, pathTo } from '../../screens/paths.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { listTable } from '../records/list-table.ts';
import { LoadSection } from '../problems/LoadProblem.tsx';
import { loadOf } from '../problems/load-of.ts';
import { detailColumn, historyColumns } from './box-history-columns.tsx';

/** The supervisor reviews the box; everybody else here only reads it. */
const detailOf = (profile: number) => (profile === 3 ? 'verCajaSupervisor' : 'detalleCajaCI');

/** historialTienda: the boxes of one store. */
export default function StoreHistoryView({
  machine = boxHistory,
}: {
  machine?: typeof boxHistory;
}) {
  const idTienda = useIdParam('idTienda');
  const { profile } = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, {
    input: { query: { ver_control: 1, id_tienda: idTienda, ...firstPage, ...oldestFirst } },
  });
  const table = listTable(snapshot, send);
  return (
    <Page
      title={labelOf('historialTienda')}
      subtitle={pageOf(snapshot).rows[0]?.tienda}
      back={linkTo('verTiendas')}
    >
      {table.status === 'forbidden' ? (
        <LoadSection {...loadOf(snapshot, send)} />
      ) : (
        <DataTable
          {...table}
          caption="Historial Caja Menor"
          columns={[
            ...Object.values(historyColumns),
            detailColumn((row) => pathTo(detailOf(profile), { idCaja: row.id_caja })),
          ]}
          rowKey={(row) => row.id_caja}
          searchPlaceholder="Buscar por reembolso o estado"
          emptyTitle="La tienda todavía no ha enviado cajas"
        />
      )}
    </Page>
  );
}
