/** The archive of `npm run release` runs where only Node is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { packRelease, releaseName } from '../../scripts/release-archive.mjs';

/** Seconds since 1970. */
const TIME = 1_700_000_000;
const LIMIT = 180_000;

let place: string;
let home: string;
let folder: DataFolder;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'caja-menor-version-'));
  const archive = packRelease(place, TIME, 1);
  const { stderr } = spawnSync('tar', ['-xzf', archive, '-C', place], { encoding: 'utf8' });
  expect(stderr).toBe('');
  home = join(place, releaseName());
  folder = openDataFolder([], home);
}, LIMIT);
afterAll(async () => {
  await folder?.close();
  rmSync(place, { recursive: true, force: true });
});

/** A PATH with only Node. */
function nodeAlone(): string {
  const path = join(place, 'bin');
  mkdirSync(path, { recursive: true });
  if (!existsSync(join(path, 'node'))) symlinkSync(process.execPath, join(path, 'node'));
  return path;
}

test('the archive has server, page and manuals, and no sources, tests or build tools', () => {
  const has = (file: string) => existsSync(join(home, file));
  const needed = [
    'dist/web/index.html',
    'deploy/caja-menor.service',
    'docs/operations.md',
    'LICENSE',
  ];
  expect(needed.filter((file) => !has(file))).toEqual([]);
  const packages = ['vite', 'react', 'vitest', 'typescript'].map((name) => `node_modules/${name}`);
  expect(['src', 'server', 'tests', ...packages].filter(has)).toEqual([]);
});

test(
  'the release runs with Node alone: page, sign-in and audit succeed',
  async () => {
    const alone = { PATH: nodeAlone() };
    const person = ['Ada Rojas', 'ada@empresa.test', '1018464851', 'Fresno4821', 'Fresno4821'];
    const created = await folder.run('admin-create', alone, person).ended;
    expect([created.code, created.errors]).toEqual([0, '']);
    const server = await folder.serve('main', { ...alone, NODE_ENV: 'production' });
    for (const path of ['/salud', '/listo'])
      expect((await fetch(server.url + path)).status, path).toBe(200);
    const page = await (await fetch(server.url)).text();
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(server.url + script)).headers.get('content-type')).toContain('javascript');
    const browser = new WebClient(server.url, programToken);
    await browser.signIn({ email: 'ada@empresa.test', password: 'Fresno4821' });
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    const audit = await folder.run('audit-verify', alone).ended;
    expect(audit.output + audit.errors).toContain(' Diferencias: 0.\n');
  },
  LIMIT,
);

test(
  'every dependency can be imported, with its binary for this platform',
  () => {
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const names = Object.keys(dependencies);
    expect(names).toContain('sharp');
    // A package that only exports subpaths is present, too.
    const script = `for (const name of ${JSON.stringify(names)})
      await import(name).catch((error) => {
        if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
      });`;
    const args = ['--input-type=module', '--eval', script];
    const { stderr } = spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' });
    expect(stderr).toBe('');
  },
  LIMIT,
);
