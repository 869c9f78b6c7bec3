import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { system } from './system.ts';

/** Chakra must not insert global styles: they come as a file (`global-styles.ts`). */
const value = { ...system, _global: [] };

/** Provides the theme; used once at the root, and around the components that a test renders. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return <ChakraProvider value={value}>{children}</ChakraProvider>;
}
