import { useMemo, useState } from 'react';
import type { DataTableColumn, DataTableProps, DataTableQuery } from './data-table-props.ts';
import { containsWords, searchText } from './search-text.ts';

const collator = new Intl.Collator('es-CO', { numeric: true, sensitivity: 'base' });

/** Numbers by size, texts as a Colombian reads them ('Caja 9' before 'Caja 10'). */
function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

/** Rows in the order of a column; those without a value are last in both directions. */
function sorted<Row>(
  rows: readonly Row[],
  sortValue: NonNullable<DataTableColumn<Row>['sortValue']>,
  direction: 'asc' | 'desc' | undefined,
): readonly Row[] {
  const filled: { row: Row; value: string | number }[] = [];
  const empty: Row[] = [];
  for (const row of rows) {
    const value = sortValue(row);
    if (value === null || value === undefined || value === '') empty.push(row);
    else filled.push({ row, value });
  }
  const sign = direction === 'desc' ? -1 : 1;
  filled.sort((left, right) => sign * compare(left.value, right.value));
  return [...filled.map(({ row }) => row), ...empty];
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
  const { buscar, orden, direccion, limite } = query;
  const textOf = useMemo(() => rowTexts(columns), [columns]);

  // The whole row is searched at once, so that its words may stand in different columns.
  const found = useMemo(() => {
    if (server) return rows;
    const searched = buscar.trim();
    const matching =
      searched === '' ? rows : rows.filter((row) => containsWords(textOf(row), searched));
    const sortValue = columns.find(({ id }) => id === orden)?.sortValue;
    return sortValue ? sorted(matching, sortValue, direccion) : matching;
  }, [server, rows, columns, textOf, buscar, orden, direccion]);

  const total = server?.total ?? found.length;
  const pageCount = Math.max(1, Math.ceil(total / limite));
  // Rows that went away (a deletion, a search) may take the last page with them.
  const page = Math.min(query.pagina, pageCount);
  const pageRows = server ? found : found.slice((page - 1) * limite, page * limite);

  return {
    query: { ...query, pagina: page },
    pageRows,
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
