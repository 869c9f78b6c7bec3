/**
 * Time until an element is shown, by the page's own clock. Playwright checks whether a link can be pressed and polls
 * for the element from outside: some 50 ms that no user waits.
 */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    shownAfter?: Promise<number>;
  }
}

/** Runs in the page. Measures from the page start, or the first press or input, to the frame that shows the element. */
function watch(path: string): void {
  let begun = 0;
  const begin = ({ timeStamp }: Event) => {
    begun ||= timeStamp;
  };
  for (const type of ['pointerdown', 'input']) addEventListener(type, begin, { capture: true });
  window.shownAfter = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const { singleNodeValue } = document.evaluate(path, document, null, 9);
      if (singleNodeValue === null) return;
      observer.disconnect();
      // The frame may have started earlier: its own timestamp would be too early.
      requestAnimationFrame(() => resolve(performance.now() - begun));
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

/** Watches every page that the tab opens from now on. @param path XPath of the element */
export const watchPages = (page: Page, path: string): Promise<unknown> =>
  page.addInitScript(watch, path);

/** Watches the open page. @param path XPath of the element */
export const watchHere = (page: Page, path: string): Promise<void> => page.evaluate(watch, path);

/** Milliseconds, once the element is shown. */
export const shownAfter = (page: Page): Promise<number> =>
  page.evaluate(() => window.shownAfter ?? Promise.reject(new Error('Nobody watches this page')));
