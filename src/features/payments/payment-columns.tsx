import { chakra } from '@chakra-ui/react/styled-system';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { workedSince } from '#machines/domain/history/durations.ts';
import { wayNames } from '#machines/domain/payment/payment-states.ts';
import type { Payment } from '#machines/flows/payments/payment.kinds.ts';
import { pathTo } from '../../app/screens/paths.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverNow } from '../../wire/server-clock.ts';
import {
  Noted,
  figureColumn,
  moneyColumn,
  plainColumn,
  textColumn,
  toneOf,
} from '../records/list-table.tsx';

type Column = DataTableColumn<Payment>;

export const nameOfPayment = ({ tienda, consecutivo }: Payment): string =>
  `${tienda} n.º ${consecutivo}`;

/** What was said about a payment: of the bank, of the store, of its account. */
const remarksOf = ({ problema, motivo, nota }: Payment): string =>
  [problema, motivo === '' ? '' : `Devuelto: ${motivo}`, nota === '' ? '' : `La tienda: ${nota}`]
    .filter((remark) => remark !== '')
    .join(' ');

/** What is needed to decide about a payment. */
export const paymentColumns = (calendar: WorkingCalendar): Record<string, Column> => ({
  tienda: textColumn('tienda', 'Tienda', ({ tienda }) => tienda, { isRowHeader: true }),
  consecutivo: figureColumn('consecutivo', 'Caja n.º', ({ consecutivo }) => consecutivo, String, {
    align: 'start',
  }),
  valor: moneyColumn('valor', 'Aprobado', ({ valor }) => valor),
  estado: plainColumn('estado', 'Estado', ({ color, nombre_estado }) => (
    <StatusBadge tone={toneOf(color)} label={nombre_estado} />
  )),
  desde: figureColumn(
    'desde',
    'Desde hace',
    ({ desde }) => desde,
    (desde) => workedSince(desde, serverNow(), calendar),
    { align: 'start' },
  ),
  via: plainColumn('via', 'Vía y cuenta', ({ via, banco, cuenta }) => (
    <Noted note={[banco, cuenta].filter((text) => text !== '').join(' ')}>{wayNames[via]}</Noted>
  )),
  lote: plainColumn('lote', 'Lote', ({ id_lote, preparado_por, autorizado_por }) =>
    id_lote === null ? (
      '—'
    ) : (
      <Noted
        note={[preparado_por, autorizado_por].filter((text) => text !== '').join(', autorizó ')}
      >
        <TextLink to={pathTo('girosLote', { idLote: id_lote })}>{`Lote ${id_lote}`}</TextLink>
      </Noted>
    ),
  ),
  giro: plainColumn('giro', 'Día y referencia', ({ dia, referencia }) => (
    <Noted note={referencia}>{dia === '' ? '—' : dia}</Noted>
  )),
  problema: plainColumn('problema', 'Por atender', (row) => (
    <chakra.span color={row.problema === '' ? 'fg.muted' : 'fg.error'} textStyle="sm">
      {remarksOf(row) || '—'}
    </chakra.span>
  )),
});
