/** Counts what a page brings over the wire until somebody can use it. */
import type { Page } from 'playwright-core';

/** Everything from a cold cache until somebody can use it; 1 kB is 1,000 bytes. */
export const limits = { requests: 8, signIn: 215, list: 250 };

export interface PageLoad {
  requests: number;
  /** Heads and bodies as they came, compressed; 1 kB is 1,000 bytes. */
  kilobytes: number;
  milliseconds: number;
  /** Milliseconds that the page's thread computed: what a busy machine adds is not in it. */
  computed: number;
}

interface LoadEnd {
  requestId: string;
  /** Missing where it failed. */
  encodedDataLength?: number;
}

/**
 * Opens something and waits until it can be used. What is prefetched after that is not counted: the browser
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
