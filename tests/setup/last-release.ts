/** Builds the release before this commit from its tag, with its own packages, for LAST_RELEASE. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { outputOf, root } from '../../scripts/project.mjs';
import { leaveOut } from './lacking.ts';

const cache = path.join(root, 'node_modules/.cache/caja-menor-releases');

/** The newest release that this commit comes after. */
function lastTag(): string | null {
  const args = ['tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD'];
  return outputOf('git', [...args, '--sort=-version:refname']).split('\n')[0] || null;
}

function npmIn(folder: string, args: string[]): void {
  const env = { ...process.env, NODE_ENV: undefined, TEST: undefined, VITEST: undefined };
  const { status } = spawnSync('npm', args, { cwd: folder, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder}`);
}

function build(tag: string, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const apart = mkdtempSync(path.join(cache, 'build-'));
  try {
    const archive = path.join(apart, 'sources.tar');
    outputOf('git', ['archive', `--output=${archive}`, tag]);
    outputOf('tar', ['-xf', archive, '-C', apart]);
    npmIn(apart, ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    npmIn(apart, ['run', 'build']);
    renameSync(apart, folder);
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

export default function setup(project: TestProject): void {
  if (process.env.UPGRADE === undefined) {
    leaveOut(project, 'it builds the last release, which takes minutes: `npm run upgrade:try`');
    return;
  }
  const tag = lastTag();
  if (tag === null) {
    leaveOut(project, 'this clone has no release (a tag v*) before its commit');
    return;
  }
  const folder = path.join(cache, outputOf('git', ['rev-parse', `${tag}^{commit}`]));
  if (!existsSync(folder)) build(tag, folder);
  process.env.LAST_RELEASE = folder;
}
