import { chakra } from '@chakra-ui/react/styled-system';
import { counted } from '#machines/domain/values/counted.ts';
import { anomaliesIn } from '#contract/anomalies.ts';
import type { PendingItem, PendingKind } from '#contract/calls/pending.calls.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { workedSince } from '#machines/domain/history/durations.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-time.ts';
import { type ProfileId, storeProfiles } from '#machines/domain/people/profiles.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { AnomalyMarker } from '../../ui/feedback/AnomalyMarker.tsx';
import type { DataTableColumn } from '../../ui/table/data-table-props.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { pendingPath } from '../../app/screens/pending-paths.ts';
import { Noted } from '../records/table-columns.tsx';

type Column = DataTableColumn<PendingItem>;

/** The words of each kind: what has to be done, and the button that leads there. */
const words: Record<PendingKind, { what: (item: PendingItem) => string; action: string }> = {
  decidir: {
    what: ({ cantidad }) => `Decidir ${counted(cantidad, 'gasto', 'gastos')}`,
    action: 'Decidir',
  },
  enviar: { what: () => 'Enviar la caja: todos sus gastos están decididos', action: 'Ver caja' },
  despachar: { what: () => 'Enviar los soportes físicos', action: 'Enviar' },
  soporte: {
    what: ({ cantidad }) => `Adjuntar ${counted(cantidad, 'soporte', 'soportes')}`,
    action: 'Adjuntar',
  },
  corregir: {
    what: ({ cantidad }) => `Corregir ${counted(cantidad, 'gasto rechazado', 'gastos rechazados')}`,
    action: 'Corregir',
  },
  fondo: {
    what: ({ valor, porcentaje }) =>
      valor < 0
        ? `Fondo excedido en ${formatPesos(-valor)}`
        : `Fondo bajo: queda el ${Math.floor(porcentaje ?? 0)} %`,
    action: 'Ver caja',
  },
  rechazo: {
    what: ({ cantidad }) => counted(cantidad, 'gasto rechazado', 'gastos rechazados'),
    action: 'Ver gasto',
  },
};

const placeOf = ({ tienda, consecutivo }: PendingItem): string =>
  consecutivo === null ? tienda : `${tienda} · n.º\u00a0${consecutivo}`;

/** @param seenUntil end of the last visit, epoch milliseconds; null for the first one, in which nothing is new */
const isNew = ({ desde }: PendingItem, seenUntil: number | null): boolean =>
  seenUntil !== null && desde !== null && desde > seenUntil;

function NamedExpenses({ item, profile }: { item: PendingItem; profile: number }) {
  const others = item.cantidad - item.gastos.length;
  if (item.gastos.length === 0) return '—';
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
  cell: ({ con_novedad }) => (con_novedad === 0 ? '—' : con_novedad),
};

/** The order is the server's: nothing here can be sorted. */
export const pendingColumns = (
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
    cell: ({ desde }) =>
      desde === null ? (
        '—'
      ) : (
        <Noted note={dateTimeInBogota(desde)}>
          {`hace ${workedSince(desde, serverNow(), calendar)}`}
        </Noted>
      ),
  },
  { id: 'tienda', header: 'Tienda', cell: placeOf },
  {
    id: 'valor',
    header: 'Valor',
    align: 'end',
    cell: ({ valor }) => <Money>{formatPesos(valor)}</Money>,
  },
  // A store has seen them when it recorded.
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
    cell: (item) => (
      <LinkButton to={pendingPath(item, profile)} size="sm">
        {words[item.tipo].action}
        <chakra.span srOnly>{`: ${words[item.tipo].what(item)}, ${placeOf(item)}`}</chakra.span>
      </LinkButton>
    ),
  },
];
