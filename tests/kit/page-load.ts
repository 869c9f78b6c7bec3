/** Counts what a page brings over the wire until somebody can use it. */
import type { Page } from 'playwright-core';

export interface PageLoad {
  requests: number;
  /** Heads and bodies as they came, compressed; 1 kB is 1,000 bytes. */
  kilobytes: number;
  milliseconds: number;
  /** Milliseconds that the page's thread computed: what a busy machine adds is not in it. */
  computed: number;
}

/**
 * Opens something and waits until it can be used. What is fetched ahead after that is not counted: the browser
 * never becomes idle meanwhile.
 */
export async function measureLoad(
  page: Page,
  open: () => Promise<unknown>,
  usable: () => Promise<unknown>,
): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const sizes = new Map<string, number>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) sizes.set(requestId, 0);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
  });
  const start = performance.now();
  await open();
  await usable();
  const milliseconds = performance.now() - start;
  const { metrics } = await devtools.send('Performance.getMetrics');
  const computed = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  await page.waitForLoadState('networkidle');
  await devtools.detach();
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { requests: sizes.size, kilobytes: bytes / 1_000, milliseconds, computed };
}
