import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface DescriptionItem {
  label: string;
  /** Empty text, null and undefined show a dash. */
  value: ReactNode;
  /** Takes the whole row, for long texts. */
  wide?: boolean;
  /** Emphasised in a dense list. */
  large?: boolean;
}

interface DescriptionListProps {
  items: readonly DescriptionItem[];
  columns?: 1 | 2 | 3;
  /** Small, in two columns, for use beside content that must stay visible. */
  dense?: boolean;
  /** Short values: on a phone two of them share a row. */
  pairs?: boolean;
}

/** Read-only details as label and value. */
export function DescriptionList({
  items,
  columns = 3,
  dense = false,
  pairs = false,
}: DescriptionListProps) {
  return (
    <chakra.dl
      display="grid"
      columnGap={dense ? '3' : { base: pairs ? '4' : '6', sm: '6' }}
      rowGap={dense ? '2' : { base: pairs ? '3' : '5', sm: '5' }}
      textStyle={dense ? 'sm' : undefined}
      gridTemplateColumns={
        dense
          ? 'repeat(2, minmax(0, 1fr))'
          : {
              base: `repeat(${pairs ? 2 : 1}, minmax(0, 1fr))`,
              sm: `repeat(${Math.min(columns, 2)}, minmax(0, 1fr))`,
              lg: `repeat(${columns}, minmax(0, 1fr))`,
            }
      }
    >
      {items.map(({ label, value, wide, large }) => (
        <chakra.div
          key={label}
          minW="0"
          gridColumn={
            wide || (dense && large) ? '1 / -1' : large ? { smDown: '1 / -1' } : undefined
          }
        >
          <chakra.dt textStyle="sm" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd
            mt={dense ? '0' : '0.5'}
            fontSize={dense && large ? 'xl' : undefined}
            lineHeight={dense ? '1.3' : undefined}
            fontWeight={dense && large ? 'bold' : 'medium'}
            overflowWrap="anywhere"
            whiteSpace="pre-line"
          >
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
