import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { system } from './system.ts';

/** Chakra writes none into the page: they come as a file (`global-styles.ts`). */
const value = { ...system, _global: [] };

/** Gives the theme to everything below it; once, at the root (and around what a test renders). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return <ChakraProvider value={value}>{children}</ChakraProvider>;
}
