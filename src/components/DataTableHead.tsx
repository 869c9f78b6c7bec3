import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { DataTableColumn } from './data-table-props.ts';
import type { DataTableModel } from './use-data-table.ts';

export interface DataTableHeadProps<Row extends object> {
  columns: readonly DataTableColumn<Row>[];
  model: DataTableModel<Row>;
}

/** The heads; those of sortable columns are buttons. */
export function DataTableHead<Row extends object>({ columns, model }: DataTableHeadProps<Row>) {
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

const role = {
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
} as const;

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

function SortButton({ label, hidden, sorted, onSort }: SortButtonProps) {
  const IconOfSort = sorted ? iconOf[sorted] : ChevronsUpDown;
  return (
    <chakra.button
      type="button"
      onClick={onSort}
      display="inline-flex"
      alignItems="center"
      gap="1"
      mx="-1.5"
      px="1.5"
      minH="8"
      borderRadius="l1"
      fontWeight="semibold"
      textAlign="inherit"
      color={sorted ? 'teal.800' : undefined}
      cursor="pointer"
      _hover={{ bg: 'bg.emphasized', color: 'fg' }}
    >
      <chakra.span srOnly={hidden}>{label}</chakra.span>
      <chakra.span flexShrink="0" opacity={sorted ? 1 : 0.55}>
        <IconOfSort size={14} aria-hidden="true" />
      </chakra.span>
    </chakra.button>
  );
}

const iconOf = { ascending: ArrowUp, descending: ArrowDown } as const;
