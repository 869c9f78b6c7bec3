import { useActor } from '@xstate/react';
import { useSearchParams } from 'react-router-dom';
import type { AnswerOf } from '#contract/contract.ts';
import { awaitedStates, storeProfiles } from '#machines/domain/stages/stages.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { dataOf, failedToLoad } from '#machines/flows/steps/result.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { usePrefetched } from '../../wire/with-calls.ts';
import {
  type HistoryColumnId,
  NextPending,
  SentNotice,
  boxHistory,
  detailColumn,
  historyColumns,
  type pendingItems,
} from './box-lists.tsx';
import { PendingCounts } from '../../shell/PendingCounts.tsx';
import { Session } from '../../shell/session.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { TabLinks } from '../../ui/layout/TabLinks.tsx';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { boxPath, labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { useNoticed } from '../../shell/screens/use-destination.ts';
import { useListTable } from '../../shell/screens/list-table.ts';

const plain: readonly HistoryColumnId[] = [
  'tienda',
  'consecutivo',
  'fecha',
  'total',
  'estado',
  'tipo_usuario',
  'fecha_movimiento',
];

const withApproved: readonly HistoryColumnId[] = plain.flatMap((id): HistoryColumnId[] =>
  id === 'total' ? ['total', 'total_aprobado'] : [id],
);

/** Stores also see the approved value. */
const columnsFor: Partial<Record<ProfileId, readonly HistoryColumnId[]>> = {
  2: withApproved,
  4: withApproved,
};

/** Groups of the history; an id is also the name of its count, which `todas` lacks. */
const tabs = [
  { id: 'por_decidir', label: 'Por decidir' },
  { id: 'en_tramite', label: 'En trámite' },
  { id: 'cerradas', label: 'Cerradas' },
  { id: 'todas', label: 'Todas' },
] as const;

type TabId = (typeof tabs)[number]['id'];

/** Stores decide nothing; the boxes in their group wait for their papers to be sent. */
const labelOfTab = (id: TabId, label: string, profile: ProfileId): string =>
  id === 'por_decidir' && storeProfiles.includes(profile) ? 'Por enviar' : label;

const isTab = (text: string | null): text is TabId => tabs.some(({ id }) => id === text);

/** historialCaja: sent boxes in the user's scope, opening with those that wait for the user; links on after a send. */
export default function HistoryView({
  machine = boxHistory,
  pending,
}: {
  machine?: typeof boxHistory;
  pending?: typeof pendingItems;
}) {
  const counts = PendingCounts.useSelector(dataOf);
  const failed = PendingCounts.useSelector(failedToLoad);
  const { profile } = Session.useSelector(actorOf);
  const goesOn = useNoticed().message !== undefined && !storeProfiles.includes(profile);
  return (
    <Page
      title={labelOf('historialCaja')}
      actions={goesOn ? <NextPending {...(pending && { machine: pending })} /> : null}
    >
      <SentNotice />
      {counts === null && !failed ? (
        <LoadingState />
      ) : (
        <History machine={machine} counts={counts} />
      )}
    </Page>
  );
}

/** @param counts null when they failed to load; the list works without them */
function History({
  machine,
  counts,
}: {
  machine: typeof boxHistory;
  counts: AnswerOf<'/contarPendientes'> | null;
}) {
  const { profile } = Session.useSelector(actorOf);
  const [address] = useSearchParams();
  const named = address.get('grupo');
  const opens = counts !== null && counts.por_decidir > 0 ? 'por_decidir' : 'todas';
  const tab = isTab(named) ? named : opens;
  const columns = (columnsFor[profile] ?? plain).map((id) => historyColumns[id]);
  const { query, goWith } = useListAddress(firstLists.historialCaja, columns);
  const wanted = tab === 'todas' ? query : { ...query, grupo: tab };
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: wanted }));
  const table = useListTable(snapshot, send, { query: wanted, goWith });
  const { noticed = table.place.opened } = useNoticed();
  const shown = tabs.filter(({ id }) => id !== 'por_decidir' || awaitedStates(profile).length > 0);
  return (
    <>
      <TabLinks
        label="Cajas por etapa"
        tabs={shown.map(({ id, label }) => ({
          to: `${pathTo('historialCaja')}?grupo=${id}`,
          label: [
            labelOfTab(id, label, profile),
            ...(counts === null || id === 'todas' ? [] : [counts[id]]),
          ].join(' '),
          active: id === tab,
        }))}
      />
      <DataTable
        {...table}
        place={{ ...table.place, opened: noticed }}
        caption="Historial de cajas"
        columns={[...columns, detailColumn((row) => boxPath(profile, row))]}
        rowKey={(row) => row.id_caja}
        searchPlaceholder="Buscar por tienda, caja o estado"
        emptyTitle={
          tab === 'todas' ? 'Todavía no hay cajas enviadas' : 'No hay cajas en este grupo'
        }
      />
    </>
  );
}
