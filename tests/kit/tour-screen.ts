/** Checks of every screen for every user. Each returns its faults as text; an empty list is a pass. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { goTo, quiet, resize } from './browser.ts';
import { silentControlsIn } from './silent-controls.ts';
import { allSizes, faultsAtSizes, overflow } from './window-sizes.ts';

/**
 * Resolves once the screen after `leave` has loaded. The previous title is marked, so that it is not mistaken for the
 * new one.
 */
export async function openScreen(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-seen', ''));
  await leave();
  await quiet(page);
}

/** Opens an address of the application and resolves once its screen has loaded. */
export const openAddress = (page: Page, address: string): Promise<void> =>
  openScreen(page, async () => {
    await goTo(page, address);
    // Another view with the same title.
    if (address.includes('?')) await page.reload();
  });

/** Technical and untranslated English words, except those that are also Spanish words. */
const foreign =
  /\b(Loading|Error:|undefined|null|NaN|Infinity|Invalid|Submit|Search|Save|Cancel|Delete|Remove|Edit|Add|Next|Previous|Back|Page|Rows?|Close|Open|Select|Choose|Upload|Download|Password|Username|Required|Yes|Unknown|Not found|Forbidden|Unauthorized|Failed|Success|Warning|TypeError|Clear|Show|Hide)\b|\[object|\{\{|\bat \S+\.js:\d/g;

/** Text that a user reads or hears: content, names, placeholders, descriptions, the title of the tab. */
const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      ...['aria-label', 'placeholder', 'alt', 'title', 'aria-description'].flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
      ),
    ].join('\n'),
  );

async function foreignWords(page: Page): Promise<string[]> {
  const words = (await wordsOf(page)).match(foreign) ?? [];
  return [...new Set(words)].map((word) => `says «${word}»`);
}

/** Error messages that a user with permission should not see. */
async function failures(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return ['No existe o no tiene permiso', 'Reintentar', 'Código de soporte']
    .filter((words) => text.includes(words))
    .map((words) => `says «${words}»`);
}

/** Skips reading axe again in a page that has it, which takes as long as the check of a screen. */
const cachedAxe = async (page: Page): Promise<{ axeSource?: string }> =>
  (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'axe !== undefined' } : {};

/** Contrast of text over gradients, which axe cannot judge: the text must be readable on each colour. */

/** Runs in the page: the lowest contrast of the element, and the required one. */
function contrastOver(selector: string): { words: string; least: number; wanted: number } | null {
  const element = document.querySelector(selector);
  const isGradient = (place: Element) =>
    getComputedStyle(place).backgroundImage.includes('gradient');
  let behind = element;
  while (behind && !isGradient(behind)) behind = behind.parentElement;
  if (!element || !behind) return null;
  const { backgroundColor, backgroundImage } = getComputedStyle(behind);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const luminance = (colour: string): number | null => {
    if (!canvas) return null;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    if (alpha !== 255) return null;
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const { color, fontSize, fontWeight } = getComputedStyle(element);
  const own = luminance(color) ?? 0;
  const colours =
    backgroundImage.match(/(?:rgba?|oklch|color|lab)\([^()]*\)|#[\da-f]{3,8}/gi) ?? [];
  const others = [backgroundColor, ...colours].flatMap((colour) => luminance(colour) ?? []);
  const contrasts = others.map(
    (other) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05),
  );
  const size = Number.parseFloat(fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
  return {
    words: element.textContent?.trim().slice(0, 40) ?? '',
    least: Math.min(...contrasts),
    wanted: isLarge ? 3 : 4.5,
  };
}

/** @param unsure selectors of text that axe could not judge */
async function faintWords(page: Page, unsure: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const selector of unsure) {
    const found = await page.evaluate(contrastOver, selector);
    if (found && found.least < found.wanted)
      faults.push(`«${found.words}» has a contrast of ${found.least.toFixed(1)}`);
  }
  return faults;
}

const serious: readonly unknown[] = ['serious', 'critical'];

/** Accessibility violations with their elements: the serious and critical ones, or with `all` those of any impact. */
export async function barriers(
  page: Page,
  impact: 'serious' | 'all' = 'serious',
): Promise<string[]> {
  // The legacy mode stays in the checked page; frames contain documents, not screens.
  const builder = new AxeBuilder({ page, ...(await cachedAxe(page)) });
  const { violations, incomplete } = await builder
    .setLegacyMode()
    .options({
      resultTypes: ['violations', 'incomplete'],
      // Off by default: 2.5.8 of WCAG 2.2. An open menu covers what is behind it.
      rules: { 'target-size': { enabled: impact === 'all' } },
    })
    .exclude('iframe')
    .analyze();
  const found = violations
    .filter((violation) => impact === 'all' || serious.includes(violation.impact))
    .map(
      ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  const unsure = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.map(({ target }) => String(target[0])));
  return [...found, ...(await faintWords(page, unsure))];
}

const phone = { width: 390, height: 844 };

/** As `barriers`, on a phone; the size of the window is restored. */
async function barriersOnPhone(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  await resize(page, phone);
  const found = await barriers(page, 'all');
  if (before) await resize(page, before);
  return found.map((fault) => `${fault} at ${phone.width} px`);
}

async function silences(page: Page): Promise<string[]> {
  // The function is sent to the page as text and called there.
  const names = await page.evaluate<string[]>(`(${silentControlsIn})(document)`);
  return names.map((name) => `does not say why «${name}» cannot be used`);
}

/** A screen has at most one filled button, for its primary action. Only filled buttons have white text. */
async function filledButtons(page: Page): Promise<string[]> {
  const names = await page
    .locator('main .chakra-button')
    .filter({ visible: true })
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => getComputedStyle(button).color === 'rgb(255, 255, 255)')
        .map(({ textContent }) => textContent),
    );
  return names.length > 1 ? [`has filled buttons: ${names.join(', ')}`] : [];
}

/** All faults of a screen; the size of the window is restored. */
export async function faultsOf(page: Page, sizes = allSizes): Promise<string[]> {
  return [
    ...(await failures(page)),
    ...(await foreignWords(page)),
    ...(await silences(page)),
    ...(await filledButtons(page)),
    ...(await page.evaluate(overflow)),
    ...(await barriers(page, 'all')),
    ...(sizes === allSizes ? await barriersOnPhone(page) : []),
    ...(await faultsAtSizes(page, sizes)),
  ];
}
