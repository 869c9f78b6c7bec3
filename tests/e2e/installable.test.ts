/** Installation as an application, as Chromium judges it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../kit/environment.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();

test('the product can be installed', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'caja-menor-'));
  // A new context would be private, and private windows cannot install.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGUMENTS],
  });
  try {
    const page = await browser.newPage();
    await page.goto(product.url);
    const devtools = await browser.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '')).toMatchObject({ lang: 'es-CO', display: 'standalone' });
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
