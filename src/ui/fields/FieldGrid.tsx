import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Lays out fields in columns; in one column on a phone. */
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

interface ButtonRowProps {
  align?: 'start' | 'end' | 'between';
  /** In a bar, or short: on a phone the buttons share a row where they fit. */
  inBar?: boolean;
  children: ReactNode;
}

const sharedRow = {
  '& :is(a, button)': { flexGrow: { base: 1, sm: 0 }, px: { base: '2', sm: '4' } },
};

/** The buttons at the end of a form or a screen; full width on a phone. */
export function ButtonRow({ align = 'end', inBar = false, children }: ButtonRowProps) {
  const justify = { start: 'flex-start', end: 'flex-end', between: 'space-between' }[align];
  return (
    <chakra.div
      display="flex"
      flexDirection={{ base: inBar ? 'row' : 'column-reverse', sm: 'row' }}
      alignItems={{ base: 'stretch', sm: 'center' }}
      justifyContent={{ sm: justify }}
      flexWrap="wrap"
      gap="3"
      css={inBar ? sharedRow : {}}
    >
      {children}
    </chakra.div>
  );
}

/** A bar that stays at the bottom of the window while the content scrolls. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <chakra.div
      data-lower-bar=""
      data-bar=""
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
