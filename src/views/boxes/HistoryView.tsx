import { useActor } from '@xstate/react';
import type { ProfileId } from '#machines/domain/profiles.ts';
import { actorOf } from '#machines/flows/session/session.selectors.ts';
import { boxHistory } from '../../actors/list-boxes.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Page } from '../../components/Page.tsx';
import { firstLists } from '../../screens/first-lists.ts';
import { labelOf } from '../../screens/labels.ts';
import { boxPath } from '../../screens/paths.ts';
import { listTable } from '../records/list-table.ts';
import { detailColumn, type HistoryColumnId, historyColumns } from './box-history-columns.tsx';

const columns: readonly HistoryColumnId[] = [
  'tienda',
  'consecutivo',
  'fecha',
  'total',
  'estado',
  'tipo_usuario',
  'fecha_movimiento',
];

const withApproved: readonly HistoryColumnId[] = columns.flatMap((id): HistoryColumnId[] =>
  id === 'total' ? ['total', 'total_aprobado'] : [id],
);

/** The stores see what was approved. */
const columnsFor: Partial<Record<ProfileId, readonly HistoryColumnId[]>> = {
  2: withApproved,
  4: withApproved,
};

/** historialCaja: the boxes that were sent, of every store the person may see. */
export default function HistoryView({ machine = boxHistory }: { machine?: typeof boxHistory }) {
  const { profile } = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, {
    input: { query: firstLists.historialCaja },
  });
  return (
    <Page title={labelOf('historialCaja')}>
      <DataTable
        {...listTable(snapshot, send)}
        caption="Historial de cajas"
        columns={[
          ...(columnsFor[profile] ?? columns).map((id) => historyColumns[id]),
          detailColumn((row) => boxPath(profile, row)),
        ]}
        rowKey={(row) => row.id_caja}
        searchPlaceholder="Buscar por tienda, reembolso o estado"
        emptyTitle="Todavía no hay cajas enviadas"
      />
    </Page>
  );
}
