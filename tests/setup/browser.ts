import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.mjs';
import { installDebianPackages, installPlaywrightBrowser } from './install.mjs';
import { skipSuite } from './lacking.ts';
import { thisMachine } from './this-machine.mjs';

/** Where Debian and its derivatives have the font with which the screens are measured. */
const FONT = '/usr/share/fonts/truetype/liberation';

/** Provides CHROMIUM_PATH, and where it can the font. */
export default function setup(project: TestProject): void {
  if (!existsSync(FONT)) installDebianPackages(thisMachine, ['fonts-liberation']);
  const file =
    findBrowser(thisMachine) ??
    (['chromium-headless-shell', 'chromium'].some((name) =>
      installDebianPackages(thisMachine, [name]),
    )
      ? findBrowser(thisMachine)
      : undefined) ??
    (installPlaywrightBrowser() ? findBrowser(thisMachine) : undefined);
  if (file) process.env.CHROMIUM_PATH = file;
  else skipSuite(project, 'install Chromium or Chrome, or set CHROMIUM_PATH to its executable');
}
