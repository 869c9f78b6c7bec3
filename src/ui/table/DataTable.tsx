import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, SearchX } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '#machines/domain/values/money.ts';
import { EmptyState, ForbiddenState } from '../feedback/EmptyState.tsx';
import { FailedState } from '../feedback/FailedState.tsx';
import type { Icon } from '../feedback/tone.ts';
import { GuardedButton } from '../fields/GuardedButton.tsx';
import { IconButton } from '../fields/IconButton.tsx';
import { NativeChoice, SearchInput } from '../fields/SearchInput.tsx';
import { Section, type SectionProps } from '../layout/Section.tsx';
import { DataTableGrid } from './DataTableGrid.tsx';
import { NARROW } from './data-table.styles.ts';
import { type DataTableModel, type DataTableProps, useDataTable } from './use-data-table.ts';

const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Row range, page size and page buttons. */
function DataTablePager<Row extends object>({ model }: { model: DataTableModel<Row> }) {
  const { query, total, pageCount, turnTo, resize } = model;
  const sizeId = useId();
  const first = (query.pagina - 1) * query.limite + 1;
  const last = Math.min(query.pagina * query.limite, total);
  const end = query.pagina === 1 ? 'Está en la primera página.' : 'Está en la última página.';
  // Stays focusable on the first and last page, so that the keyboard focus is not lost.
  const turn = (label: string, icon: Icon, to: number) => (
    <IconButton
      size="sm"
      label={label}
      icon={icon}
      reasons={
        to !== query.pagina && to >= 1 && to <= pageCount
          ? []
          : [pageCount === 1 ? 'Solo hay una página.' : end]
      }
      onClick={() => turnTo(to)}
    />
  );
  const small = total <= PAGE_SIZES[0];
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="6"
      rowGap="2"
      px="4"
      py="2.5"
      minH="12"
      borderTopWidth="1px"
      textStyle="sm"
      color="fg.muted"
    >
      <span role="status">
        {formatCount(first)}–{formatCount(last)} de {formatCount(total)}
      </span>
      {small ? null : (
        <chakra.div
          display={{ base: 'flex', _print: 'none' }}
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="3"
          flex={{ base: '1 1 100%', sm: '0 0 auto' }}
        >
          <chakra.div display="flex" alignItems="center" gap="2">
            <label htmlFor={sizeId}>Filas por página</label>
            <NativeChoice
              small
              width="20"
              id={sizeId}
              value={query.limite}
              options={PAGE_SIZES.map((size) => ({ value: size, label: String(size) }))}
              onChange={(event) => resize(Number(event.target.value))}
            />
          </chakra.div>
          <chakra.nav aria-label="Páginas de la tabla" display="flex" alignItems="center" gap="1">
            {turn('Primera página', ChevronsLeft, 1)}
            {turn('Página anterior', ChevronLeft, query.pagina - 1)}
            <chakra.span px="1" whiteSpace="nowrap">
              {formatCount(query.pagina)} de {formatCount(pageCount)}
            </chakra.span>
            {turn('Página siguiente', ChevronRight, query.pagina + 1)}
            {turn('Última página', ChevronsRight, pageCount)}
          </chakra.nav>
        </chakra.div>
      )}
    </chakra.div>
  );
}

type DataTableToolbarProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'searchPlaceholder' | 'legend' | 'dense' | 'server'
> & { model: DataTableModel<Row> };

/** Search, and the order for phones, whose cards have no column headers. */
function DataTableToolbar<Row extends object>({
  caption,
  columns,
  model,
  searchPlaceholder = 'Buscar',
  legend,
  dense = false,
  server,
}: DataTableToolbarProps<Row>) {
  // Search and order share a line on a phone.
  const narrow = '1 1 8rem';
  const { orden, direccion } = model.query;
  const sortable = columns.filter((column) => column.sortValue !== undefined);
  return (
    <chakra.div
      display={{ base: 'flex', _print: 'none' }}
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap={dense ? '2' : '3'}
      px="4"
      py={dense ? '2' : '3.5'}
      borderBottomWidth="1px"
    >
      <SearchBox
        label={`Buscar en ${caption}`}
        placeholder={searchPlaceholder}
        applied={model.query.buscar}
        // The server must not be called for every keystroke.
        delay={server ? 300 : 0}
        narrow={narrow}
        onSearch={model.search}
      />
      {sortable.length > 0 ? (
        <chakra.div display="none" flex={narrow} css={{ [NARROW]: { display: 'block' } }}>
          <NativeChoice
            aria-label="Ordenar por"
            value={orden ? `${direccion ?? 'asc'} ${orden}` : ''}
            options={sortable.flatMap(({ id, header }) => [
              { value: `asc ${id}`, label: `${header}, ascendente` },
              { value: `desc ${id}`, label: `${header}, descendente` },
            ])}
            onChange={(event) => {
              const [direction, ...id] = event.target.value.split(' ');
              if (direction) model.sortBy(id.join(' '), direction === 'desc' ? 'desc' : 'asc');
            }}
          >
            {orden ? null : <option value="">Ordenar por…</option>}
          </NativeChoice>
        </chakra.div>
      ) : null}
      {legend}
    </chakra.div>
  );
}

interface SearchBoxProps {
  label: string;
  placeholder: string;
  applied: string;
  /** Milliseconds without typing before the search is sent. */
  delay: number;
  /** `flex` on a phone. */
  narrow: string;
  onSearch: (text: string) => void;
}

function SearchBox({ label, placeholder, applied, delay, narrow, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(applied);
  const sent = useRef(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Follows a search that the owner changed, such as a cleared one, but not the search that was sent from here.
  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setText(applied);
  }, [applied]);

  const send = (next: string) => {
    clearTimeout(timer.current);
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next);
  };
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    if (delay === 0) send(next);
    else timer.current = setTimeout(() => send(next), delay);
  };
  return (
    <chakra.div flex="0 1 22rem" css={{ [NARROW]: { flex: narrow } }}>
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={change}
        onEnter={() => send(text)}
      />
    </chakra.div>
  );
}

/** The table of the product: search, sort, pages, states and totals; on phones a row is a card of labels and values. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { status = 'ready', searchable = true } = props;
  const model = useDataTable(props);
  const unsearched = model.query.buscar.trim() === '';
  // An empty table needs no search; while rows are loading the search is shown.
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

/** Replaces the rows when there are none to show. */
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

type TableSectionProps<Row extends object> = Omit<DataTableProps<Row>, 'caption'> &
  Pick<SectionProps, 'description' | 'actions'> & { title: string };

/** A table in its own card; the title of the card is also the caption of the table. */
export const TableSection = <Row extends object>({
  title,
  description,
  actions,
  ...table
}: TableSectionProps<Row>) => (
  <Section flush title={title} description={description} actions={actions}>
    <DataTable {...table} caption={title} />
  </Section>
);
