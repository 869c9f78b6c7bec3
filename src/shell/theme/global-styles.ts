/** Global styles and token values. The build writes them to a CSS file; this module is not part of the page. */
import { system } from './system.ts';

const SMALL_WINDOW = '@media ((max-height: 599px) and (max-width: 79.99rem)) or (max-width: 359px)';

/** In the layer below the recipes, so that components can override them. `&` is the page. */
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
    // Two quick taps must count as two taps, not as a double tap that zooms.
    '&html': {
      colorPalette: 'teal',
      colorScheme: 'light',
      bg: 'bg.page',
      textSizeAdjust: '100%',
      touchAction: 'manipulation',
      // Paper is narrower than a screen and is read from a shorter distance.
      _print: { fontSize: '12px' },
    },
    // The sticky bar at the top of small screens must not hide the focused element.
    '&:root': { scrollPaddingTop: { base: '4.5rem', lg: '1rem' } },
    // Neither must the sticky bar at the bottom.
    '&:root:has([data-lower-bar])': { scrollPaddingBottom: 'min(16rem, 40dvh)' },
    // In a small window, such as a phone in landscape or a page at 200 or 400 % zoom, no bar is sticky, since it would
    // cover the content.
    '&[data-bar], &[data-bar] [data-save]': {
      [SMALL_WINDOW]: {
        position: 'relative !important',
        inset: 'auto !important',
        maxHeight: 'none !important',
        overflow: 'visible !important',
      },
    },
    // In a small window only the page scrolls.
    '&[data-choices]': { [SMALL_WINDOW]: { maxHeight: 'none !important' } },
    '&body': { fontFamily: 'body', minHeight: '100dvh' },
    '&summary': { mdDown: { minHeight: '2.75rem', alignContent: 'center' } },
    '&*::placeholder': { color: 'fg.subtle' },
    // The logo of the product, until the first screen is rendered.
    '&#root > img': { position: 'fixed', inset: '0', margin: 'auto' },
    // Default focus ring of elements whose recipe has none.
    '&:where(a, button, summary, input, select, textarea, [tabindex]):focus-visible': {
      outline: '2px solid {colors.teal.700}',
      outlineOffset: '2px',
    },
  }),
};

/** In the form that Emotion takes and in output order. */
export const globalStyles = [
  system.layers.atRule,
  system.getPreflightCss(),
  system.getGlobalCss(),
  system.getTokenCss(),
  ownStyles,
];
