import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { outputOf, root } from './project.mjs';

/** Files that an operator reads or installs, besides dist/ and the packages. */
const BESIDE = [
  'deploy',
  'docs',
  'README.md',
  'README.es.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'LICENSE',
  'Dockerfile',
  '.dockerignore',
  'compose.yaml',
  'compose.postgres.yaml',
  '.env.example',
];

/** @type {{ version: string, scripts: Record<string, string>, dependencies: Record<string, string> } & Record<string, unknown>} */
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** `linux-x64`, `linux-x64-musl`: the engines of images and of the embedded database are native programs. */
function platform() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined;
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}

/** @param {string} commit its complete hash */
export const releaseName = (commit) =>
  `caja-menor-${manifest.version}-${commit.slice(0, 12)}-${platform()}`;

/** @param {string} file */
export const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * Moves a new file to its path.
 * @throws {Error} when a file with other content is there, which stays as it is
 * @param {string} made
 * @param {string} file
 */
export function placeOnce(made, file) {
  if (existsSync(file) && sha256(file) !== sha256(made)) {
    rmSync(made);
    throw new Error(`${file} already exists with other content; it was not changed`);
  }
  renameSync(made, file);
}

/**
 * Packs the built product. Entries are only files, sorted, with owner 0 and one time: archives are reproducible.
 * @param {string} folder target folder of the archive
 * @param {{ commit: string, time: number }} source the commit, and its time in seconds since 1970
 * @param {number} level of the compression, 1 to 9
 * @returns {string} its path
 * @throws {Error} when an archive of that name has other content
 */
export function packRelease(folder, { commit, time }, level = 9) {
  mkdirSync(folder, { recursive: true });
  const name = releaseName(commit);
  const archive = path.join(folder, `${name}.tar.gz`);
  const stage = mkdtempSync(path.join(folder, '.empaque-'));
  try {
    const shipped = JSON.stringify(shippedManifest(commit), null, 2);
    writeFileSync(path.join(stage, 'package.json'), `${shipped}\n`);
    const list = path.join(stage, 'archivos');
    const own = ['dist', ...BESIDE].flatMap(filesBelow);
    const foreign = packagesOfServer().flatMap(filesBelow).filter(mayBeRead);
    writeFileSync(list, [...own, ...foreign].sort().join('\n'));
    const entries = [`--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
    const format = [
      '--format=posix',
      '--pax-option=delete=atime,delete=ctime',
      '--mode=u=rwX,go=rX',
    ];
    const named = ['--transform', `s,^,${name}/,`, '-I', `gzip -n -${level}`];
    const files = ['-C', stage, 'package.json', '-C', root, '-T', list];
    const packed = path.join(stage, 'archivo.tar.gz');
    outputOf('tar', [...entries, ...format, ...named, '-cf', packed, ...files]);
    placeOnce(packed, archive);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return archive;
}

/**
 * Paths, from the root, of the files below a path; nested packages are left out, since they are listed separately.
 * @param {string} place
 * @returns {string[]}
 */
function filesBelow(place) {
  if (!statSync(path.join(root, place)).isDirectory()) return [place];
  return readdirSync(path.join(root, place))
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => filesBelow(path.join(place, name)));
}

/** Forms of a package for pages and bundlers, beside those that Node loads. */
const FOR_PAGES = /(^|[/.])(umd|iife)[/.]|\.(browser|standalone)\.|^build\/(esm|esnext)\//;

/**
 * Whether a file of a package serves a running program: not its types, maps, tests, the settings of its authors and
 * its forms for pages.
 * @param {string} file from the root
 */
function mayBeRead(file) {
  const [, own = ''] = /.*node_modules\/(?:@[^/]+\/)?[^/]+\/(.+)$/.exec(file) ?? [];
  return !/\.(map|d\.[cm]?ts)$|^(tests?\/|\.)/.test(own) && !FOR_PAGES.test(own);
}

/**
 * The package.json of the release: its scripts start the built programs without building them, and it names its commit.
 * @param {string} commit
 */
function shippedManifest(commit) {
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
    commit,
    private: true,
    license,
    type,
    description,
    engines,
    scripts,
    dependencies,
  };
}

/** Dependencies that the built programs import; the others are bundled into the page, or build it. */
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

/** Folders, from the root, of those packages and of their transitive dependencies. */
function packagesOfServer() {
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of namedPackages()) collect(name, root, found);
  return [...found].map((folder) => path.relative(root, folder));
}

/**
 * @param {string} name
 * @param {string} from the folder of the package that needs it
 * @param {Set<string>} found
 */
function collect(name, from, found) {
  // An engine for another C library is installed beside the right one.
  if (name.endsWith('-musl') && !platform().endsWith('-musl')) return;
  const folder = packageFolder(name, from);
  // Missing packages are optional: they are for other platforms, or for programs that we do not run.
  if (folder === null || found.has(folder)) return;
  found.add(folder);
  const own = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const needed = { ...own.dependencies, ...own.optionalDependencies, ...own.peerDependencies };
  for (const next of Object.keys(needed)) collect(next, folder, found);
}

/**
 * Finds a package as Node does.
 * @param {string} name
 * @param {string} from
 * @returns {string | null}
 */
function packageFolder(name, from) {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return from === root ? null : packageFolder(name, path.dirname(from));
}

/**
 * @typedef {object} Locked a package of package-lock.json
 * @property {string} version
 * @property {string} [integrity] `sha512-` and the digest in base64
 * @property {string} [license]
 * @property {boolean} [dev] needed by no delivered package
 * @property {boolean} [link] a folder of the project
 */

/**
 * The bill of materials (CycloneDX) of every production package of the lock file: those of the archive, those that are
 * bundled into its programs or the page, and those of other platforms. Its serial number derives from the archive.
 * @param {string} archive
 * @param {number} time of the commit, in seconds since 1970
 */
export function billOfMaterials(archive, time) {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const components = Object.entries(packages)
    .filter(([place, { dev, link }]) => place !== '' && dev !== true && link !== true)
    .map(([place, locked]) => componentOf(place.replace(/^.*node_modules\//, ''), locked));
  const unique = new Map(components.map((component) => [component.purl, component]));
  const { version, license } = manifest;
  const digest = sha256(archive).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${digest}`,
    version: 1,
    metadata: {
      timestamp: new Date(time * 1_000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `caja-menor@${version}`,
        name: 'caja-menor',
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...unique.values()],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/**
 * @param {string} fullName
 * @param {Locked} locked
 */
function componentOf(fullName, { version, integrity, license }) {
  const [name = '', group] = fullName.split('/').reverse();
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`;
  const digest = /^sha512-(\S+)/.exec(integrity ?? '')?.[1];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group !== undefined && { group }),
    name,
    version,
    purl,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(digest !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  };
}
