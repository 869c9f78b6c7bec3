/**
 * Time to the first page, a list, a detail and a search result, in a real browser on demonstration data. An empty page
 * of the same libraries is the reference for the machine. Needs the built page (`npm run build`) and `CHROMIUM_PATH`.
 * Prints a table and, as one line, JSON.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, openTab, signIn } from '#tests/kit/browser.ts';
import { measureLoad, type PageLoad } from '#tests/kit/page-load.ts';
import { productInBrowser } from '#tests/kit/product-in-browser.ts';
import { shownAfter, watchHere, watchPages } from './shown-after.ts';

const TIMES = Number(process.env.BENCH_TIMES ?? 7);

const root = fileURLToPath(new URL('../..', import.meta.url));
const product = productInBrowser();

/** One Chakra button with the default system. */
const emptyPage = `
import { Button, ChakraProvider, defaultSystem } from '@chakra-ui/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(
  createElement(ChakraProvider, { value: defaultSystem }, createElement(Button, null, 'Listo')),
);`;

let folder: string;
let yardstick: Server;
let yardstickUrl: string;
beforeAll(async () => {
  folder = mkdtempSync(join(root, 'node_modules', '.empty-page-'));
  writeFileSync(join(folder, 'empty.js'), emptyPage);
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: join(folder, 'empty.js') } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const code = outputs.flatMap((one) => (one.type === 'chunk' ? [one.code] : [])).join('\n');
  yardstick = createServer((request, response) => {
    const isScript = request.url === '/empty.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (isScript) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.end(
      isScript ? code : '<div id="root"></div><script type="module" src="/empty.js"></script>',
    );
  });
  await new Promise<void>((resolve) => yardstick.listen(0, '127.0.0.1', resolve));
  yardstickUrl = `http://127.0.0.1:${(yardstick.address() as AddressInfo).port}`;
});
afterAll(() => {
  yardstick?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** XPath of the elements to wait for. */
const paths = {
  button: '//button',
  cell: '//table[not(@aria-busy)]//td',
  expense: '//table[not(@aria-busy) and caption="Gastos de la caja"]//td',
  option: '//*[@role="option"]',
} as const;

const isThere = (page: Page, path: string) => () => page.locator(`xpath=${path}`).first().waitFor();

/** `measureLoad`, with the time until the element is shown by the page's own clock. */
async function measured(page: Page, open: () => Promise<unknown>): Promise<PageLoad> {
  let milliseconds = 0;
  const load = await measureLoad(page, open, async () => {
    milliseconds = await shownAfter(page);
  });
  return { ...load, milliseconds };
}

/** Loads an address with an empty and then with a full browser cache. */
async function coldAndCached(
  url: string,
  open: (page: Page) => Promise<unknown>,
  path: string,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<{ cold: PageLoad; cached: PageLoad }> {
  const { page, close } = await openTab(product.browser, url);
  await prepare(page);
  await page.goto('about:blank');
  await watchPages(page, path);
  const cold = await measured(page, () => open(page));
  await page.goto('about:blank');
  const cached = await measured(page, () => open(page));
  await close();
  return { cold, cached };
}

/** Signs in and clears the browser cache, as after an update of the browser. */
async function signedIn(page: Page): Promise<void> {
  await signIn(page, 'supervisor');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
}

async function listToDetail(): Promise<PageLoad> {
  const { page, close } = await openTab(product.browser, product.url);
  await signIn(page, 'supervisor');
  await goTo(page, '/historialCaja');
  await isThere(page, paths.cell)();
  await page.waitForLoadState('networkidle');
  const detail = page.getByRole('table').getByRole('link').first();
  await detail.hover();
  await page.waitForLoadState('networkidle');
  await watchHere(page, paths.expense);
  const load = await measured(page, () => detail.click());
  await close();
  return load;
}

/** From the last key to the first search result on the screen. */
async function keyToAnswer(): Promise<PageLoad> {
  const { page, close } = await openTab(product.browser, product.url);
  await signIn(page, 'supervisor');
  await isThere(page, paths.cell)();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar' }).and(page.locator(':focus')).waitFor();
  await watchHere(page, paths.option);
  const load = await measured(page, () => page.keyboard.insertText('torn'));
  await close();
  return load;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

test('load times of the first page, a list, a detail and a search', async () => {
  const loads: Record<string, PageLoad[]> = {};
  const note = (name: string, load: PageLoad) => {
    loads[name] = [...(loads[name] ?? []), load];
  };
  const noteBoth = (name: string, { cold, cached }: { cold: PageLoad; cached: PageLoad }) => {
    note(`${name}, cold`, cold);
    note(`${name}, cached`, cached);
  };
  for (let time = 0; time < TIMES; time += 1) {
    noteBoth(
      'empty Chakra page',
      await coldAndCached(yardstickUrl, (page) => page.goto('/'), paths.button),
    );
    noteBoth('sign-in', await coldAndCached(product.url, (page) => page.goto('/'), paths.button));
    noteBoth(
      'list',
      await coldAndCached(
        product.url,
        (page) => goTo(page, '/historialCaja'),
        paths.cell,
        signedIn,
      ),
    );
    note('list to detail', await listToDetail());
    note('last key to answer', await keyToAnswer());
  }
  const figures = Object.entries(loads).map(([what, all]) => {
    const of = (figure: keyof PageLoad) => Math.round(median(all.map((load) => load[figure])));
    return {
      what,
      milliseconds: of('milliseconds'),
      computed: of('computed'),
      requests: of('requests'),
      kilobytes: of('kilobytes'),
    };
  });
  for (const { what, milliseconds, computed, requests, kilobytes } of figures) {
    const [clock, thread, files, kB] = [milliseconds, computed, requests, kilobytes].map((figure) =>
      String(figure).padStart(6),
    );
    process.stdout.write(
      `${clock} ms on the clock, ${thread} computed, ${files} requests, ${kB} kB: ${what}\n`,
    );
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures).toHaveLength(8);
});
