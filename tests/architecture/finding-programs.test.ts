import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Machine } from '../setup/executables.mjs';
import { findBrowser } from '../setup/find-browser.mjs';
import { findPostgresBinaries } from '../setup/find-postgres.mjs';
import { installDebianPackages } from '../setup/install.mjs';

/** A machine with exactly these files. */
function machineWith(files: readonly string[], about: Partial<Machine> = {}): Machine {
  const { join } = about.platform === 'win32' ? path.win32 : path.posix;
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    home: '/home/ana',
    isExecutable: (file) => files.includes(file),
    list: (folder) => [
      ...new Set(
        files.flatMap((file) => {
          const inside = file.startsWith(join(folder, '/')) ? file.slice(folder.length + 1) : '';
          return inside ? [inside.split(/[\\/]/, 1)[0] ?? ''] : [];
        }),
      ),
    ],
    ...about,
  };
}

const starts = () => true;

describe('findBrowser', () => {
  it('returns the path in CHROMIUM_PATH, and throws when it is not executable', () => {
    const env = { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/mine' };
    expect(findBrowser(machineWith(['/usr/bin/chromium', '/opt/mine'], { env }), starts)).toBe(
      '/opt/mine',
    );
    expect(() => findBrowser(machineWith(['/usr/bin/chromium'], { env }), starts)).toThrow(
      'CHROMIUM_PATH',
    );
  });

  it('prefers the headless shell to the full browser', () => {
    const shell = '/usr/bin/chromium-headless-shell';
    expect(findBrowser(machineWith(['/usr/bin/chromium', shell]), starts)).toBe(shell);
  });

  it('skips an executable that does not start', () => {
    const machine = machineWith(['/usr/bin/chromium-browser', '/opt/google/chrome/chrome']);
    expect(findBrowser(machine, (file) => file !== '/usr/bin/chromium-browser')).toBe(
      '/opt/google/chrome/chrome',
    );
  });

  it('returns the newest browser in the Playwright cache', () => {
    const cache = '/home/ana/.cache/ms-playwright';
    const machine = machineWith([
      `${cache}/chromium-999/chrome-linux/chrome`,
      `${cache}/chromium-1200/chrome-linux64/chrome`,
      `${cache}/chromium_headless_shell-1200/chrome-linux/headless_shell`,
    ]);
    expect(findBrowser(machine, starts)).toBe(`${cache}/chromium-1200/chrome-linux64/chrome`);
  });

  it('finds browsers on macOS and Windows', () => {
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser(machineWith([mac], { platform: 'darwin' }), starts)).toBe(mac);
    const windows = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
    const env = { PROGRAMFILES: 'C:\\Program Files' };
    expect(findBrowser(machineWith([windows], { platform: 'win32', env }), starts)).toBe(windows);
  });

  it('returns undefined when none is installed', () => {
    expect(findBrowser(machineWith([]), starts)).toBeUndefined();
  });
});

describe('findPostgresBinaries', () => {
  it('returns the newest version in the Debian folders, which are not on PATH', () => {
    const files = ['9', '15', '17'].flatMap((version) =>
      ['initdb', 'postgres'].map((name) => `/usr/lib/postgresql/${version}/bin/${name}`),
    );
    expect(findPostgresBinaries(machineWith(files))).toBe('/usr/lib/postgresql/17/bin');
  });

  it('requires both initdb and postgres', () => {
    const files = [
      '/usr/bin/initdb',
      '/opt/homebrew/opt/postgresql@16/bin/initdb',
      '/opt/homebrew/opt/postgresql@16/bin/postgres',
    ];
    expect(findPostgresBinaries(machineWith(files, { platform: 'darwin' }))).toBe(
      '/opt/homebrew/opt/postgresql@16/bin',
    );
  });

  it('returns undefined when none is installed', () => {
    expect(findPostgresBinaries(machineWith([]))).toBeUndefined();
  });
});

describe('installDebianPackages', () => {
  it('says what it installs and how long it takes before apt-get runs', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'caja-menor-apt-'));
    const [apt, journal] = [path.join(folder, 'apt-get'), path.join(folder, 'diario')];
    writeFileSync(apt, `#!/bin/sh\necho "apt-get $*" >> ${journal}\n`);
    chmodSync(apt, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    vi.spyOn(console, 'log').mockImplementation((line) =>
      writeFileSync(journal, `${line}\n`, { flag: 'a' }),
    );
    const machine = machineWith([apt], { env: { PATH: folder } });
    expect(installDebianPackages(machine, ['chromium-headless-shell', 'postgresql'])).toBe(true);
    const [first, ...then] = readFileSync(journal, 'utf8').trim().split('\n');
    expect(first).toBe(
      'npm test: installing what is missing, a few minutes: apt-get update && apt-get install -y chromium-headless-shell postgresql',
    );
    expect(then.map((line) => line.replaceAll(/ -\S+( Acquire\S+)?/g, ''))).toEqual([
      'apt-get update',
      'apt-get install chromium-headless-shell postgresql',
    ]);
    rmSync(folder, { recursive: true });
  });
});
