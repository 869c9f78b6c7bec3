import { onTestFinished } from 'vitest';

/** Writes a setting into the page, as the server does, for the current test. */
export function setPageSetting(name: string, content: string): void {
  const meta = document.createElement('meta');
  Object.assign(meta, { name, content });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}
