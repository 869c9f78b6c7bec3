import { chakra } from '@chakra-ui/react/styled-system';
import { formatPesos } from '#machines/domain/money.ts';
import type { FoundEntry } from '#machines/flows/search/found-entries.ts';
import { keepInSight } from '../../components/keep-in-sight.ts';
import { Money } from '../../components/Money.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toneOf } from '../records/state-tone.ts';

interface Placed {
  tienda: string;
  consecutivo: number | null;
  fecha: string;
  valor: number;
  estado: string;
  color: string;
}

interface Shown {
  title: string;
  details: readonly string[];
  placed?: Placed;
}

const boxName = (consecutivo: number | null): string =>
  consecutivo === null ? 'Caja abierta' : `Caja ${consecutivo}`;

function shownOf({ kind, row }: FoundEntry): Shown {
  switch (kind) {
    case 'cajas':
      return {
        title: `${boxName(row.consecutivo)} · ${row.tienda}`,
        details: [row.fecha],
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
          row.fecha,
          row.tienda,
          boxName(row.consecutivo),
          `Recibo ${row.recibo}`,
          row.concepto,
        ],
        placed: row,
      };
  }
}

export interface FoundOptionProps {
  id: string;
  entry: FoundEntry;
  marked: boolean;
  onChoose: () => void;
}

/** One result: what it is, where, and for how much. */
export function FoundOption({ id, entry, marked, onChoose }: FoundOptionProps) {
  const { title, details, placed } = shownOf(entry);
  return (
    <chakra.li
      id={id}
      role="option"
      aria-selected={marked}
      ref={marked ? keepInSight : undefined}
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
      <chakra.span fontWeight="semibold" overflowWrap="anywhere">
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
