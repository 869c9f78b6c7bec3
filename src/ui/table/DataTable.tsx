import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { SearchX } from 'lucide-react';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableGrid } from './DataTableGrid.tsx';
import { DataTablePager } from './DataTablePager.tsx';
import { DataTableToolbar } from './DataTableToolbar.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailedState } from '../feedback/FailedState.tsx';
import { ForbiddenState } from '../feedback/ForbiddenState.tsx';
import { GuardedButton } from '../fields/GuardedButton.tsx';
import { type DataTableModel, useDataTable } from './use-data-table.ts';

/** The one table: search, sort, pages, states and totals; on a phone every row is a card of label and value. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { status = 'ready', searchable = true } = props;
  const model = useDataTable(props);
  const unsearched = model.query.buscar.trim() === '';
  // A table that has nothing at all needs no search; while rows are on their way it keeps its place.
  const untouched = status === 'ready' && props.rows.length === 0 && unsearched;
  const shown = status === 'ready' || status === 'loading';
  const filled = shown && model.pageRows.length > 0;

  return (
    <chakra.div
      layerStyle="frame"
      boxShadow="card"
      minW="0"
      overflow="clip"
      containerType="inline-size"
      containerName="data-table"
    >
      {shown && searchable && !untouched ? <DataTableToolbar {...props} model={model} /> : null}
      {filled ? (
        <DataTableGrid {...props} model={model} busy={status === 'loading'} />
      ) : (
        <DataTableNotice {...props} status={status} model={model} />
      )}
      {filled ? <DataTablePager model={model} /> : null}
    </chakra.div>
  );
}

/** Stands in the place of the rows when there are none to show. */
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
  const question = model.query.buscar.trim();
  if (status === 'loading') return <DataTableSkeleton columns={columns.length} />;
  if (status === 'forbidden') return <ForbiddenState />;
  if (status === 'failed') {
    return <FailedState message={failureMessage} supportCode={supportCode} onRetry={onRetry} />;
  }
  if (question !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={`Ningún resultado para «${question}»`}
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

const LINES = ['a', 'b', 'c', 'd', 'e'] as const;

/** The shape of rows that are on their way. */
function DataTableSkeleton({ columns }: { columns: number }) {
  return (
    <chakra.div role="status" px="4" py="5" display="grid" gap="5">
      <chakra.span srOnly>Cargando…</chakra.span>
      {LINES.map((line) => (
        <chakra.div key={line} display="flex" gap="6">
          {Array.from({ length: Math.min(columns, 6) }, (_, index) => (
            <Skeleton
              // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity and never move
              key={index}
              height="4"
              flex={index === 0 ? '2' : '1'}
              display={{ base: index > 1 ? 'none' : 'block', md: 'block' }}
            />
          ))}
        </chakra.div>
      ))}
    </chakra.div>
  );
}
