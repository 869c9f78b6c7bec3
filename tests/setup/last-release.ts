/**
 * Builds the last release, as `lastRelease` of package.json names it, from its tag or its commit: once, in a folder for
 * temporary files. Provides LAST_RELEASE.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outputOf, root } from '../../scripts/project.mjs';

interface Release {
  version: string;
  commit: string;
}

const cache = path.join(tmpdir(), 'caja-menor-releases');
const textIn = (folder: string, name: string): string =>
  readFileSync(path.join(folder, name), 'utf8');

/** @throws Error where the clone has neither its tag nor its commit */
function commitOf({ version, commit }: Release): string {
  for (const name of [`v${version}`, commit]) {
    const args = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`];
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  throw new Error(
    `this clone has neither the tag v${version} nor the commit ${commit} of the last release: git fetch --unshallow --tags`,
  );
}

function npmIn(folder: string, args: string[]): void {
  const env = { ...process.env, NODE_ENV: undefined, TEST: undefined, VITEST: undefined };
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`npm ${args.join(' ')} failed in ${folder}:\n${stdout}${stderr}`);
}

/** Its own packages; ours where they are the same ones. */
function provide(folder: string): void {
  const lock = 'package-lock.json';
  if (textIn(folder, lock) === textIn(root, lock))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  else npmIn(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}

function build(commit: string, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const apart = mkdtempSync(path.join(cache, 'build-'));
  try {
    const archive = path.join(apart, 'sources.tar');
    outputOf('git', ['archive', `--output=${archive}`, commit]);
    outputOf('tar', ['-xf', archive, '-C', apart]);
    provide(apart);
    npmIn(apart, ['run', '-s', 'build']);
    renameSync(apart, folder);
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

export default function setup(): void {
  const { lastRelease } = JSON.parse(textIn(root, 'package.json')) as { lastRelease: Release };
  const commit = commitOf(lastRelease);
  const folder = path.join(cache, commit);
  // Packages of another clone that is gone since.
  if (!existsSync(path.join(folder, 'node_modules')))
    rmSync(folder, { recursive: true, force: true });
  if (!existsSync(folder)) build(commit, folder);
  process.env.LAST_RELEASE = folder;
}
