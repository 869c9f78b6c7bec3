/** Checks of a screen in windows of several sizes. Each runs in the page and returns its faults as text. */
import type { Page } from 'playwright-core';
import { resize } from './browser.ts';

/**
 * Focusable elements that are not visible when focused: WCAG 2.2, 2.4.7 and 2.4.11. Focuses each element and checks
 * that some of it is visible.
 */
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
    // An undrawn native control is represented by one of its labels.
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

/** The page never scrolls horizontally; a wide table scrolls within itself. */
export function overflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`is ${scrollWidth - clientWidth} px too wide`] : [];
}

/** Fixed and sticky parts cover at most 30 % of a small window, and only the page scrolls. */
export function crowding(): string[] {
  scrollTo(0, 300);
  const drawn = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => element.getClientRects().length > 0,
  );
  const lines = new Set<number>();
  for (const element of drawn) {
    const { top, bottom, width } = element.getBoundingClientRect();
    if (!/fixed|sticky/.test(getComputedStyle(element).position) || width < innerWidth / 2)
      continue;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(innerHeight, bottom); y += 1)
      lines.add(y);
  }
  const fixed = lines.size / innerHeight;
  const scrollers = drawn.filter(
    (element) =>
      element.closest('main') !== null &&
      element.tagName !== 'TEXTAREA' &&
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight + 1,
  );
  return [
    ...(fixed > 0.3 ? [`has fixed parts on ${Math.round(100 * fixed)} %`] : []),
    ...scrollers.map(({ textContent }) => `scrolls «${textContent?.slice(0, 30)}» by itself`),
  ];
}

/** Controls smaller than a touch target of 44 px; links in sentences and parts of drawings do not count. */
function smallTargets(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    ':is(.chakra-button, [role=switch], [aria-pressed]:not([data-state]), input, select, textarea, summary):not([data-row-link])',
  );
  return [...controls].flatMap((control) => {
    const { visibility } = getComputedStyle(control);
    const seen = [control, ...((control as HTMLInputElement).labels ?? [])]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width * height >= 16);
    if (seen.length === 0 || visibility === 'hidden' || control.closest('svg')) return [];
    if (seen.some(({ width, height }) => Math.min(width, height) >= 43.5)) return [];
    const name = control.getAttribute('aria-label') ?? (control.textContent || control.outerHTML);
    return [`«${name.slice(0, 80)}» is ${seen[0]?.width} × ${seen[0]?.height} px`];
  });
}

/** Five cards of a list are in view at once, after scrolling past the content before the list. */
function fewCards(): string[] {
  const rows = [...document.querySelectorAll('tbody tr:has([data-card])')];
  scrollTo(0, 0);
  const below = (rows[0]?.getBoundingClientRect().top ?? 0) - innerHeight / 3;
  if (below > 0) scrollBy(0, below);
  const inView = rows.filter((row) => {
    const { left, right, top, bottom } = row.getBoundingClientRect();
    return [left + 2, right - 2].every((x) =>
      [top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(x, y))),
    );
  });
  return inView.length < Math.min(5, rows.length) ? [`shows ${inView.length} cards`] : [];
}

/** The whole row of a list is a link, including its lower corners. */
function deadRows(): string[] {
  scrollTo(0, 0);
  const isDead = (row: Element): boolean => {
    const { left, right, bottom } = row.getBoundingClientRect();
    return [left + 4, right - 4].some((x) => {
      const top = document.elementFromPoint(x, bottom - 4);
      return row.contains(top) && !top?.closest('a, button, label, input');
    });
  };
  return [...document.querySelectorAll('tbody tr:has([data-row-link])')]
    .filter(isDead)
    .map(({ textContent }) => `«${textContent?.slice(0, 30)}» is no link at a corner`);
}

interface WindowSize {
  width: number;
  height: number;
  looks: readonly (() => string[])[];
}

/** Desktop, desktop at 200 %, phone, phone in landscape, and 400 %. */
export const allSizes: readonly WindowSize[] = [
  { width: 1366, height: 768, looks: [deadRows, hiddenStops] },
  { width: 683, height: 384, looks: [crowding, hiddenStops] },
  { width: 390, height: 844, looks: [smallTargets, deadRows, fewCards, hiddenStops] },
  { width: 844, height: 390, looks: [crowding] },
  { width: 320, height: 640, looks: [crowding, hiddenStops] },
];

/** The most common sizes. */
export const usualSizes = allSizes.filter(({ width }) => width === 1366 || width === 390);

/** Removes the focus, whose hint would cover the page. */
const withoutFocus = () => (document.activeElement as HTMLElement | null)?.blur();

const hasNoHint = () => document.querySelector('[data-hint]') === null;

/** Faults at these sizes; the size of the page is restored. */
export async function faultsAtSizes(page: Page, sizes: readonly WindowSize[]): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  await page.mouse.move(0, 0);
  for (const { looks, ...size } of sizes) {
    await page.evaluate(withoutFocus);
    await resize(page, size);
    if (!(await page.evaluate(hasNoHint))) await page.waitForFunction(hasNoHint);
    for (const look of [overflow, ...looks])
      for (const fault of await page.evaluate(look)) faults.push(`${fault} at ${size.width} px`);
  }
  if (before) await resize(page, before);
  return faults;
}
