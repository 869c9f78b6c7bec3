/** Styles of every element and the values of every token. The build makes a file of them: nothing here is part of the page. */
import { system } from './system.ts';

const SMALL_WINDOW = '@media ((max-height: 599px) and (max-width: 79.99rem)) or (max-width: 359px)';

/** In the layer below the recipes: a component may say otherwise. `&` is the page. */
const ownStyles = {
  '@layer base': system.css({
    '&*': {
      '--focus-ring-width': '2px',
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
      },
    },
    // Two quick touches are two, not the double one that zooms and swallows what is typed behind it.
    '&html': {
      colorPalette: 'teal',
      colorScheme: 'light',
      bg: 'bg.page',
      textSizeAdjust: '100%',
      touchAction: 'manipulation',
      // A sheet is narrower than a screen and read from nearer.
      _print: { fontSize: '12px' },
    },
    // What gets the focus is not hidden by the bar that sticks to the top of small screens.
    '&:root': { scrollPaddingTop: { base: '4.5rem', lg: '1rem' } },
    // Nor by the one that sticks to the lower edge.
    '&:root:has([data-lower-bar])': { scrollPaddingBottom: 'min(16rem, 40dvh)' },
    // A small window, as a phone on its side or a page at 200 or 400 %, is left to what is read: nothing sticks to its
    // edges.
    '&[data-bar], &[data-bar] [data-save]': {
      [SMALL_WINDOW]: {
        position: 'relative !important',
        inset: 'auto !important',
        maxHeight: 'none !important',
        overflow: 'visible !important',
      },
    },
    // There the page alone scrolls.
    '&[data-choices]': { [SMALL_WINDOW]: { maxHeight: 'none !important' } },
    '&body': { fontFamily: 'body', minHeight: '100dvh' },
    '&summary': { mdDown: { minHeight: '2.75rem', alignContent: 'center' } },
    '&*::placeholder': { color: 'fg.subtle' },
    // The mark of the product, until the first screen is there.
    '&#root > img': { position: 'fixed', inset: '0', margin: 'auto' },
    // Whatever brings no ring of its own still shows where the focus is.
    '&:where(a, button, summary, input, select, textarea, [tabindex]):focus-visible': {
      outline: '2px solid {colors.teal.700}',
      outlineOffset: '2px',
    },
  }),
};

/** As Emotion takes them, in the order in which they are written. */
export const globalStyles = [
  system.layers.atRule,
  system.getPreflightCss(),
  system.getGlobalCss(),
  system.getTokenCss(),
  ownStyles,
];
