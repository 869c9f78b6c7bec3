import type { ReactNode } from 'react';
import type { PlaceInList } from './use-left-place.ts';

export interface DataTableColumn<Row> {
  id: string;
  /** Head of the column, and the label of the value in a phone card. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable; in server mode its value is not used, `id` is sent as `orden`. Empty values go last. */
  sortValue?: (row: Row) => string | number | null | undefined;
  /** Text the search looks in (case and accents do not count). Without it the column is not searched. */
  searchValue?: (row: Row) => string | null | undefined;
  align?: 'start' | 'center' | 'end';
  hideOnPhone?: boolean;
  /** The value that names the row: a row header on wide screens, the title of the card on a phone. */
  isRowHeader?: boolean;
  /** The head is only read aloud (columns of icons). On a phone the value then stands without a label. */
  hideHeader?: boolean;
  /** Its values are never broken over two lines: dates, numbers of documents. */
  nowrap?: boolean;
  /** CSS width of the column on wide screens. */
  width?: string;
}

interface DataTableSort {
  id: string;
  direction: 'asc' | 'desc';
}

/** The words of the wire: `pagina` counts from 1; an empty `buscar` or an absent `orden` is not sent. */
export interface DataTableQuery {
  pagina: number;
  limite: number;
  orden?: string | undefined;
  direccion?: 'asc' | 'desc' | undefined;
  buscar: string;
}

/** Rows of the current page only; the owner answers `onQueryChange` with new rows and the same query. */
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
  /** Names the table for everybody who cannot see where it stands. */
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** 'loading' shows a skeleton, or a line above the rows that are already there. */
  status?: 'ready' | 'loading' | 'failed' | 'forbidden';
  failureMessage?: string | undefined;
  supportCode?: string | undefined;
  onRetry?: () => void;
  initialSort?: DataTableSort;
  initialPageSize?: 10 | 25 | 50 | 100;
  searchable?: boolean;
  /** Beside the search, where there are rows. */
  legend?: ReactNode;
  /** Rows of one height, two lines of a text at most; on a phone cards of three lines, placed by the ids of the columns. */
  dense?: boolean;
  /** Boxes: rows that are wholly a link; on a phone cards of three lines, placed by the ids of the columns. */
  boxes?: boolean;
  searchPlaceholder?: string;
  emptyTitle?: string;
  emptyDescription?: string;
  emptyAction?: ReactNode;
  footer?: DataTableFooter;
  server?: DataTableServer;
  /** Marks the row from which somebody comes back, and learns which one is opened. */
  place?: PlaceInList;
  /** Key of the row that has just changed elsewhere. */
  noticed?: string | number | undefined;
  /** Rows that stand before the others, whichever column orders them; not in server mode. */
  leads?: (row: Row) => boolean;
}
