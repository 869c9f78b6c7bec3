import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { outputOf, root } from './project.mjs';

/** What an operator reads and installs, beside dist/ and the packages. */
const BESIDE = [
  'deploy',
  'docs/operations.md',
  'docs/security.md',
  'docs/decisions',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** @type {{ version: string, scripts: Record<string, string>, dependencies: Record<string, string> } & Record<string, unknown>} */
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Engines of pictures and of the embedded database are programs for one platform: `linux-x64`, `linux-x64-musl`. */
function platform() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined;
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}

export const releaseName = () => `caja-menor-${manifest.version}-${platform()}`;

/**
 * Packs what is built. Entries are sorted, belong to nobody and have one time.
 * @param {string} folder where the archive comes
 * @param {number} time seconds since 1970
 * @returns {string} its path
 */
export function packRelease(folder, time) {
  mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, `${releaseName()}.tar.gz`);
  const stage = mkdtempSync(path.join(folder, '.empaque-'));
  try {
    const top = path.join(stage, releaseName());
    for (const place of ['dist', ...BESIDE, ...packagesOfServer()])
      cpSync(path.join(root, place), path.join(top, place), {
        recursive: true,
        filter: isShipped(place),
      });
    writeFileSync(
      path.join(top, 'package.json'),
      `${JSON.stringify(shippedManifest(), null, 2)}\n`,
    );
    const entries = [
      '--sort=name',
      `--mtime=@${time}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
    ];
    const format = [
      '--format=posix',
      '--pax-option=delete=atime,delete=ctime',
      '--mode=u=rwX,go=rX',
    ];
    outputOf('tar', [
      ...entries,
      ...format,
      '-I',
      'gzip -n',
      '-C',
      stage,
      '-cf',
      archive,
      releaseName(),
    ]);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return archive;
}

/** A package inside another one is an entry of its own. @param {string} place */
const isShipped = (place) => (/** @type {string} */ file) =>
  !path.relative(path.join(root, place), file).split(path.sep).includes('node_modules');

/** Starts what is built instead of building it. */
function shippedManifest() {
  const { name, version, license, type, description, engines } = manifest;
  const dependencies = Object.fromEntries(
    namedPackages().map((name) => [name, manifest.dependencies[name]]),
  );
  const programs = Object.entries(manifest.scripts).flatMap(([script, command]) => {
    const program = /^node scripts\/run-program\.mjs ([\w-]+)$/.exec(command)?.[1];
    return program ? [[script, `node --enable-source-maps dist/server/${program}.js`]] : [];
  });
  const scripts = Object.fromEntries(programs);
  return {
    name,
    version,
    private: true,
    license,
    type,
    description,
    engines,
    scripts,
    dependencies,
  };
}

/** Dependencies that the built programs import: the others are in the page, or build it. */
function namedPackages() {
  const built = path.join(root, 'dist/server');
  const text = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(built, file), 'utf8'))
    .join('\n');
  return Object.keys(manifest.dependencies).filter(
    (name) => text.includes(`"${name}"`) || text.includes(`"${name}/`),
  );
}

/** Folders below the root of those packages, and of what they need in turn. */
function packagesOfServer() {
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of namedPackages()) collect(name, root, found);
  return [...found].map((folder) => path.relative(root, folder)).sort();
}

/**
 * @param {string} name
 * @param {string} from the folder of the package that needs it
 * @param {Set<string>} found
 */
function collect(name, from, found) {
  const folder = packageFolder(name, from);
  // Optional ones are of other platforms, or of programs that we do not run.
  if (folder === null || found.has(folder)) return;
  found.add(folder);
  const own = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const needed = { ...own.dependencies, ...own.optionalDependencies, ...own.peerDependencies };
  for (const next of Object.keys(needed)) collect(next, folder, found);
}

/**
 * As Node looks for it.
 * @param {string} name
 * @param {string} from
 * @returns {string | null}
 */
function packageFolder(name, from) {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return from === root ? null : packageFolder(name, path.dirname(from));
}
