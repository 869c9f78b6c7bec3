/** Stops of the Tab key that nobody sees: WCAG 2.2, 2.4.7 and 2.4.11. */
import type { Page } from 'playwright-core';

/** A desk, the same one at 200 %, a telephone, and 400 %. */
const sizes = [
  { width: 1366, height: 768 },
  { width: 683, height: 384 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const;

/** Runs in the page: gives the focus to whatever takes it, and looks whether some of it is to be seen. */
function hiddenStops(): string[] {
  const takesFocus =
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  const isDrawn = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width * height >= 16 && getComputedStyle(element).opacity !== '0';
  };
  const at = (from: number, to: number, end: number, part: number): number =>
    Math.max(from, 0) + (Math.min(to, end) - Math.max(from, 0)) * part;
  const over = (element: Element): (Element | null)[] => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const parts = [0.1, 0.5, 0.9];
    return parts.flatMap((across) =>
      parts.map((down) =>
        document.elementFromPoint(
          at(left, right, innerWidth, across),
          at(top, bottom, innerHeight, down),
        ),
      ),
    );
  };
  const faults: string[] = [];
  for (const stop of document.querySelectorAll<HTMLElement>(takesFocus)) {
    if (stop.tabIndex < 0) continue;
    stop.focus();
    if (document.activeElement !== stop) continue;
    // What stands for a native box that nobody draws is one of its labels.
    const seen = isDrawn(stop) ? [stop] : [...((stop as HTMLInputElement).labels ?? [stop])];
    const found = seen.flatMap((element) => over(element).map((top) => [element, top] as const));
    if (found.some(([element, top]) => top !== null && element.contains(top))) continue;
    const name = stop.getAttribute('aria-label') ?? (stop.textContent?.trim() || stop.outerHTML);
    const cover = found.find(([, top]) => top !== null)?.[1];
    const cause = cover
      ? `behind ${cover.tagName} «${cover.textContent?.slice(0, 30)}»`
      : 'nowhere';
    faults.push(`focus on «${name.slice(0, 80)}» is ${cause}`);
  }
  return faults;
}

/** Goes on once no hint of what had the focus, or the pointer, is over the page. */
async function noHint(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForFunction(() => document.querySelector('[data-hint]') === null);
}

/** Stops that are covered or not drawn, at every size; the page keeps the size that it had. */
export async function hiddenFocus(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await noHint(page);
    const found = await page.evaluate(hiddenStops);
    faults.push(...found.map((fault) => `${fault} at ${size.width} px`));
  }
  if (before) await page.setViewportSize(before);
  return faults;
}
