import { Heading } from '@chakra-ui/react/heading';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import { ChoiceInput } from '../../components/ChoiceInput.tsx';
import { SheetPicture, type SheetPictureProps } from './SheetPicture.tsx';

/** Keeps what gets the focus out from behind the bar at the lower edge. */
const aboveTheBar = { '& :is(a, button, input)': { scrollMarginBlock: '5rem 13rem' } };

/** A part of the sheet: cards side by side, two a row on a phone. */
export function SheetCards({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} mb="6">
      <Heading as="h2" id={id} fontSize="md" mb="2">
        {title}
      </Heading>
      <chakra.ul
        listStyleType="none"
        display="grid"
        gap={{ base: '3', md: '4' }}
        gridTemplateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(auto-fill, minmax(12rem, 1fr))',
        }}
        css={aboveTheBar}
      >
        {children}
      </chakra.ul>
    </chakra.section>
  );
}

export interface SheetCardProps extends SheetPictureProps {
  /** Absent where there is nothing to tick. */
  tick?: { checked: boolean; disabled: boolean; onTurn: () => void };
  /** Below the facts. */
  children?: ReactNode;
}

/** One expense: its receipt, what it cost, who sold it and what for. */
export function SheetCard({ row, onSeen, tick, children }: SheetCardProps) {
  const id = useId();
  return (
    <chakra.li
      bg="bg.panel"
      borderWidth="2px"
      borderColor={tick?.checked ? 'teal.600' : 'border'}
      borderRadius="l2"
      overflow="hidden"
      boxShadow="card"
    >
      <SheetPicture row={row} onSeen={onSeen} />
      <chakra.div px="3" py="2" borderTopWidth="1px">
        {tick === undefined ? (
          <Facts row={row} />
        ) : (
          <chakra.label htmlFor={id} display="flex" gap="2" cursor="pointer">
            <ChoiceInput
              type="checkbox"
              id={id}
              mt="1.5"
              checked={tick.checked}
              disabled={tick.disabled}
              onChange={tick.onTurn}
            />
            <Facts row={row} />
          </chakra.label>
        )}
        <chakra.div textStyle="sm">{children}</chakra.div>
      </chakra.div>
    </chakra.li>
  );
}

function Facts({ row }: { row: ExpenseRow }) {
  return (
    <chakra.span display="block" minW="0">
      <chakra.span display="block" fontSize="xl" fontWeight="bold" lineHeight="1.4">
        {row.valor_f}
      </chakra.span>
      <chakra.span display="block" textStyle="sm" lineClamp={{ base: 2, md: 1 }}>
        {row.proveedor_nombre}
      </chakra.span>
      <chakra.span display="block" textStyle="sm" color="fg.muted" lineClamp={{ base: 2, md: 1 }}>
        {row.categorias}
      </chakra.span>
    </chakra.span>
  );
}
