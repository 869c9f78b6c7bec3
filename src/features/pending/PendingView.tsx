import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { PendingItem } from '#contract/calls/pending.calls.ts';
import { holdsMoney } from '#machines/domain/people/authority.ts';
import { workedBriefly } from '#machines/domain/values/brief-durations.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { storeProfiles } from '#machines/domain/stages/stages.ts';
import { dateTimeInBogota, shortDateTime } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { type Visit, visitAt } from '#machines/flows/records/list.machine.ts';
import { actorOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { isLoading, problemOf } from '#machines/flows/steps/result.ts';
import { Session, useWorkingCalendar } from '../../shell/session.ts';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { labelOf } from '../../shell/screens/paths.ts';
import { pendingPath } from '../../shell/screens/pending-paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { AnomalyMarker } from '../../ui/feedback/AnomalyMarker.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { usePageVisibility } from '../../ui/layout/use-in-view.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { usePrefetched } from '../../wire/with-calls.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { storeText, storedJson } from '../../wire/browser-storage.ts';
import { NextLink, pendingItems, pendingWords, placeOf } from '../boxes/box-lists.tsx';
import { useListTable } from '../../shell/screens/list-table.ts';
import type { rightsNotices } from './RightsNotices.tsx';

/** Loaded after the list, which has most to do. */
const RightsNotices = lazy(async () => ({
  default: (await import('./RightsNotices.tsx')).RightsNotices,
}));

/** Visits of each user to the list of pending items, stored in this browser. */

const visitKeyOf = (person: number): string => `visita.${person}`;

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' &&
  value !== null &&
  'last' in value &&
  typeof value.last === 'number' &&
  'before' in value &&
  (value.before === null || typeof value.before === 'number');

function storedVisit(person: number): Visit | null {
  const value = storedJson(visitKeyOf(person));
  return isVisit(value) ? value : null;
}

/** The current visit: the stored one when it is still open, else a new one. */
const currentVisit = (person: number): Visit => visitAt(storedVisit(person), serverNow());

/** Called once the list is shown; items that were not shown stay new. Without storage no item is marked as new. */
const noteVisit = (person: number): boolean =>
  storeText(visitKeyOf(person), JSON.stringify(currentVisit(person)));

type Column = DataTableColumn<PendingItem>;

/** @param seenUntil end of the previous visit, epoch milliseconds; null for the first visit, when nothing is new */
const isNew = ({ desde }: PendingItem, seenUntil: number | null): boolean =>
  seenUntil !== null && desde !== null && desde > seenUntil;

/** The first expense of an item with the anomalies of all, so that an item is one line; its box has the others. */
function NamedExpenses({ item, profile }: { item: PendingItem; profile: number }) {
  const [expense] = item.gastos;
  if (expense === undefined) return null;
  const others = item.cantidad - 1;
  return (
    <chakra.ul listStyleType="none" display="flex" alignItems="center" gap="1.5">
      <chakra.li minW="0" maxW="12rem">
        <chakra.span display="flex" alignItems="center" gap="1.5">
          {/* An inline link is cut with an ellipsis. */}
          <chakra.span truncate title={expense.proveedor} css={{ '& a': { display: 'inline' } }}>
            <TextLink to={pendingPath(item, profile, expense.id_gasto)}>
              {expense.proveedor}
            </TextLink>
          </chakra.span>
          <AnomalyMarker
            lines={item.gastos.flatMap(({ informe_novedad }) => anomaliesIn(informe_novedad))}
            compact
          />
        </chakra.span>
        {expense.motivo === '' ? null : (
          <chakra.span display="block" textStyle="xs" color="fg.muted">
            {expense.motivo}
          </chakra.span>
        )}
      </chakra.li>
      {others > 0 ? (
        <chakra.li textStyle="xs" color="fg.muted" whiteSpace="nowrap">
          {`y ${others} más`}
        </chakra.li>
      ) : null}
    </chakra.ul>
  );
}

const anomalies: Column = {
  id: 'con_novedad',
  header: 'Con novedad',
  align: 'end',
  card: 'state',
  cardLabel: 'Con novedad',
  cell: ({ con_novedad }) => (con_novedad === 0 ? <span data-nothing="" /> : con_novedad),
};

/** The server sorts the rows; no column can be sorted here. */
const pendingColumns = (
  profile: ProfileId,
  seenUntil: number | null,
  calendar: WorkingCalendar,
): readonly Column[] => [
  {
    id: 'tipo',
    header: 'Qué hacer',
    isRowHeader: true,
    width: '14.5rem',
    cell: (item) => (
      <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
        {pendingWords[item.tipo].what(item)}
        {isNew(item, seenUntil) ? <StatusBadge tone="info" label="Nuevo" size="xs" /> : null}
      </chakra.span>
    ),
  },
  {
    id: 'desde',
    header: 'Espera hábil',
    nowrap: true,
    align: 'end',
    card: 'end',
    cell: ({ desde }) =>
      desde === null ? (
        <span data-nothing="">—</span>
      ) : (
        <span title={shortDateTime(dateTimeInBogota(desde))}>
          {workedBriefly(desde, serverNow(), calendar)}
        </span>
      ),
  },
  { id: 'tienda', header: 'Tienda', nowrap: true, card: 'line', cell: placeOf },
  {
    id: 'valor',
    header: 'Valor',
    align: 'end',
    card: 'figure',
    cell: ({ valor }) => <Money>{formatPesos(valor)}</Money>,
  },
  // A store saw its anomalies when it recorded the expenses.
  ...(storeProfiles.includes(profile) ? [] : [anomalies]),
  {
    id: 'gastos',
    header: 'Gastos',
    cell: (item) => <NamedExpenses item={item} profile={profile} />,
  },
  {
    id: 'detail',
    header: 'Acción',
    hideHeader: true,
    align: 'end',
    card: 'link',
    cell: (item) => (
      <LinkButton to={pendingPath(item, profile)} size="sm" variant="outline" ofRow>
        {pendingWords[item.tipo].action}
        <chakra.span
          srOnly
        >{`: ${pendingWords[item.tipo].what(item)}, ${placeOf(item)}`}</chakra.span>
      </LinkButton>
    ),
  },
];

/** A box may have several rows, for example for its papers and for its rejected expenses. */
const keyOf = ({ tipo, id_caja, id_lote, id_tienda }: PendingItem): string =>
  `${tipo} ${id_caja ?? (id_lote === null ? `tienda ${id_tienda}` : `lote ${id_lote}`)}`;

/** misPendientes: pending items of the user, each with a link to the screen that completes it. */
export default function PendingView({
  machine = pendingItems,
  notices,
}: {
  machine?: typeof pendingItems;
  notices?: typeof rightsNotices;
}) {
  const { id, profile } = Session.useSelector(actorOf);
  const permisos = Session.useSelector(permissionsOf).join(',');
  const [{ before }] = useState(() => currentVisit(id));
  const calendar = useWorkingCalendar();
  const columns = useMemo(
    () => pendingColumns(profile, before, calendar),
    [profile, before, calendar],
  );
  const place = useListAddress(firstLists.misPendientes, columns);
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
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
      actions={<NextLink item={table.rows[0]} />}
      subtitle={
        before === null
          ? null
          : `Nuevo: desde su última visita, ${shortDateTime(dateTimeInBogota(before))}`
      }
    >
      {holdsMoney({ tipo: profile, permisos }) ? (
        <Suspense>
          <RightsNotices machine={notices} />
        </Suspense>
      ) : null}
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
