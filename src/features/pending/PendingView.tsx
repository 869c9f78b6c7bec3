import { useActor } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { PendingItem } from '#contract/calls/pending.calls.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { isLoading, problemOf } from '#machines/flows/steps/flow.selectors.ts';
import { actorOf } from '#machines/flows/session/session.selectors.ts';
import { useBegun } from '../../wire/hydrated-actor.ts';
import { pendingItems } from '../boxes/list-boxes.actors.ts';
import { Session, useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { currentVisit, noteVisit } from '../records/stored-visits.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { usePageVisibility } from '../../ui/layout/use-page-visibility.ts';
import { firstLists } from '../../app/screens/first-lists.ts';
import { labelOf } from '../../app/screens/labels.ts';
import { useListAddress } from '../../app/screens/use-list-address.ts';
import { useListTable } from '../records/use-list-table.ts';
import { pendingColumns } from './pending-columns.tsx';

/** A box may be here twice: its papers and its rejected expenses. */
const keyOf = ({ tipo, id_caja, id_tienda }: PendingItem): string =>
  `${tipo} ${id_caja ?? `tienda ${id_tienda}`}`;

/** misPendientes: what waits for the person, each with the way to where it is attended to. */
export default function PendingView({ machine = pendingItems }: { machine?: typeof pendingItems }) {
  const { id, profile } = Session.useSelector(actorOf);
  const [{ before }] = useState(() => currentVisit(id));
  const calendar = useWorkingCalendar();
  const columns = useMemo(
    () => pendingColumns(profile, before, calendar),
    [profile, before, calendar],
  );
  const place = useListAddress(firstLists.misPendientes, columns);
  const [snapshot, send] = useActor(machine, useBegun(machine, { query: place.query }));
  const table = useListTable(snapshot, send, place);
  const shown = !isLoading(snapshot) && problemOf(snapshot) === null;
  useEffect(() => {
    if (shown) noteVisit(id);
  }, [shown, id]);
  usePageVisibility((visible) => {
    if (visible) send({ type: 'REFRESH' });
  });
  return (
    <Page
      title={labelOf('misPendientes')}
      subtitle={
        before === null ? null : `Nuevo: desde su última visita, ${dateTimeInBogota(before)}`
      }
    >
      <DataTable
        {...table}
        caption="Mis pendientes"
        columns={columns}
        rowKey={keyOf}
        searchPlaceholder="Buscar una tienda"
        emptyTitle="No tiene nada pendiente"
        emptyDescription="Lo que espere algo de usted aparecerá aquí."
      />
    </Page>
  );
}
