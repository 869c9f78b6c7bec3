import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Lays fields out in columns that fold on a phone. */
export function FieldGrid({ columns = 2, children }: { columns?: 1 | 2 | 3; children: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      columnGap="5"
      rowGap={{ base: '4', md: '5' }}
      alignItems="start"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr)',
        md: `repeat(${Math.min(columns, 2)}, minmax(0, 1fr))`,
        lg: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {children}
    </chakra.div>
  );
}
