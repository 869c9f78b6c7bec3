import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { GlobalStyles } from './GlobalStyles.tsx';
import { system } from './system.ts';

/** Gives the theme to everything below it; once, at the root (and around what a test renders). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <GlobalStyles />
      {children}
    </ChakraProvider>
  );
}
