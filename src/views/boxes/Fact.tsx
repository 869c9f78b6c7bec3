import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Facts beside each other, below a line. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <chakra.dl
      mt="5"
      pt="4"
      borderTopWidth="1px"
      display="grid"
      columnGap="6"
      rowGap="4"
      gridTemplateColumns="repeat(auto-fit, minmax(7.5rem, 1fr))"
    >
      {children}
    </chakra.dl>
  );
}

/** One fact of a box in a list of them: what it is, and below it how it is. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.div minW="0">
      <chakra.dt textStyle="sm" color="fg.muted">
        {label}
      </chakra.dt>
      <chakra.dd mt="1" fontWeight="medium" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
