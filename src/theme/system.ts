import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig, mergeConfigs } from '@chakra-ui/react/styled-system';
import {
  animationStyles,
  breakpoints,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss,
  keyframes,
  layerStyles,
  textStyles,
} from '@chakra-ui/react/theme';
import { recipeChanges, recipes, slotRecipes } from './recipes.ts';
import { semanticTokens, tokens } from './tokens.ts';

// A component whose recipe is missing renders unstyled: recipes.ts says how to add one.
const base = defineConfig({
  preflight: true,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    recipes,
    slotRecipes,
    textStyles,
    layerStyles,
    animationStyles,
  },
});

const product = defineConfig({
  globalCss: {
    '*': {
      '--focus-ring-width': '2px',
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
      },
    },
    html: { colorPalette: 'teal', colorScheme: 'light', bg: 'bg.page', textSizeAdjust: '100%' },
    // What gets the focus is not hidden by the bar that sticks to the top of small screens.
    ':root': { scrollPaddingTop: { base: '4.5rem', lg: '1rem' } },
    body: { fontFamily: 'body', minHeight: '100dvh' },
    '*::placeholder': { color: 'fg.subtle' },
    // Whatever brings no ring of its own still shows where the focus is.
    ':where(a, button, summary, input, select, textarea, [tabindex]):focus-visible': {
      outline: '2px solid {colors.teal.700}',
      outlineOffset: '2px',
    },
  },
  theme: recipeChanges,
});

/** The look of the whole application: light, teal on slate. */
export const system = createSystem(mergeConfigs(defaultBaseConfig, base, product));
