import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { PendingItem, PendingKind } from '#contract/calls/pending.calls.ts';
import { holdsMoney } from '#machines/domain/people/authority.ts';
import { workedAgo } from '#machines/domain/values/durations.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { storeProfiles } from '#machines/domain/stages/stages.ts';
import { dateTimeInBogota, shortDateTime } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { anomaliesIn, counted } from '#machines/domain/values/texts.ts';
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
import { NextLink, pendingItems, placeOf } from '../boxes/box-lists.tsx';
import { Noted } from '../../ui/table/columns.tsx';
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

/** Texts of each kind: the task, and the label of its button. */
const words: Record<PendingKind, { what: (item: PendingItem) => string; action: string }> = {
  decidir: {
    what: ({ cantidad }) => `Decidir ${counted(cantidad, 'gasto', 'gastos')}`,
    action: 'Decidir',
  },
  enviar: { what: () => 'Enviar la caja: todos sus gastos están decididos', action: 'Ver caja' },
  reclamo: { what: () => 'Buscar el giro: no llegó', action: 'Ver lote' },
  devolucion: {
    what: ({ cantidad }) => `Aprobar ${counted(cantidad, 'devolución', 'devoluciones')}`,
    action: 'Ver lote',
  },
  autorizar: {
    what: ({ id_lote, cantidad }) =>
      `Autorizar lote ${id_lote}: ${counted(cantidad, 'giro', 'giros')}`,
    action: 'Ver lote',
  },
  sinAutorizador: { what: () => 'Falta quien autorice giros', action: 'Ver usuarios' },
  girar: {
    what: ({ cantidad }) => `Preparar ${counted(cantidad, 'giro', 'giros')}`,
    action: 'Girar',
  },
  diferencia: { what: () => 'Resolver un arqueo', action: 'Ver arqueos' },
  liquidar: { what: () => 'Liquidar el fondo: tienda inactiva', action: 'Ver movimientos' },
  despachar: { what: () => 'Enviar los papeles', action: 'Enviar' },
  soporte: {
    what: ({ cantidad }) => `Adjuntar ${counted(cantidad, 'soporte', 'soportes')}`,
    action: 'Adjuntar',
  },
  corregir: {
    what: ({ cantidad }) => `Corregir ${counted(cantidad, 'gasto rechazado', 'gastos rechazados')}`,
    action: 'Corregir',
  },
  recibir: { what: () => 'Confirmar si llegó el dinero', action: 'Responder' },
  arqueo: { what: () => 'Haga el arqueo: cambió quien responde', action: 'Hacer arqueo' },
  vale: { what: () => 'Legalizar vales', action: 'Ver vales' },
  papeles: { what: () => 'Averiguar por los papeles', action: 'Ver envío' },
  aCargo: { what: () => 'Hay dinero a cargo', action: 'Ver qué se debe' },
  fondo: {
    what: ({ valor, porcentaje, cantidad }) => {
      const left = Math.floor(porcentaje ?? 0);
      if (valor < 0) return `Fondo excedido en ${formatPesos(-valor)}`;
      return cantidad === 0 ? `Fondo bajo: queda el ${left} %` : `Queda ${left} %: envíe su caja`;
    },
    action: 'Ver caja',
  },
  rechazo: {
    what: ({ cantidad }) => counted(cantidad, 'gasto rechazado', 'gastos rechazados'),
    action: 'Ver gasto',
  },
};

/** @param seenUntil end of the previous visit, epoch milliseconds; null for the first visit, when nothing is new */
const isNew = ({ desde }: PendingItem, seenUntil: number | null): boolean =>
  seenUntil !== null && desde !== null && desde > seenUntil;

function NamedExpenses({ item, profile }: { item: PendingItem; profile: number }) {
  const others = item.cantidad - item.gastos.length;
  if (item.gastos.length === 0) return null;
  return (
    <chakra.ul listStyleType="none" display="grid" gap="1">
      {item.gastos.map((expense) => (
        <li key={expense.id_gasto}>
          <TextLink to={pendingPath(item, profile, expense.id_gasto)}>
            {`${expense.proveedor}, ${formatPesos(expense.valor).replace('$ ', '$\u00a0')}`}
          </TextLink>{' '}
          <AnomalyMarker lines={anomaliesIn(expense.informe_novedad)} compact />
          {expense.motivo === '' ? null : (
            <chakra.span display="block" textStyle="xs" color="fg.muted">
              {expense.motivo}
            </chakra.span>
          )}
        </li>
      ))}
      {others > 0 ? (
        <chakra.li textStyle="xs" color="fg.muted">
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
    cell: (item) => (
      <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
        {words[item.tipo].what(item)}
        {isNew(item, seenUntil) ? <StatusBadge tone="info" label="Nuevo" size="xs" /> : null}
      </chakra.span>
    ),
  },
  {
    id: 'desde',
    header: 'Espera',
    nowrap: true,
    card: 'end',
    cell: ({ desde }) =>
      desde === null ? (
        '—'
      ) : (
        <Noted note={shortDateTime(dateTimeInBogota(desde))}>
          {workedAgo(desde, serverNow(), calendar)}
        </Noted>
      ),
  },
  { id: 'tienda', header: 'Tienda', card: 'line', cell: placeOf },
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
        {words[item.tipo].action}
        <chakra.span srOnly>{`: ${words[item.tipo].what(item)}, ${placeOf(item)}`}</chakra.span>
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
