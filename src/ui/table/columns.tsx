import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { stateTones, type Tone } from '#machines/domain/box/states.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { StatusBadge } from '../feedback/StatusBadge.tsx';
import { DayAndTime, Money } from '../layout/Money.tsx';
import type { DataTableColumn } from './use-data-table.ts';

const isTone = (color: string): color is Tone => Object.hasOwn(stateTones, color);

/** The tone of a state's `color` as it travels; an unknown one is neutral. */
export const toneOf = (color: string): Tone => (isTone(color) ? color : 'neutral');

/** Kinds of columns: what is shown is also what orders the rows. */

type Read<Row, Value> = (row: Row) => Value | null | undefined;

/** A cell of its own, in the order of the server alone. */
export const plainColumn = <Row,>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> => ({ id, header, cell, ...look });

/** Words, also searched; a dash where there are none. */
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

/** A day, or a day with its time, of the wire; searched as it is shown and as it travels. */
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

/** A figure, in the way that `show` writes it; a dash where there is none. */
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

/** Pesos of the wire; below them a note, where there is one. */
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

/** An amount with a note below it, whose own amounts and their reasons are not broken either: «$ 15.000 (tope)». */
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

/** An icon that leads somewhere or does something. */
export const iconColumn = <Row,>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  look: Partial<DataTableColumn<Row>> = {},
): DataTableColumn<Row> => plainColumn(id, header, cell, { align: 'center', ...look });
