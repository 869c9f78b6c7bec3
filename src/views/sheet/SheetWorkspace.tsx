import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface SheetWorkspaceProps {
  children: ReactNode;
  /** Stays in sight at the lower edge while the receipts are read. */
  bar?: ReactNode;
}

/** The receipts and, always in sight, what can be done with them. */
export function SheetWorkspace({ children, bar }: SheetWorkspaceProps) {
  return (
    <div>
      {children}
      {bar ? (
        <chakra.div
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
          {bar}
        </chakra.div>
      ) : null}
    </div>
  );
}
