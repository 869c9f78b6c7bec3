/** What is looked for on every screen, no matter who opens it. Each gives its faults in words; none is no fault. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { goTo, quiet } from './browser.ts';
import { faintWords } from './faint-words.ts';
import { silentControlsIn } from './silent-controls.ts';
import { allSizes, faultsAtSizes, overflow } from './window-sizes.ts';

/**
 * Goes on once the screen after `leave` is there with everything that it loads. A title that was read
 * before is marked, so that it is not taken for the new one.
 */
export async function openScreen(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-seen', ''));
  await leave();
  await quiet(page);
}

/** Opens an address of the application and goes on once its screen is there. */
export const openAddress = (page: Page, address: string): Promise<void> =>
  openScreen(page, async () => {
    await goTo(page, address);
    // Another view under the same title.
    if (address.includes('?')) await page.reload();
  });

/** Words of programs and of untranslated components; Spanish words that look like them are not here. */
const foreign =
  /\b(Loading|Error:|undefined|null|NaN|Infinity|Invalid|Submit|Search|Save|Cancel|Delete|Remove|Edit|Add|Next|Previous|Back|Page|Rows?|Close|Open|Select|Choose|Upload|Download|Password|Username|Required|Yes|Unknown|Not found|Forbidden|Unauthorized|Failed|Success|Warning|TypeError|Clear|Show|Hide)\b|\[object|\{\{|\bat \S+\.js:\d/g;

/** Everything that a person reads or hears: text, names, placeholders, descriptions, the tab's title. */
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

/** Something that a person with the right to be here should not meet. */
async function failures(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return ['Esta página no existe o no puede verla', 'Reintentar', 'Código de soporte']
    .filter((words) => text.includes(words))
    .map((words) => `says «${words}»`);
}

/** A page that has axe already need not read it again, which takes as long as to examine a screen. */
const cachedAxe = async (page: Page): Promise<{ axeSource?: string }> =>
  (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'axe !== undefined' } : {};

/** Serious and critical ones for people who cannot see, hear or point, with where they are. */
export async function barriers(page: Page): Promise<string[]> {
  // The legacy mode stays in the page that is looked at; frames hold documents, not screens.
  const builder = new AxeBuilder({ page, ...(await cachedAxe(page)) });
  const { violations, incomplete } = await builder
    .setLegacyMode()
    .options({ resultTypes: ['violations', 'incomplete'] })
    .exclude('iframe')
    .analyze();
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  const unsure = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.map(({ target }) => String(target[0])));
  return [...found, ...(await faintWords(page, unsure))];
}

async function silences(page: Page): Promise<string[]> {
  // The text of the function goes to the page: it is called there.
  const names = await page.evaluate<string[]>(`(${silentControlsIn})(document)`);
  return names.map((name) => `does not say why «${name}» cannot be used`);
}

/** One button of a screen is filled, at most: what the screen is for. White letters are on no other ground. */
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

/** Everything that is wrong with a screen; the window keeps its size. */
export async function faultsOf(page: Page, sizes = allSizes): Promise<string[]> {
  return [
    ...(await failures(page)),
    ...(await foreignWords(page)),
    ...(await silences(page)),
    ...(await filledButtons(page)),
    ...(await page.evaluate(overflow)),
    ...(await barriers(page)),
    ...(await faultsAtSizes(page, sizes)),
  ];
}
