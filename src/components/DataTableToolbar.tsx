import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { controlSize } from './control-size.ts';
import { NARROW } from './data-table.styles.ts';
import type { DataTableColumn } from './data-table-props.ts';
import type { DataTableModel } from './use-data-table.ts';

export interface DataTableToolbarProps<Row extends object> {
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  model: DataTableModel<Row>;
  searchable: boolean;
  searchPlaceholder: string | undefined;
  /** Milliseconds without typing before the search is asked for. */
  delay: number;
  children?: ReactNode;
}

/** Search, the order for phones (their cards have no heads to press) and what the screen adds. */
export function DataTableToolbar<Row extends object>({
  caption,
  columns,
  model,
  searchable,
  searchPlaceholder = 'Buscar',
  delay,
  children,
}: DataTableToolbarProps<Row>) {
  const sortable = columns.filter((column) => column.sortValue !== undefined);
  const ordered = searchable && sortable.length > 0;
  if (!searchable && !children) return null;
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      px="4"
      py="3.5"
      borderBottomWidth="1px"
    >
      {searchable ? (
        <SearchBox
          label={`Buscar en ${caption}`}
          placeholder={searchPlaceholder}
          asked={model.query.buscar}
          delay={delay}
          onSearch={model.search}
        />
      ) : null}
      {ordered ? <PhoneOrder columns={sortable} model={model} /> : null}
      {children ? (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
          {children}
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}

interface SearchBoxProps {
  label: string;
  placeholder: string;
  asked: string;
  delay: number;
  onSearch: (text: string) => void;
}

function SearchBox({ label, placeholder, asked, delay, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(asked);
  const sent = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The owner changed the search (it was cleared): the box follows. Its own echo changes nothing.
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setText(asked);
  }, [asked]);

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
    <chakra.div position="relative" flex="0 1 22rem" css={{ [NARROW]: { flex: '1 1 100%' } }}>
      <chakra.span
        position="absolute"
        insetStart="3"
        top="50%"
        transform="translateY(-50%)"
        color="fg.muted"
        zIndex="1"
      >
        <Search size={17} aria-hidden="true" />
      </chakra.span>
      <Input
        size={controlSize}
        ps="10"
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // A table inside a form does not send it.
          event.preventDefault();
          send(text);
        }}
      />
    </chakra.div>
  );
}

interface PhoneOrderProps<Row extends object> {
  columns: readonly DataTableColumn<Row>[];
  model: DataTableModel<Row>;
}

function PhoneOrder<Row extends object>({ columns, model }: PhoneOrderProps<Row>) {
  const { orden, direccion } = model.query;
  return (
    <chakra.div display="none" flex="1 1 100%" css={{ [NARROW]: { display: 'block' } }}>
      <NativeSelect.Root size={controlSize}>
        <NativeSelect.Field
          aria-label="Ordenar por"
          value={orden ? `${direccion ?? 'asc'} ${orden}` : ''}
          onChange={(event) => {
            const [direction, ...id] = event.target.value.split(' ');
            if (direction) model.sortBy(id.join(' '), direction === 'desc' ? 'desc' : 'asc');
          }}
        >
          {orden ? null : <option value="">Ordenar por…</option>}
          {columns.map((column) => [
            <option key={`asc ${column.id}`} value={`asc ${column.id}`}>
              {column.header}, ascendente
            </option>,
            <option key={`desc ${column.id}`} value={`desc ${column.id}`}>
              {column.header}, descendente
            </option>,
          ])}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </chakra.div>
  );
}
