import { chakra } from '@chakra-ui/react/styled-system';
import { attemptIn, wayNames } from '#machines/domain/payment/payment-states.ts';
import { workedBriefly } from '#machines/domain/values/brief-durations.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import {
  keptSentence,
  type Payment,
  pastSentences,
  shownWayOf,
} from '#machines/flows/payments/payment.kinds.ts';
import {
  hasTicks,
  isTicked,
  isTickingAll,
  listIn,
  mayAct,
} from '#machines/flows/records/acting.machine.ts';
import type { ListPage, ListQuery } from '#machines/flows/records/list.machine.ts';
import type { Problem } from '#machines/flows/steps/result.ts';
import type { FlowTag } from '#machines/flows/steps/steps.ts';
import { tableLoadOf } from '../../shell/problems/LoadProblem.tsx';
import { pageTable } from '../../shell/screens/list-table.ts';
import { pathTo, voucherUrl } from '../../shell/screens/paths.ts';
import { type ListQueryState, useNewQuestion } from '../../shell/screens/use-list-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Anchor, TextLink } from '../../ui/fields/LinkButton.tsx';
import { ChoiceInput } from '../../ui/fields/RadioGroupField.tsx';
import { DayAndTime } from '../../ui/layout/Money.tsx';
import {
  figureColumn,
  moneyColumn,
  Noted,
  plainColumn,
  textColumn,
  toneOf,
} from '../../ui/table/columns.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverNow, serverToday } from '../../wire/server-clock.ts';

type Column = DataTableColumn<Payment>;

export const nameOfPayment = ({ tienda, consecutivo, concepto }: Payment): string =>
  concepto === '' ? `${tienda} n.º ${consecutivo}` : `${tienda}: ${concepto}`;

/** The number of the box, or the movement with who took it over. */
const paidFor = ({ consecutivo, concepto, asumido_por }: Payment) =>
  concepto === '' ? (
    String(consecutivo)
  ) : (
    <span data-unlabelled="">
      <Noted note={asumido_por}>{concepto}</Noted>
    </span>
  );

/** Remarks on a payment: a problem of its account, and what bank and store said of it before. */
const remarksOf = (payment: Payment): string =>
  [payment.problema, keptSentence(payment), ...pastSentences(payment, serverToday())]
    .filter((remark) => remark !== '')
    .join(' ');

const confirmationOf = ({ dia, referencia, referencia_propia }: Payment) =>
  dia === '' ? (
    <span data-nothing="">—</span>
  ) : (
    <>
      <DayAndTime>{dia}</DayAndTime>
      {`, ref. ${referencia} `}
      <chakra.span
        asChild
        aria-label={`Comprobante de egreso de ${referencia_propia}`}
        textDecoration="underline"
        whiteSpace="nowrap"
      >
        <Anchor href={voucherUrl(attemptIn(referencia_propia) ?? 0)}>Egreso (PDF)</Anchor>
      </chakra.span>
    </>
  );

/** Columns of a payment, by id. */
export const paymentColumns = (calendar: WorkingCalendar): Record<string, Column> => ({
  tienda: textColumn('tienda', 'Tienda', ({ tienda }) => tienda, { isRowHeader: true }),
  consecutivo: figureColumn('consecutivo', 'Caja n.º', ({ consecutivo }) => consecutivo, String, {
    align: 'start',
    card: 'left',
    cardLabel: 'Caja n.º',
    cell: paidFor,
  }),
  valor: moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
  estado: plainColumn(
    'estado',
    'Estado',
    ({ color, nombre_estado }) => <StatusBadge tone={toneOf(color)} label={nombre_estado} />,
    { card: 'state' },
  ),
  desde: figureColumn(
    'desde',
    'Espera (hábil)',
    ({ desde }) => desde,
    (desde) => workedBriefly(desde, serverNow(), calendar),
    { card: 'right' },
  ),
  via: plainColumn(
    'via',
    'Vía y cuenta',
    ({ banco, cuenta, ...way }) => (
      <Noted note={[banco, cuenta.replace(' ', '\u00a0')].filter((text) => text !== '').join(' ')}>
        {wayNames[shownWayOf(way)]}
      </Noted>
    ),
    { card: 'end' },
  ),
  lote: plainColumn(
    'lote',
    'Lote',
    ({ id_lote, referencia_propia, preparado_por, autorizado_por }) =>
      id_lote === null ? (
        '—'
      ) : (
        <Noted
          note={`${referencia_propia}: ${[preparado_por, autorizado_por].filter((text) => text !== '').join(', autorizó ')}`}
        >
          <TextLink to={pathTo('girosLote', { idLote: id_lote })}>{`Lote ${id_lote}`}</TextLink>
        </Noted>
      ),
    { card: 'act' },
  ),
  giro: plainColumn('giro', 'Día y referencia', confirmationOf, { card: 'right' }),
  /** The same with our reference, for a table without the batch. */
  giroPropio: plainColumn(
    'giroPropio',
    'Día y referencia',
    (row) =>
      row.dia === '' ? (
        row.referencia_propia
      ) : (
        <Noted note={row.referencia_propia}>{confirmationOf(row)}</Noted>
      ),
    { card: 'right' },
  ),
  problema: plainColumn(
    'problema',
    'Por atender',
    (row) => {
      const remarks = remarksOf(row);
      return remarks === '' ? (
        '—'
      ) : (
        <chakra.span color={row.problema === '' ? 'fg.muted' : 'fg.error'} textStyle="sm">
          {remarks}{' '}
          {row.problema === '' ? null : (
            <TextLink to={pathTo('girosCuenta', { idTienda: row.id_tienda })}>
              Ver la cuenta
            </TextLink>
          )}
        </chakra.span>
      );
    },
    { card: 'foot' },
  ),
});

/** The part of an acting snapshot that these components read. */
interface Acting<Data> {
  context: {
    data: Data | null;
    ticked: readonly { id_caja: number }[];
    problem: Problem | null;
  };
  hasTag(tag: FlowTag): boolean;
  matches(state: 'shown' | 'acting' | 'tickingAll'): boolean;
}

/** Checkbox column. @param name accessible name of the row @param canBe rows that can be ticked; default: every row */
export const tickColumn = <Row extends { id_caja: number }>(
  snapshot: Pick<Acting<unknown>, 'context' | 'matches'>,
  send: (event: { type: 'TICK'; rows: readonly Row[] }) => void,
  name: (row: Row) => string,
  canBe: (row: Row) => boolean = () => true,
): DataTableColumn<Row> =>
  plainColumn(
    'marcar',
    'Marcar',
    (row) =>
      canBe(row) ? (
        // Large enough for touch.
        <chakra.label
          htmlFor={`marcar-${row.id_caja}`}
          display="inline-grid"
          placeItems="center"
          boxSize={{ base: '11', md: '6' }}
        >
          <ChoiceInput
            type="checkbox"
            id={`marcar-${row.id_caja}`}
            aria-label={`Marcar ${name(row)}`}
            checked={isTicked(snapshot, row)}
            disabled={!mayAct(snapshot)}
            onChange={() => send({ type: 'TICK', rows: [row] })}
          />
        </chakra.label>
      ) : (
        '—'
      ),
    { align: 'center', card: 'act' },
  );

/** Warns who prepares that nobody may authorise some of these payments. */
export const LacksAuthoriser = ({ payments }: { payments: readonly Payment[] }) =>
  payments.some(({ sin_autorizador }) => sin_autorizador === 1) ? (
    <InlineAlert tone="warning">
      Nadie puede autorizar giros: lo que se prepara queda en espera. Pídalo a un administrador.
    </InlineAlert>
  ) : null;

/** Props of a table with tickable rows, whose page, order and search are stored in the address. */
export function useActingTable<Row extends object, Query extends ListQuery>(
  snapshot: Acting<ListPage<Row>>,
  send: (event: { type: 'RETRY' } | { type: 'ASK'; key: Query }) => void,
  { query, goWith }: ListQueryState<Query>,
) {
  useNewQuestion(query, (key) => send({ type: 'ASK', key }));
  return {
    ...tableLoadOf(snapshot, send),
    ...pageTable(listIn(snapshot), query, goWith),
  };
}

/** Ticks every row that matches the filter, on whatever page; unticks them. */
export function TickAll({
  snapshot,
  send,
}: {
  snapshot: Acting<ListPage<object>>;
  send: (event: { type: 'TICK_ALL' } | { type: 'UNTICK_ALL' }) => void;
}) {
  const { rows, total } = listIn(snapshot);
  const waiting = !mayAct(snapshot);
  return (
    <>
      {total === 0 ? null : (
        <GuardedButton
          variant="outline"
          waiting={waiting}
          busy={isTickingAll(snapshot) && 'Marcando…'}
          onClick={() => send({ type: 'TICK_ALL' })}
        >
          {total > rows.length ? `Marcar los ${total}` : 'Marcar todos'}
        </GuardedButton>
      )}
      {!hasTicks(snapshot) ? null : (
        <GuardedButton
          variant="outline"
          waiting={waiting}
          onClick={() => send({ type: 'UNTICK_ALL' })}
        >
          Quitar las marcas
        </GuardedButton>
      )}
    </>
  );
}
