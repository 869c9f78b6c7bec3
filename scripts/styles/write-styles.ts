import { Global } from '@emotion/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { globalStyles } from '#src/shell/theme/global-styles.ts';

/** The global styles of the theme as CSS. */
export const writeStyles = (): string =>
  globalStyles
    .map((styles) => renderToStaticMarkup(createElement(Global, { styles })))
    .join('\n')
    .replace(/<\/?style[^>]*>/g, '');
