import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface DescriptionItem {
  label: string;
  /** Empty text, null and undefined show a dash. */
  value: ReactNode;
  /** Takes the whole row: long texts. */
  wide?: boolean;
}

export interface DescriptionListProps {
  items: readonly DescriptionItem[];
  columns?: 1 | 2 | 3;
}

/** Read-only details as label and value. */
export function DescriptionList({ items, columns = 3 }: DescriptionListProps) {
  return (
    <chakra.dl
      display="grid"
      columnGap="6"
      rowGap="5"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr)',
        sm: `repeat(${Math.min(columns, 2)}, minmax(0, 1fr))`,
        lg: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {items.map(({ label, value, wide }) => (
        <chakra.div key={label} minW="0" gridColumn={wide ? '1 / -1' : undefined}>
          <chakra.dt textStyle="sm" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd mt="0.5" fontWeight="medium" overflowWrap="anywhere" whiteSpace="pre-line">
            {isNothing(value) ? <chakra.span color="fg.subtle">—</chakra.span> : value}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

function isNothing(value: ReactNode) {
  return value === null || value === undefined || value === '';
}
