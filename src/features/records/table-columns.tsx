/** Kinds of columns: what is shown is also what orders the rows. */
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { formatPesos } from '#machines/domain/values/money.ts';
import type { DataTableColumn } from '../../ui/table/data-table-props.ts';
import { Money } from '../../ui/layout/Money.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toneOf } from './state-tone.ts';

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

/** An amount with a note below it, whose own amounts are not broken either. */
export function Noted({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      {children}
      {note === '' ? null : (
        <chakra.span display="block" textStyle="xs" color="fg.muted">
          {note.replaceAll('$ ', '$\u00a0')}
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
  cell: (row) => <StatusBadge tone={toneOf(row.color)} label={row.estado} />,
  sortValue: (row) => row.estado,
  ...look,
});

/** An icon that leads somewhere or does something. */
export const iconColumn = <Row,>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
): DataTableColumn<Row> => plainColumn(id, header, cell, { align: 'center' });
