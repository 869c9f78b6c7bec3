import { afterAll, beforeAll } from 'vitest';

/** What `start` resolves to: started before the tests of a file, and closed after them. */
export function perFile<Started extends { close: () => Promise<void> }>(
  start: () => Promise<Started>,
): Started {
  const started = {} as Started;
  beforeAll(async () => {
    Object.assign(started, await start());
  });
  afterAll(() => started.close());
  return started;
}
