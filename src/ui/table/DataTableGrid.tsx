import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { MovingRows } from '../overlay/Moving.tsx';
import {
  cardTableStyles,
  denseTableStyles,
  scrollStyles,
  tableStyles,
} from './data-table.styles.ts';
import type {
  DataTableColumn,
  DataTableFooter,
  DataTableModel,
  DataTableProps,
} from './use-data-table.ts';

type DataTableGridProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'beneath' | 'caption' | 'columns' | 'rowKey' | 'footer' | 'server' | 'noticed' | 'dense' | 'place'
> & { model: DataTableModel<Row>; busy: boolean };

/** A row, or what is shown beneath it. */
interface Line<Row> {
  row: Row;
  under: ReactNode;
}

/**
 * The table element. Its roles are explicit because on phones its parts are displayed as blocks, for which browsers
 * drop the table semantics.
 */
export function DataTableGrid<Row extends object>({
  caption,
  columns,
  rowKey,
  footer,
  server,
  noticed,
  dense = false,
  place,
  beneath,
  model,
  busy,
}: DataTableGridProps<Row>) {
  const lines: Line<Row>[] = model.pageRows.flatMap((row) => {
    const under = beneath?.(row) ?? null;
    return under === null
      ? [{ row, under }]
      : [
          { row, under: null },
          { row, under },
        ];
  });
  const body = useRef<HTMLTableSectionElement>(null);
  // Only on mount: later renders must not move the focus back.
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('[data-opened] a')?.focus({ preventScroll: true });
  }, []);
  const open = ({ target }: SyntheticEvent) => {
    const line = target instanceof Element && target.closest('a') ? target.closest('tr') : null;
    const row = line === null ? undefined : lines[line.sectionRowIndex]?.row;
    if (row !== undefined) place?.onOpen(rowKey(row));
  };
  const hasCards = columns.some(({ card }) => card !== undefined);
  // A missing server row may have been removed or be on another page, so any change of rows is a new question.
  const question = server ? model.pageRows.map(rowKey).join() : JSON.stringify(model.query);
  return (
    <chakra.div position="relative" css={scrollStyles}>
      {busy ? <BusyLine /> : null}
      <chakra.table
        role="table"
        css={dense ? denseTableStyles : hasCards ? cardTableStyles : tableStyles}
        aria-busy={busy || undefined}
      >
        <caption>{caption}</caption>
        <DataTableHead columns={columns} model={model} />
        <tbody ref={body} {...role.rowgroup} onClickCapture={open}>
          <MovingRows
            rows={lines}
            rowKey={({ row, under }) => (under === null ? rowKey(row) : `${rowKey(row)} beneath`)}
            question={question}
            noticed={noticed}
          >
            {({ row, under }) =>
              under === null ? (
                columns.map((column) => (
                  <DataTableCell
                    key={column.id}
                    column={column}
                    row={row}
                    opened={rowKey(row) === place?.opened}
                  />
                ))
              ) : (
                <td colSpan={columns.length} {...role.cell} data-card="foot">
                  <span>{under}</span>
                </td>
              )
            }
          </MovingRows>
        </tbody>
        {footer ? <DataTableFoot columns={columns} footer={footer} /> : null}
      </chakra.table>
    </chakra.div>
  );
}

/** The rows stay readable while newer ones are loading. */
function BusyLine() {
  return (
    <chakra.div
      role="status"
      position="absolute"
      insetX="0"
      top="0"
      height="3px"
      bg="teal.600"
      animation="pulse"
    >
      <chakra.span srOnly>Actualizando…</chakra.span>
    </chakra.div>
  );
}

const role = {
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  rowheader: { role: 'rowheader' },
  columnheader: { role: 'columnheader' },
} as const;

interface DataTableCellProps<Row> {
  column: DataTableColumn<Row>;
  row: Row;
  opened: boolean;
}

function DataTableCell<Row>({ column, row, opened }: DataTableCellProps<Row>) {
  const content = <span>{column.cell(row)}</span>;
  const shared = {
    'data-column': column.id,
    'data-opened': opened ? '' : undefined,
    'data-align': column.align,
    'data-nowrap': column.nowrap ? '' : undefined,
    'data-phone': column.hideOnPhone ? 'hide' : undefined,
    'data-card': column.card,
    'data-card-label': column.cardLabel,
  };
  if (column.isRowHeader) {
    return (
      <th scope="row" {...role.rowheader} {...shared}>
        {content}
      </th>
    );
  }
  return (
    <td {...role.cell} {...shared} data-label={column.hideHeader ? undefined : column.header}>
      {content}
    </td>
  );
}

interface DataTableFootProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  footer: DataTableFooter;
}

function DataTableFoot<Row>({ columns, footer }: DataTableFootProps<Row>) {
  const first = columns.findIndex((column) => footer.cells[column.id] !== undefined);
  const span = Math.max(1, first);
  return (
    <tfoot {...role.rowgroup}>
      <tr {...role.row}>
        <th scope="row" {...role.rowheader} colSpan={span}>
          {footer.label}
        </th>
        {columns.slice(span).map((column) => (
          <td key={column.id} {...role.cell} data-align={column.align} data-label={column.header}>
            {footer.cells[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

interface DataTableHeadProps<Row extends object> {
  columns: readonly DataTableColumn<Row>[];
  model: DataTableModel<Row>;
}

/** The column headers; those of sortable columns are buttons. */
function DataTableHead<Row extends object>({ columns, model }: DataTableHeadProps<Row>) {
  return (
    <thead {...role.rowgroup}>
      <tr {...role.row}>
        {columns.map((column) => {
          const sorted = sortOf(column.id, model);
          return (
            <th
              key={column.id}
              scope="col"
              {...role.columnheader}
              aria-sort={column.sortValue ? (sorted ?? 'none') : undefined}
              data-align={column.align}
              style={column.width ? { width: column.width } : undefined}
            >
              {column.sortValue ? (
                <SortButton
                  label={column.header}
                  hidden={column.hideHeader}
                  sorted={sorted}
                  onSort={() => model.sortBy(column.id, sorted === 'ascending' ? 'desc' : 'asc')}
                />
              ) : (
                <chakra.span srOnly={column.hideHeader}>{column.header}</chakra.span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type Sorted = 'ascending' | 'descending' | undefined;

function sortOf<Row extends object>(id: string, { query }: DataTableModel<Row>): Sorted {
  if (query.orden !== id) return undefined;
  return query.direccion === 'desc' ? 'descending' : 'ascending';
}

interface SortButtonProps {
  label: string;
  hidden: boolean | undefined;
  sorted: Sorted;
  onSort: () => void;
}

/** The name is outside of the button, which is hidden in cards: a header is never empty. The button covers the cell. */
function SortButton({ label, hidden, sorted, onSort }: SortButtonProps) {
  const IconOfSort = sorted ? iconOf[sorted] : ChevronsUpDown;
  const id = useId();
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1"
      minH="8"
      color={sorted ? 'teal.800' : undefined}
    >
      <chakra.span id={id} srOnly={hidden}>
        {label}
      </chakra.span>
      <chakra.button
        type="button"
        aria-labelledby={id}
        onClick={onSort}
        flexShrink="0"
        opacity={sorted ? 1 : 0.55}
        borderRadius="l1"
        cursor="pointer"
        _hover={{ opacity: 1 }}
        _after={{ content: '""', position: 'absolute', inset: '0' }}
      >
        <IconOfSort size={14} aria-hidden="true" />
      </chakra.button>
    </chakra.span>
  );
}

const iconOf = { ascending: ArrowUp, descending: ArrowDown } as const;
