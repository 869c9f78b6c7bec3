import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

interface ButtonRowProps {
  align?: 'start' | 'end' | 'between';
  children: ReactNode;
}

/** The buttons that end a form or a screen; full width on a phone. */
export function ButtonRow({ align = 'end', children }: ButtonRowProps) {
  const justify = { start: 'flex-start', end: 'flex-end', between: 'space-between' }[align];
  return (
    <chakra.div
      display="flex"
      flexDirection={{ base: 'column-reverse', sm: 'row' }}
      alignItems={{ base: 'stretch', sm: 'center' }}
      justifyContent={{ sm: justify }}
      flexWrap="wrap"
      gap="3"
    >
      {children}
    </chakra.div>
  );
}
