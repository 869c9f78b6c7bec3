import { type ReactNode, useMemo, useState } from 'react';
import { unaccented } from '#machines/domain/values/texts.ts';
import { containsWords } from '../fields/SearchInput.tsx';
import type { CardPlace } from './data-table.styles.ts';
import type { RestoredPosition } from './list-positions.ts';

export interface DataTableColumn<Row> {
  id: string;
  /** Header of the column, and label of the value in a phone card. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable; in server mode its value is not used, `id` is sent as `orden`. Empty values go last. */
  sortValue?: (row: Row) => string | number | null | undefined;
  /** Text the search looks in (case and accents do not count). Without it the column is not searched. */
  searchValue?: (row: Row) => string | null | undefined;
  align?: 'start' | 'center' | 'end';
  hideOnPhone?: boolean;
  /** Area of the value in a card of three lines, as which a phone shows a row of a list with such columns. */
  card?: CardPlace;
  /** Text before the value in that card. */
  cardLabel?: string;
  /** The value that names the row: a row header on wide screens, the title of the card on a phone. */
  isRowHeader?: boolean;
  /** The header is only for screen readers (icon columns). On a phone the value then has no label. */
  hideHeader?: boolean;
  /** The values do not wrap: dates, document numbers. */
  nowrap?: boolean;
  /** CSS width of the column on wide screens. */
  width?: string;
}

interface DataTableSort {
  id: string;
  direction: 'asc' | 'desc';
}

/** Wire names: `pagina` counts from 1; an empty `buscar` or an absent `orden` is not sent. */
export interface DataTableQuery {
  pagina: number;
  limite: number;
  orden?: string | undefined;
  direccion?: 'asc' | 'desc' | undefined;
  buscar: string;
}

/** `rows` has only the current page; after `onQueryChange` the owner passes that query with its rows. */
interface DataTableServer {
  total: number;
  query: DataTableQuery;
  onQueryChange: (query: DataTableQuery) => void;
}

export interface DataTableFooter {
  /** Spans the columns before the first cell given. */
  label: string;
  /** By column id. */
  cells: Readonly<Record<string, ReactNode>>;
}

export interface DataTableProps<Row extends object> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** 'loading' shows a skeleton, or a line above the current rows. */
  status?: 'ready' | 'loading' | 'failed' | 'forbidden';
  failureMessage?: string | undefined;
  supportCode?: string | undefined;
  onRetry?: () => void;
  initialSort?: DataTableSort;
  initialPageSize?: 10 | 25 | 50 | 100;
  searchable?: boolean;
  /** Shown beside the search when there are rows. */
  legend?: ReactNode;
  /** Rows of equal height with at most two lines of text; on a phone cards of three lines, laid out by column id. */
  dense?: boolean;
  searchPlaceholder?: string;
  emptyTitle?: string;
  emptyDescription?: string;
  emptyAction?: ReactNode;
  footer?: DataTableFooter;
  server?: DataTableServer;
  /** Marks the row from which the user came back, and records the row that is opened. */
  place?: RestoredPosition;
  /** What is shown beneath a row, over its whole width; null for nothing. */
  beneath?: ((row: Row) => ReactNode) | undefined;
  /** Key of the row that has just changed elsewhere. */
  noticed?: string | number | undefined;
}

/** Created on first use: creating it is slow, and most lists arrive sorted. */
let collator: Intl.Collator | undefined;

type SortValue = string | number | null | undefined;

/** Compares numbers by size, texts in Colombian order ('Caja 9' before 'Caja 10'). */
function compare(left: SortValue, right: SortValue) {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  collator ??= new Intl.Collator('es-CO', { numeric: true, sensitivity: 'base' });
  return collator.compare(String(left), String(right));
}

const isEmpty = (value: SortValue): boolean =>
  value === undefined || value === null || value === '';

/** Rows in the order of a column; empty values are last in both directions. */
function ordered<Row extends object>(
  rows: readonly Row[],
  sortValue: DataTableColumn<Row>['sortValue'],
  direction: DataTableQuery['direccion'],
): readonly Row[] {
  if (sortValue === undefined) return rows;
  const valued = rows.map((row) => ({ row, value: sortValue(row) }));
  const turn = direction === 'desc' ? -1 : 1;
  return [
    ...valued
      .filter(({ value }) => !isEmpty(value))
      .sort((one, other) => turn * compare(one.value, other.value)),
    ...valued.filter(({ value }) => isEmpty(value)),
  ].map(({ row }) => row);
}

function rowTexts<Row extends object>(columns: readonly DataTableColumn<Row>[]) {
  const known = new WeakMap<Row, string>();
  return (row: Row) => {
    const text =
      known.get(row) ??
      unaccented(columns.map((column) => column.searchValue?.(row) ?? '').join(' '));
    known.set(row, text);
    return text;
  };
}

/** One query for both modes: in client mode it is stored here, in server mode by the owner of the rows. */
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
  const question = query.buscar.trim();
  const textOf = useMemo(() => rowTexts(columns), [columns]);
  const found = useMemo(() => {
    const matches =
      question === '' ? rows : rows.filter((row) => containsWords(textOf(row), question));
    const column = columns.find(({ id }) => id === query.orden);
    return ordered(matches, column?.sortValue, query.direccion);
  }, [rows, question, textOf, columns, query.orden, query.direccion]);

  const total = server?.total ?? found.length;
  const pageCount = Math.max(1, Math.ceil(total / query.limite));
  // Fewer rows, after a deletion or a search, may have fewer pages.
  const page = Math.min(query.pagina, pageCount);
  const first = (page - 1) * query.limite;

  return {
    query: { ...query, pagina: page },
    pageRows: server ? rows : found.slice(first, first + query.limite),
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
