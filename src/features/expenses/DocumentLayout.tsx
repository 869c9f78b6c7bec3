import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

interface DocumentLayoutProps {
  children: ReactNode;
  /** Beside the facts where there is space: it stays in sight while they are read. */
  document: ReactNode;
}

export function DocumentLayout({ children, document }: DocumentLayoutProps) {
  return (
    <chakra.div
      display="grid"
      gap={{ base: '5', md: '6' }}
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: '5', md: '6' }}>
        {children}
      </chakra.div>
      <chakra.div position={{ xl: 'sticky', _print: 'static' }} top={{ xl: '6' }} minW="0">
        {document}
      </chakra.div>
    </chakra.div>
  );
}
