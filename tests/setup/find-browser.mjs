import { spawnSync } from 'node:child_process';
import { joinFor, newestFirst, onPath } from './executables.mjs';

/** @import { Machine } from './executables.mjs' */

/** The headless shell first: the same engine, with a fifth less processor time. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Paths where a Chromium or Chrome may be, in order of preference.
 * @param {Machine} machine
 * @returns {string[]}
 */
export function browserCandidates(machine) {
  return [...onPath(machine, COMMANDS), ...usualPlaces(machine), ...playwrightCache(machine)];
}

/**
 * The first browser that starts. With `CHROMIUM_PATH`, no other path is tried.
 * @param {Machine} machine
 * @param {(file: string) => boolean} [starts]
 * @returns {string | undefined}
 */
export function findBrowser(machine, starts = answersItsVersion) {
  const ordered = machine.env.CHROMIUM_PATH;
  if (ordered) {
    if (machine.isExecutable(ordered)) return ordered;
    throw new Error(`CHROMIUM_PATH names no executable file: ${ordered}`);
  }
  return browserCandidates(machine).find((file) => machine.isExecutable(file) && starts(file));
}

/**
 * An existing file may not start: Ubuntu's `chromium-browser` may be a stub for a snap, and Playwright's download may
 * lack system libraries.
 * @param {string} file
 */
function answersItsVersion(file) {
  // On Windows `--version` opens a window instead of answering.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 15_000 }).status === 0;
}

/**
 * @param {Machine} machine
 * @returns {string[]}
 */
function usualPlaces(machine) {
  const { env, home, platform } = machine;
  if (platform === 'darwin') {
    const applications = [
      'Chromium.app/Contents/MacOS/Chromium',
      'Google Chrome.app/Contents/MacOS/Google Chrome',
    ];
    return ['/Applications', joinFor(machine, home, 'Applications')].flatMap((folder) =>
      applications.map((application) => joinFor(machine, folder, application)),
    );
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    const places = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'];
    return roots.flatMap((root) =>
      root ? places.map((place) => joinFor(machine, root, place)) : [],
    );
  }
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ];
}

/**
 * @param {Machine} machine
 * @returns {string[]}
 */
function playwrightCache(machine) {
  const inside = {
    linux: ['chrome-linux64/chrome', 'chrome-linux/chrome'],
    darwin: [
      'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: ['chrome-win64/chrome.exe', 'chrome-win/chrome.exe'],
  };
  const places = Object.entries(inside).find(([platform]) => platform === machine.platform)?.[1];
  return newestFirst(machine, playwrightFolder(machine), /^chromium-\d+$/).flatMap((folder) =>
    (places ?? inside.linux).map((place) => joinFor(machine, folder, place)),
  );
}

/** @param {Machine} machine */
function playwrightFolder(machine) {
  const { env, home, platform } = machine;
  if (env.PLAYWRIGHT_BROWSERS_PATH) return env.PLAYWRIGHT_BROWSERS_PATH;
  if (platform === 'darwin') return joinFor(machine, home, 'Library/Caches/ms-playwright');
  if (platform === 'win32') return joinFor(machine, env.LOCALAPPDATA ?? home, 'ms-playwright');
  return joinFor(machine, env.XDG_CACHE_HOME ?? joinFor(machine, home, '.cache'), 'ms-playwright');
}
