import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  createSystem,
  defineConfig,
  defineLayerStyles,
  mergeConfigs,
} from '@chakra-ui/react/styled-system';
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
    layerStyles: defineLayerStyles({
      ...layerStyles,
      /** The ground and the edge of what stands by itself on a page. */
      frame: { value: { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3' } },
    }),
    animationStyles,
  },
});

const product = defineConfig({ theme: recipeChanges });

/** The look of the whole application: light, teal on slate. */
export const system = createSystem(mergeConfigs(defaultBaseConfig, base, product));
