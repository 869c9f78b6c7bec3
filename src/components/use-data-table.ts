import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { DataTableColumn, DataTableProps, DataTableQuery } from './data-table-props.ts';
import { containsWords, searchText } from './search-text.ts';

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});

const collator = new Intl.Collator('es-CO', { numeric: true, sensitivity: 'base' });

type SortValue = string | number | null | undefined;

/** Numbers by size, texts as a Colombian reads them ('Caja 9' before 'Caja 10'). */
function compare(left: SortValue, right: SortValue) {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

/** The library keeps undefined at the end in both directions; null and '' are as empty. */
function definedOrNothing(value: SortValue) {
  return value === null || value === '' ? undefined : value;
}

function columnDefs<Row extends object>(columns: readonly DataTableColumn<Row>[]) {
  return columns.map(
    (column): ColumnDef<typeof features, Row> => ({
      id: column.id,
      accessorFn: (row) => definedOrNothing(column.sortValue?.(row)),
      enableSorting: column.sortValue !== undefined,
      sortUndefined: 'last',
      sortFn: (left, right, id) =>
        compare(left.getValue<SortValue>(id), right.getValue<SortValue>(id)),
      // The whole row is searched at once, so that its words may stand in different columns.
      enableGlobalFilter: true,
    }),
  );
}

function rowTexts<Row extends object>(columns: readonly DataTableColumn<Row>[]) {
  const known = new WeakMap<Row, string>();
  return (row: Row) => {
    const text =
      known.get(row) ??
      searchText(columns.map((column) => column.searchValue?.(row) ?? '').join(' '));
    known.set(row, text);
    return text;
  };
}

/** One query for both modes: in client mode it is kept here, in server mode by the owner of the rows. */
export function useDataTable<Row extends object>({
  columns,
  rows,
  server,
  initialSort,
  initialPageSize = 10,
}: DataTableProps<Row>) {
  const [own, setOwn] = useState<DataTableQuery>({
    pagina: 1,
    limite: initialPageSize,
    buscar: '',
    ...(initialSort ? { orden: initialSort.id, direccion: initialSort.direction } : undefined),
  });
  const query = server?.query ?? own;
  const setQuery = server?.onQueryChange ?? setOwn;
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const textOf = useMemo(() => rowTexts(columns), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const manual = server !== undefined;

  const table = useTable({
    features,
    columns: defs,
    data,
    manualFiltering: manual,
    manualSorting: manual,
    manualPagination: manual,
    autoResetPageIndex: false,
    globalFilterFn: (row, _id, question: string) => containsWords(textOf(row.original), question),
    getColumnCanGlobalFilter: () => true,
    state: {
      columnFilters: [],
      globalFilter: query.buscar.trim(),
      sorting: query.orden ? [{ id: query.orden, desc: query.direccion === 'desc' }] : [],
      pagination: { pageIndex: query.pagina - 1, pageSize: query.limite },
    },
  });

  const total = server?.total ?? table.getFilteredRowModel().rows.length;
  const pageCount = Math.max(1, Math.ceil(total / query.limite));
  // Rows that went away (a deletion, a search) may take the last page with them.
  const page = Math.min(query.pagina, pageCount);
  const pageRows =
    manual || page === query.pagina
      ? table.getRowModel().rows
      : table.getSortedRowModel().rows.slice((page - 1) * query.limite, page * query.limite);

  return {
    query: { ...query, pagina: page },
    pageRows: pageRows.map((row) => row.original),
    total,
    pageCount,
    search: (buscar: string) => setQuery({ ...query, buscar, pagina: 1 }),
    turnTo: (pagina: number) => setQuery({ ...query, pagina }),
    resize: (limite: number) => setQuery({ ...query, limite, pagina: 1 }),
    sortBy: (orden: string, direccion: 'asc' | 'desc') =>
      setQuery({ ...query, orden, direccion, pagina: 1 }),
  };
}

export type DataTableModel<Row extends object> = ReturnType<typeof useDataTable<Row>>;
