import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Lays tiles out side by side; two a row or one on a phone. */
export function TileGrid({ children }: { children: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      gap={{ base: '3', md: '4' }}
      gridTemplateColumns={{
        base: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
        lg: 'repeat(auto-fit, minmax(10rem, 1fr))',
      }}
    >
      {children}
    </chakra.div>
  );
}
