import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import { NARROW } from './data-table.styles.ts';
import type { DataTableProps } from './data-table-props.ts';
import { NativeChoice } from '../fields/NativeChoice.tsx';
import { SearchInput } from '../fields/SearchInput.tsx';
import type { DataTableModel } from './use-data-table.ts';

type DataTableToolbarProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'searchPlaceholder' | 'legend' | 'dense' | 'server'
> & { model: DataTableModel<Row> };

/** Search, and the order for phones, whose cards have no heads to press. */
export function DataTableToolbar<Row extends object>({
  caption,
  columns,
  model,
  searchPlaceholder = 'Buscar',
  legend,
  dense = false,
  server,
}: DataTableToolbarProps<Row>) {
  // In a dense table they share a line of a phone.
  const narrow = dense ? '1 1 8rem' : '1 1 100%';
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
        // A server is not asked for every letter.
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

  // The owner changed the search (it was cleared): the box follows. Its own echo changes nothing.
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
