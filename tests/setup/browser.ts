import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.mjs';
import { installDebianPackages, installPlaywrightBrowser } from './install.mjs';
import { skipSuite } from './lacking.ts';
import { thisMachine } from './this-machine.mjs';

/** Provides CHROMIUM_PATH. */
export default function setup(project: TestProject): void {
  const file =
    findBrowser(thisMachine) ??
    (['chromium-headless-shell', 'chromium'].some((name) =>
      installDebianPackages(thisMachine, [name, 'fonts-liberation']),
    )
      ? findBrowser(thisMachine)
      : undefined) ??
    (installPlaywrightBrowser() ? findBrowser(thisMachine) : undefined);
  if (file) process.env.CHROMIUM_PATH = file;
  else skipSuite(project, 'install Chromium or Chrome, or set CHROMIUM_PATH to its executable');
}
