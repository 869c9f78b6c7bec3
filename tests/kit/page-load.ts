/** Measures the requests, bytes and time of a page until it can be used. */
import type { Page } from 'playwright-core';

/** Limits for a cold cache until the page can be used; 1 kB is 1,000 bytes. */
export const limits = { requests: 8, signIn: 215, list: 255 };

export interface PageLoad {
  requests: number;
  /** Headers and bodies as transferred, compressed; 1 kB is 1,000 bytes. */
  kilobytes: number;
  milliseconds: number;
  /** Milliseconds of computation on the main thread of the page, independent of other load. */
  computed: number;
}

interface LoadEnd {
  requestId: string;
  /** Absent for a failed request. */
  encodedDataLength?: number;
}

/**
 * Opens a page and waits until it can be used. Later prefetches are not counted: the browser does not become idle
 * meanwhile.
 */
export async function measureLoad(
  page: Page,
  open: () => Promise<unknown>,
  usable: () => Promise<unknown>,
): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Page.enable');
  const { identifier } = await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: 'window.requestIdleCallback = () => 0;',
  });
  const sizes = new Map<string, number>();
  const underWay = new Set<string>();
  let end = () => {};
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    sizes.set(requestId, 0);
    underWay.add(requestId);
  });
  const ended = ({ requestId, encodedDataLength = 0 }: LoadEnd) => {
    if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
    underWay.delete(requestId);
    if (underWay.size === 0) end();
  };
  devtools.on('Network.loadingFinished', ended);
  devtools.on('Network.loadingFailed', ended);
  const start = performance.now();
  await open();
  await usable();
  const milliseconds = performance.now() - start;
  const { metrics } = await devtools.send('Performance.getMetrics');
  const computed = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  if (underWay.size > 0)
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  await devtools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  await devtools.detach();
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { requests: sizes.size, kilobytes: bytes / 1_000, milliseconds, computed };
}
