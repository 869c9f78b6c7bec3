/**
 * How long somebody waits to see something, by the page's own clock. What drives the browser looks whether a link can be
 * pressed and asks from outside whether something is there: some 50 ms that nobody waits.
 */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    shownAfter?: Promise<number>;
  }
}

/** Runs in the page: from its beginning, or what is pressed or typed first, to the frame that has what is looked for. */
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
      // The frame may have begun before: its own time would be too early.
      requestAnimationFrame(() => resolve(performance.now() - begun));
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

/** Watches every page that the tab opens from now on. @param path XPath of what is looked for */
export const watchPages = (page: Page, path: string): Promise<unknown> =>
  page.addInitScript(watch, path);

/** Watches the page that is open. @param path XPath of what is looked for */
export const watchHere = (page: Page, path: string): Promise<void> => page.evaluate(watch, path);

/** Milliseconds, once it is there. */
export const shownAfter = (page: Page): Promise<number> =>
  page.evaluate(() => window.shownAfter ?? Promise.reject(new Error('Nobody watches this page')));
