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
  buttonRecipe,
  cssVarsPrefix,
  cssVarsRoot,
  dialogSlotRecipe,
  drawerSlotRecipe,
  globalCss,
  headingRecipe,
  inputRecipe,
  keyframes,
  layerStyles,
  linkRecipe,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  skeletonRecipe,
  spinnerRecipe,
  textStyles,
  textareaRecipe,
} from '@chakra-ui/react/theme';
import { semanticTokens, tokens } from './tokens.ts';

/**
 * The Chakra components that this application may use. A component whose recipe is not listed renders without any
 * style (Box, Flex, Grid, Stack, Text and the like need none). To add one: import its recipe from
 * '@chakra-ui/react/theme' (`tabsSlotRecipe`) and list it here under the name in its `className` without the prefix
 * `chakra-`, in camel case (`tabs`); recipes of a single part go to `recipes`, of several parts to `slotRecipes`.
 */
const recipes = {
  button: buttonRecipe,
  heading: headingRecipe,
  input: inputRecipe,
  link: linkRecipe,
  skeleton: skeletonRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
};

const slotRecipes = {
  dialog: dialogSlotRecipe,
  drawer: drawerSlotRecipe,
  menu: menuSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
};

const control = {
  bg: 'bg.panel',
  borderColor: 'border.control',
  textOverflow: 'ellipsis',
  _hover: { borderColor: 'gray.600' },
  _readOnly: { bg: 'bg.muted', borderColor: 'border.emphasized' },
  _disabled: { bg: 'bg.muted', borderColor: 'border.emphasized', opacity: 1, color: 'fg.muted' },
  _invalid: { borderColor: 'border.error', focusRingColor: 'colors.red.600' },
};

/** As fast as the animations within a page (src/ui/overlay/MovingParts.tsx). */
const quickly = {
  _open: { animationDuration: 'moderate' },
  _closed: { animationDuration: 'fast' },
};
const opening = { backdrop: quickly, content: quickly };

/** Touch targets need 44 px, which button sizes from `lg` on already have. */
const forFingers = { mdDown: { h: '11', minW: '11' } };

/** Merged over the recipes above. */
const recipeChanges = {
  recipes: {
    button: {
      // No colour transition: a button that becomes enabled must be legible immediately.
      base: { fontWeight: 'semibold', transitionProperty: 'none' },
      variants: {
        variant: {
          // Chakra's hover colour is lighter and reduces the contrast of the text.
          solid: {
            _hover: { bg: 'colorPalette.solidHover' },
            _expanded: { bg: 'colorPalette.solidHover' },
          },
          outline: { bg: 'bg.panel' },
        },
        size: { xs: forFingers, sm: forFingers, md: forFingers },
      },
    },
    input: { variants: { variant: { outline: control } } },
    textarea: { variants: { variant: { outline: control } } },
  },
  slotRecipes: {
    dialog: { slots: dialogSlotRecipe.slots, base: opening },
    drawer: { slots: drawerSlotRecipe.slots, base: opening },
    nativeSelect: {
      slots: nativeSelectSlotRecipe.slots,
      variants: {
        variant: { outline: { field: control } },
        size: { sm: { root: { mdDown: { '--select-field-height': 'sizes.11' } } } },
      },
    },
  },
};

// A component whose recipe is missing renders unstyled: see `recipes` above.
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
      /** Background and border of a separate block of a page. */
      frame: { value: { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3' } },
    }),
    animationStyles,
  },
});

const product = defineConfig({ theme: recipeChanges });

/** The theme of the whole application: light, teal on slate. */
export const system = createSystem(mergeConfigs(defaultBaseConfig, base, product));
