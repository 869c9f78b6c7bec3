/**
 * Lighthouse scores of the sign-in and of a list, on mobile and on desktop. npx downloads Lighthouse: its 185 MB are
 * too many for a dependency. Needs the built page (`npm run build`) and `CHROMIUM_PATH`. Prints a table and, as one
 * line, JSON.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#tests/kit/browser.ts';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '#tests/kit/environment.ts';
import { productInBrowser } from '#tests/kit/product-in-browser.ts';

const run = promisify(execFile);
const lighthouse = 'lighthouse@12.8.2';

const goals = {
  mobile: { performance: 90, accessibility: 100, 'best-practices': 100 },
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100 },
} as const;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

const product = productInBrowser();
let folder: string;
let context: BrowserContext;
let port: number;

/** A free port. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  port = await freePort();
  context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    baseURL: product.url,
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
});
afterAll(async () => {
  await context?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function reportOf(address: string, device: keyof typeof goals): Promise<Report> {
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      lighthouse,
      `${product.url}${address}`,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      // Retains the session.
      '--disable-storage-reset',
      '--max-wait-for-load=60000',
      `--only-categories=${Object.keys(goals[device]).join(',')}`,
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Report;
}

test('Lighthouse scores of the sign-in and of a list', async () => {
  const rows: { what: string; device: string; category: string; score: number; goal: number }[] =
    [];
  const measure = async (what: string, address: string) => {
    for (const device of Object.keys(goals) as (keyof typeof goals)[]) {
      const { categories, audits } = await reportOf(address, device);
      for (const [category, goal] of Object.entries(goals[device])) {
        const score = Math.round((categories[category]?.score ?? 0) * 100);
        rows.push({ what, device, category, score, goal });
        process.stdout.write(
          `${String(score).padStart(4)} / ${goal}: ${what}, ${device}, ${category}\n`,
        );
      }
      for (const { title, score, displayValue = '' } of Object.values(audits))
        if (score !== null && score < 0.9)
          process.stdout.write(`       ${title} ${displayValue}\n`);
    }
  };
  await measure('sign-in', '/');
  const [page] = context.pages();
  if (page === undefined) throw new Error('the browser has no page');
  await signIn(page, 'supervisor');
  await page.goto('about:blank');
  await measure('list', '/#/historialCaja');
  process.stdout.write(`${JSON.stringify(rows)}\n`);
  expect(rows).toHaveLength(12);
});
