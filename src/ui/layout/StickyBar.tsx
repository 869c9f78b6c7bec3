import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Stays in sight at the lower edge while what is above it is read. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <chakra.div
      data-lower-bar=""
      _print={{ display: 'none' }}
      position="sticky"
      bottom={{ base: '0', md: '4' }}
      zIndex="docked"
      mt="4"
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '5' }}
      py="3"
      display="grid"
      gap="3"
      bg="bg.panel"
      borderWidth={{ base: '1px 0 0', md: '1px' }}
      borderRadius={{ md: 'l3' }}
      boxShadow="0 -2px 16px rgb(15 23 42 / 0.1)"
    >
      {children}
    </chakra.div>
  );
}
