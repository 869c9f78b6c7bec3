import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useId } from 'react';
import { formatCount } from '#machines/domain/values/money.ts';
import type { Icon } from '../layout/Icon.ts';
import { IconButton } from '../fields/IconButton.tsx';
import { NativeChoice } from '../fields/NativeChoice.tsx';
import type { DataTableModel } from './use-data-table.ts';

const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Position in the rows, size of a page, and the way to other pages. */
export function DataTablePager<Row extends object>({ model }: { model: DataTableModel<Row> }) {
  const { query, total, pageCount, turnTo, resize } = model;
  const sizeId = useId();
  const first = (query.pagina - 1) * query.limite + 1;
  const last = Math.min(query.pagina * query.limite, total);
  const end = query.pagina === 1 ? 'Está en la primera página.' : 'Está en la última página.';
  // Stays focusable at the ends, so that the keyboard does not lose its place.
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
          display="flex"
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
