import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { stateTones, type Tone } from '#machines/domain/stages/states.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { StatusBadge } from '../feedback/StatusBadge.tsx';
import { DayAndTime, Money } from '../layout/Money.tsx';
import type { DataTableColumn } from './use-data-table.ts';

const isTone = (color: string): color is Tone => Object.hasOwn(stateTones, color);

/** The tone of the wire `color` of a state; neutral for an unknown colour. */
export const toneOf = (color: string): Tone => (isTone(color) ? color : 'neutral');

/** Types of columns. Most of them sort by the displayed value. */

type Read<Row, Value> = (row: Row) => Value | null | undefined;

/** A custom cell; not sortable. */
export const plainColumn = <Row,>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> => ({ id, header, cell, ...look });

/** A text, also searched; a dash when it is empty. */
export const textColumn = <Row,>(
  id: string,
  header: string,
  read: Read<Row, string>,
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> => ({
  id,
  header,
  cell: (row) => read(row) || '—',
  sortValue: read,
  searchValue: read,
  ...look,
});

/** A wire date, with or without a time; searched in display format and in wire format. */
export const dateColumn = <Row,>(
  id: string,
  header: string,
  read: Read<Row, string>,
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> =>
  textColumn(id, header, read, {
    cell: (row) => <DayAndTime>{read(row) || '—'}</DayAndTime>,
    searchValue: (row) => `${read(row) ?? ''} ${shortDate((read(row) ?? '').slice(0, 10))}`,
    ...look,
  });

/** A number formatted by `show`; a dash when there is none. */
export const figureColumn = <Row,>(
  id: string,
  header: string,
  read: Read<Row, number>,
  show: (figure: number) => ReactNode,
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> => ({
  id,
  header,
  align: 'end',
  cell: (row) => {
    const figure = read(row);
    return figure === null || figure === undefined ? '—' : show(figure);
  },
  sortValue: read,
  ...look,
});

/** A wire amount in pesos, with an optional note below it. */
export const moneyColumn = <Row,>(
  id: string,
  header: string,
  read: Read<Row, number>,
  { note, ...look }: Partial<DataTableColumn<Row>> & { note?: (row: Row) => string } = {},
): DataTableColumn<Row> => {
  const plain = figureColumn(id, header, read, (pesos) => <Money>{formatPesos(pesos)}</Money>);
  return {
    ...plain,
    ...(note && { cell: (row) => <Noted note={note(row)}>{plain.cell(row)}</Noted> }),
    ...look,
  };
};

/** Content with a note below it; an amount in the note and its reason do not wrap: «$ 15.000 (tope)». */
export function Noted({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      {children}
      {note === '' ? null : (
        <chakra.span data-note="" display="block" textStyle="xs" color="fg.muted">
          {note.replaceAll('$ ', '$\u00a0').replaceAll(' (', '\u00a0(')}
        </chakra.span>
      )}
    </>
  );
}

/** The state of a box, as the server names and colours it. */
export const stateColumn = <Row extends { estado: string; color: string }>(
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> => ({
  id: 'estado',
  header: 'Estado',
  width: '10rem',
  cell: (row) => <StatusBadge tone={toneOf(row.color)} label={row.estado} />,
  sortValue: (row) => row.estado,
  card: 'state',
  ...look,
});

export const iconColumn = <Row,>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> => plainColumn(id, header, cell, { align: 'center', ...look });
