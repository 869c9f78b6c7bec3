/** The product on demonstration data and one browser, for the tests of a file. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, openTab, type Tab } from './browser.ts';
import { type Product, startProduct } from './product.ts';

export interface ProductInBrowser {
  /** Where the product answers. */
  readonly url: string;
  readonly browser: Browser;
  /** A tab in which nobody is signed in. */
  openTab: () => Promise<Tab>;
}

/** Begins both before the first test of the file that calls it, and ends them after the last. */
export function productInBrowser(): ProductInBrowser {
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  return {
    get url() {
      return product.url;
    },
    get browser() {
      return browser;
    },
    openTab: () => openTab(browser, product.url),
  };
}
