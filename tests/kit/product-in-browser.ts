/** The product on demonstration data and one browser, for the tests of a file. */
import { cpSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser, openTab, type Tab, demoToken } from './browser.ts';
import { type DataFolder, openDataFolder } from './program.ts';

export interface ProductInBrowser {
  /** URL of the product. */
  readonly url: string;
  /** Its data folder. */
  readonly dataDir: string;
  readonly browser: Browser;
  /** Opens a tab without a session. */
  openTab: () => Promise<Tab>;
}

/** A data folder with the demonstration, or one that is filled when it is served. */
export function openDemonstration(): DataFolder {
  const folder = openDataFolder();
  const loaded = inject('demonstration');
  if (loaded !== undefined) cpSync(loaded, folder.dataDir, { recursive: true });
  return folder;
}

/** Starts both before the first test of the calling file, and ends them after the last. */
export function productInBrowser(): ProductInBrowser {
  let folder: DataFolder;
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = openDemonstration();
    ({ url } = await folder.serve('demo', { API_TOKEN: demoToken }));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await folder?.close();
  });
  return {
    get url() {
      return url;
    },
    get dataDir() {
      return folder.dataDir;
    },
    get browser() {
      return browser;
    },
    openTab: () => openTab(browser, url),
  };
}
