import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Global } from '@emotion/react';
import type { ReactNode } from 'react';
import { system } from './system.ts';

/** Styles of every element, `&` being the page. In the layer below the recipes: a component may say otherwise. */
const styles = {
  '@layer base': system.css({
    '&*': {
      '--focus-ring-width': '2px',
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
      },
    },
    '&html': { colorPalette: 'teal', colorScheme: 'light', bg: 'bg.page', textSizeAdjust: '100%' },
    // What gets the focus is not hidden by the bar that sticks to the top of small screens.
    '&:root': { scrollPaddingTop: { base: '4.5rem', lg: '1rem' } },
    // Nor by the one that sticks to the lower edge.
    '&:root:has([data-lower-bar])': { scrollPaddingBottom: 'min(16rem, 40dvh)' },
    '&body': { fontFamily: 'body', minHeight: '100dvh' },
    '&*::placeholder': { color: 'fg.subtle' },
    // Whatever brings no ring of its own still shows where the focus is.
    '&:where(a, button, summary, input, select, textarea, [tabindex]):focus-visible': {
      outline: '2px solid {colors.teal.700}',
      outlineOffset: '2px',
    },
  }),
};

/** Gives the theme to everything below it; once, at the root (and around what a test renders). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <Global styles={styles} />
      {children}
    </ChakraProvider>
  );
}
