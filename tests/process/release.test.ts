/** The archive of `npm run release` runs where only Node is installed. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { billOfMaterials, packRelease, releaseName } from '../../scripts/release-archive.mjs';

/** Seconds since 1970. */
const TIME = 1_700_000_000;
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const LIMIT = 180_000;

let place: string;
let archive: string;
let home: string;
let folder: DataFolder;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'caja-menor-version-'));
  archive = packRelease(place, { commit: COMMIT, time: TIME }, 1);
  home = join(place, releaseName(COMMIT));
  expect(unpack(archive)).toEqual({ status: 0, stderr: '' });
  folder = openDataFolder([], home);
}, LIMIT);
afterAll(async () => {
  await folder?.close();
  rmSync(place, { recursive: true, force: true });
});

/** Unpacks an archive into the folder of the tests, as an operator does. */
function unpack(file: string) {
  const args = ['scripts/unpack-release.mjs', file, place];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stderr };
}

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
    'Dockerfile',
    '.env.example',
    'LICENSE',
  ];
  expect(needed.filter((file) => !has(file))).toEqual([]);
  const packages = ['vite', 'react', 'vitest', 'typescript'].map((name) => `node_modules/${name}`);
  expect(['src', 'server', 'tests', ...packages].filter(has)).toEqual([]);
});

test('the archive has no types, maps and tests of packages, and no engine for another C library', () => {
  const files = readdirSync(join(home, 'node_modules'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.map$|\.d\.[cm]?ts$|linux-x64-musl/.test(file))).toEqual([]);
  const bytes = spawnSync('du', ['--apparent-size', '-sb', home], { encoding: 'utf8' }).stdout;
  expect(Number.parseInt(bytes, 10)).toBeLessThan(95e6);
});

/** Names and versions of the packages in a folder and in those of its packages. */
function packagesIn(modules: string): string[] {
  return readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
    .map((file) => {
      const text = readFileSync(join(modules, file), 'utf8');
      const { name, version } = JSON.parse(text) as { name: string; version: string };
      return `${name}@${version}`;
    });
}

test('the bill of materials has every package of the archive and every bundled one', () => {
  const { components } = JSON.parse(billOfMaterials(archive, TIME)) as {
    components: { group?: string; name: string; version: string; hashes?: object[] }[];
  };
  const billed = components.map(
    ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
  );
  const delivered = packagesIn(join(home, 'node_modules'));
  expect(delivered.length).toBeGreaterThan(100);
  expect(delivered.filter((one) => !billed.includes(one))).toEqual([]);
  // Only in the page, or only in its programs.
  const names = billed.map((one) => one.replace(/@[^@]*$/, ''));
  expect(names).toEqual(expect.arrayContaining(['react', 'xstate', 'nodemailer', 'kysely']));
  expect(names).not.toContain('vitest');
  expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
});

test('its README points only to what it has', () => {
  const readme = readFileSync(join(home, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, to = '']) => to,
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((to) => !existsSync(join(home, to)))).toEqual([]);
});

test('the names of archive and folder, and the manifest inside, have version and commit', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const name = `caja-menor-${version}-0123456789ab-${process.platform}-${process.arch}`;
  expect(readdirSync(place).filter((file) => file.startsWith(name))).toHaveLength(2);
  const manifest: unknown = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version, commit: COMMIT });
});

test(
  'the same commit gives the same archive, which replaces none with other content',
  () => {
    const first = readFileSync(archive);
    const again = () => packRelease(place, { commit: COMMIT, time: TIME }, 1);
    expect(again()).toBe(archive);
    expect(readFileSync(archive).equals(first)).toBe(true);
    writeFileSync(archive, 'otro contenido');
    expect(again).toThrow(/already exists with other content/);
    expect(readFileSync(archive, 'utf8')).toBe('otro contenido');
    expect(readdirSync(place).filter((file) => file.startsWith('.'))).toEqual([]);
    writeFileSync(archive, first);
  },
  LIMIT,
);

test(
  'an archive is unpacked completely or not at all, and over no folder with other content',
  () => {
    expect(unpack(archive)).toEqual({ status: 0, stderr: '' });
    const changed = join(home, 'LICENSE');
    const added = join(home, 'otra.txt');
    const original = readFileSync(changed, 'utf8');
    writeFileSync(changed, 'otra');
    const refusal = (file: string) => ({
      status: 1,
      stderr: `${home} ya existe con otro contenido (${file}); no se cambió nada.\n`,
    });
    expect(unpack(archive)).toEqual(refusal('LICENSE'));
    expect(readFileSync(changed, 'utf8')).toBe('otra');
    writeFileSync(changed, original);
    writeFileSync(added, '');
    expect(unpack(archive)).toEqual(refusal('otra.txt'));
    rmSync(added);
    const damaged = join(place, 'incompleto.tar.gz');
    writeFileSync(damaged, readFileSync(archive).subarray(0, 1_000_000));
    const { status, stderr } = unpack(damaged);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('no es el archivo completo de una versión; no se desempacó nada.'),
    ]);
    expect(readdirSync(place).filter((file) => file.startsWith('.'))).toEqual([]);
  },
  LIMIT,
);

test('no release is made of changes that no commit has', () => {
  const checkout = join(place, 'cambiada');
  for (const part of ['scripts', 'package.json'])
    cpSync(part, join(checkout, part), { recursive: true });
  spawnSync('git', ['init', '--quiet', checkout]);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('changes that no commit has')]);
  expect(existsSync(join(checkout, 'release'))).toBe(false);
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
    expect(audit.output + audit.errors).toContain(' Diferencias: 0.\nCabeza del registro: ');
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
