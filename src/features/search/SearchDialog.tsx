import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import {
  type FoundEntry,
  type SearchEvent,
  foundOf,
  markedOf,
  noteOf,
  problemOf,
  type searchMachine,
  textOf,
} from '#machines/flows/search/search.machine.ts';
import { actorOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { Session } from '../../shell/session.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { foundPath } from '../../shell/screens/found-paths.ts';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { scrollIntoSight } from '../../ui/layout/use-in-view.ts';
import { Money } from '../../ui/layout/Money.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toneOf } from '../../ui/table/columns.tsx';

interface SearchDialogProps {
  snapshot: SnapshotFrom<typeof searchMachine>;
  send: (event: SearchEvent) => void;
}

const listId = 'busqueda-resultados';
const optionId = (index: number): string => `${listId}-${index}`;

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Search dialog over every screen; the focus stays in the field. */
export function SearchDialog({ snapshot, send }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { profile } = Session.useSelector(actorOf);
  const permissions = Session.useSelector(permissionsOf);
  const entries = foundOf(snapshot);
  const marked = markedOf(snapshot);
  const problem = problemOf(snapshot);
  const go = (entry: FoundEntry | undefined) => {
    const path = entry === undefined ? null : foundPath(entry, { profile, permissions });
    if (path === null) return;
    send({ type: 'CLOSE' });
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      send({ type: 'MARK', step });
    } else if (event.key === 'Enter' && marked !== null) go(entries[marked]);
  };
  return (
    <Dialog.Root
      open
      size="lg"
      placement="top"
      initialFocusEl={() => field.current}
      onOpenChange={({ open }) => {
        if (!open) send({ type: 'CLOSE' });
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px={{ base: '2', md: '4' }}>
          <Dialog.Content
            aria-label="Buscar en todo"
            mt={{ base: '2', md: '16' }}
            mb="2"
            maxH={{ base: 'calc(100dvh - 1rem)', md: 'calc(100dvh - 8rem)' }}
            overflow="hidden"
            textStyle="md"
          >
            <chakra.div position="relative" borderBottomWidth="1px">
              <chakra.span
                position="absolute"
                insetStart="4"
                top="50%"
                transform="translateY(-50%)"
                color="fg.muted"
                zIndex="1"
              >
                <Search size={20} aria-hidden="true" />
              </chakra.span>
              <Input
                ref={field}
                size="xl"
                ps="12"
                pe="14"
                borderWidth="0"
                autoComplete="off"
                maxLength={100}
                placeholder="Buscar gastos, cajas y tiendas"
                role="combobox"
                aria-label="Buscar"
                aria-autocomplete="list"
                aria-expanded={entries.length > 0}
                aria-controls={entries.length > 0 ? listId : undefined}
                aria-activedescendant={marked === null ? undefined : optionId(marked)}
                value={textOf(snapshot)}
                onChange={(event) => send({ type: 'TYPE', texto: event.target.value })}
                onKeyDown={onKeyDown}
              />
              <chakra.span position="absolute" insetEnd="2" top="50%" transform="translateY(-50%)">
                <IconButton icon={X} label="Cerrar" onClick={() => send({ type: 'CLOSE' })} />
              </chakra.span>
            </chakra.div>
            <chakra.div display="flex" flexDirection="column" minH="0" p="2">
              {entries.length > 0 ? (
                <chakra.ul
                  id={listId}
                  role="listbox"
                  aria-label="Resultados"
                  listStyleType="none"
                  overflowY="auto"
                  minH="0"
                  // Keeps the focus in the field during a click.
                  onMouseDown={(event) => event.preventDefault()}
                >
                  {entries.map((entry, index) => (
                    <FoundOption
                      key={`${entry.kind} ${Object.values(entry.row)[0]}`}
                      id={optionId(index)}
                      entry={entry}
                      marked={index === marked}
                      onChoose={() => go(entry)}
                    />
                  ))}
                </chakra.ul>
              ) : null}
              {problem === null ? null : (
                <ProblemAlert problem={problem}>
                  <GuardedButton variant="outline" onClick={() => send({ type: 'RETRY' })}>
                    Reintentar
                  </GuardedButton>
                </ProblemAlert>
              )}
              <chakra.p role="status" textStyle="sm" color="fg.muted" px="3" py="1.5">
                {noteOf(snapshot)}
              </chakra.p>
            </chakra.div>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface Shown {
  title: string;
  details: readonly string[];
  /** Row with a value and a state. */
  placed?: Extract<FoundEntry, { kind: 'cajas' | 'gastos' }>['row'];
}

const boxName = (consecutivo: number | null): string =>
  consecutivo === null ? 'Caja abierta' : `Caja n.º ${consecutivo}`;

function shownOf({ kind, row }: FoundEntry): Shown {
  switch (kind) {
    case 'cajas':
      return {
        title: `${boxName(row.consecutivo)} · ${row.tienda}`,
        details: [shortDate(row.fecha)],
        placed: row,
      };
    case 'tiendas':
      return { title: row.tienda, details: ['Tienda', row.ciudad] };
    case 'usuarios':
      return { title: row.nombre, details: [row.perfil, row.email] };
    case 'gastos':
      return {
        title: row.proveedor,
        details: [
          shortDate(row.fecha),
          row.tienda,
          boxName(row.consecutivo),
          `Recibo ${row.recibo}`,
          row.concepto,
        ],
        placed: row,
      };
  }
}

interface FoundOptionProps {
  id: string;
  entry: FoundEntry;
  marked: boolean;
  onChoose: () => void;
}

/** One search result: title, details, value and state. */
function FoundOption({ id, entry, marked, onChoose }: FoundOptionProps) {
  const { title, details, placed } = shownOf(entry);
  return (
    <chakra.li
      id={id}
      role="option"
      aria-selected={marked}
      ref={marked ? scrollIntoSight : undefined}
      onClick={onChoose}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto"
      columnGap="4"
      rowGap="1"
      px="3"
      py="2"
      borderRadius="l2"
      cursor="pointer"
      bg={marked ? 'teal.100' : undefined}
      _hover={{ bg: marked ? 'teal.100' : 'teal.50' }}
    >
      <chakra.span fontWeight="medium" overflowWrap="anywhere">
        {title}
      </chakra.span>
      {placed ? (
        <chakra.span justifySelf="end">
          <Money strong>{formatPesos(placed.valor)}</Money>
        </chakra.span>
      ) : null}
      <chakra.span
        gridColumn={placed ? { base: '1 / -1', md: '1' } : '1 / -1'}
        alignSelf="start"
        textStyle="sm"
        color="fg.muted"
        overflowWrap="anywhere"
      >
        {details.join(' · ')}
      </chakra.span>
      {placed ? (
        <chakra.span gridColumn={{ base: '1 / -1', md: '2' }} justifySelf={{ md: 'end' }}>
          <StatusBadge tone={toneOf(placed.color)} label={placed.estado} />
        </chakra.span>
      ) : null}
    </chakra.li>
  );
}
