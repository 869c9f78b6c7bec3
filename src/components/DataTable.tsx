import { chakra } from '@chakra-ui/react/styled-system';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { DataTableGrid } from './DataTableGrid.tsx';
import { DataTablePager } from './DataTablePager.tsx';
import { DataTableSkeleton } from './DataTableSkeleton.tsx';
import { DataTableToolbar } from './DataTableToolbar.tsx';
import { EmptyState } from './EmptyState.tsx';
import { FailedState } from './FailedState.tsx';
import { ForbiddenState } from './ForbiddenState.tsx';
import { GuardedButton } from './GuardedButton.tsx';
import { type DataTableModel, useDataTable } from './use-data-table.ts';

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

export interface DataTableSort {
  id: string;
  direction: 'asc' | 'desc';
}

/** The words of the wire: `pagina` counts from 1; an empty `buscar` or an absent `orden` is not asked for. */
export interface DataTableQuery {
  pagina: number;
  limite: number;
  orden?: string;
  direccion?: 'asc' | 'desc';
  buscar: string;
}

/** Rows of the current page only; the owner answers `onQueryChange` with new rows and the same query. */
export interface DataTableServer {
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
  failureMessage?: string;
  supportCode?: string;
  onRetry?: () => void;
  initialSort?: DataTableSort;
  initialPageSize?: 10 | 25 | 50 | 100;
  searchable?: boolean;
  searchPlaceholder?: string;
  emptyTitle?: string;
  emptyDescription?: string;
  emptyAction?: ReactNode;
  footer?: DataTableFooter;
  server?: DataTableServer;
  /** Stands in the bar above the table, right of the search. */
  toolbar?: ReactNode;
}

/** The one table: search, sort, pages, states and totals; on a phone every row is a card of label and value. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, status = 'ready', searchable = true, server, toolbar } = props;
  const model = useDataTable(props);
  const nothingAsked = model.query.buscar.trim() === '';
  // A table that has nothing at all needs no search; while rows are on their way it keeps its place.
  const untouched = status === 'ready' && props.rows.length === 0 && nothingAsked;
  const shown = status === 'ready' || status === 'loading';
  const filled = shown && model.pageRows.length > 0;

  return (
    <chakra.div
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      boxShadow="card"
      minW="0"
      overflow="clip"
      containerType="inline-size"
      containerName="data-table"
    >
      {shown && (!untouched || toolbar) ? (
        <DataTableToolbar
          caption={props.caption}
          columns={columns}
          model={model}
          searchable={searchable && !untouched}
          searchPlaceholder={props.searchPlaceholder}
          // A server is not asked for every letter.
          delay={server ? 300 : 0}
        >
          {toolbar}
        </DataTableToolbar>
      ) : null}
      {filled ? (
        <DataTableGrid {...props} model={model} busy={status === 'loading'} />
      ) : (
        <DataTableNotice {...props} status={status} model={model} />
      )}
      {filled ? <DataTablePager model={model} /> : null}
    </chakra.div>
  );
}

/** What stands in the place of the rows when there are none to show. */
function DataTableNotice<Row extends object>({
  status,
  columns,
  model,
  failureMessage,
  supportCode,
  onRetry,
  emptyTitle = 'Todavía no hay registros',
  emptyDescription,
  emptyAction,
}: DataTableProps<Row> & { model: DataTableModel<Row> }) {
  const asked = model.query.buscar.trim();
  if (status === 'loading') return <DataTableSkeleton columns={columns.length} />;
  if (status === 'forbidden') return <ForbiddenState />;
  if (status === 'failed') {
    return <FailedState message={failureMessage} supportCode={supportCode} onRetry={onRetry} />;
  }
  if (asked !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={`Ningún resultado para «${asked}»`}
        description="Revise lo que escribió o busque con otras palabras."
        action={
          <GuardedButton variant="outline" onClick={() => model.search('')}>
            Limpiar búsqueda
          </GuardedButton>
        }
      />
    );
  }
  return <EmptyState title={emptyTitle} description={emptyDescription} action={emptyAction} />;
}
