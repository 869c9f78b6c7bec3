import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

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
