/**
 * Builds this version as its release will be called, later than the last one, in a folder of its own: whoever builds dist/
 * meanwhile is not disturbed. Provides NEXT_RELEASE.
 */
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAtLeast } from '#server/database/serving-releases.ts';
import { buildInto } from '../../scripts/built-app.mjs';
import { root } from '../../scripts/project.mjs';

interface Package {
  version: string;
}

const packageIn = (folder: string): Package =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package;

function laterThan(last: string, { version }: Package): string {
  if (!isAtLeast(last, version)) return version;
  const [major, minor] = last.split('.').map(Number);
  return `${major}.${(minor ?? 0) + 1}.0`;
}

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'caja-menor-siguiente-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await buildInto(path.join(folder, 'dist'));
    symlinkSync(realpathSync(path.join(root, 'node_modules')), path.join(folder, 'node_modules'));
    const own = packageIn(root);
    const last = packageIn(process.env.LAST_RELEASE ?? '');
    const released = { ...own, version: laterThan(last.version, own) };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(released));
  } catch (error) {
    remove();
    throw error;
  }
  process.env.NEXT_RELEASE = folder;
  return remove;
}
