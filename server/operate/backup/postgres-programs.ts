/** PostgreSQL's own programs on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../../platform/errors/start-error.ts';

const needed = ['pg_basebackup', 'pg_verifybackup', 'postgres'];
/** Debian keeps each version here, off the PATH. */
const versions = '/usr/lib/postgresql';

/** Folders that may have the programs: those of Debian, the newest version first, then the PATH. */
const usualFolders = (): string[] => [
  ...(existsSync(versions) ? readdirSync(versions) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin')),
  ...(process.env.PATH ?? '').split(delimiter),
];

/**
 * The folder of the programs.
 *
 * @param version major version, when it must be that one where there are several
 * @throws StartError when no folder has all of them
 */
export function programFolder(version = '', folders = usualFolders()): string {
  const ofVersion = folders.filter((folder) => folder.startsWith(join(versions, version, '/')));
  const found = [...(version === '' ? [] : ofVersion), ...folders].find((folder) =>
    needed.every((name) => existsSync(join(folder, name))),
  );
  if (found !== undefined) return found;
  throw new StartError(
    `Faltan los programas de PostgreSQL (${needed.join(', ')}): instale el paquete postgresql, de la versión del servidor.`,
  );
}

/** Starts a program that ends with ours, its messages in English, by which failures are recognised. */
export function started(
  [file, ...args]: readonly [string, ...string[]],
  environment: Record<string, string> = {},
): ChildProcess {
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, ...environment, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Nothing of it outlives us.
  process.once('exit', () => child.kill());
  return child;
}

/** Runs a program to its end. @returns what it said, and null when it succeeded */
export async function failureOf(
  command: readonly [string, ...string[]],
  environment?: Record<string, string>,
): Promise<string | null> {
  const child = started(command, environment);
  const [errors, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);
  return code === 0 ? null : errors;
}

/** A sentence for a failure by its words; otherwise the last line of them. */
export function sentenceFor(
  words: string,
  sentences: readonly (readonly [RegExp, string])[],
  otherwise: string,
): StartError {
  const known = sentences.find(([expression]) => expression.test(words))?.[1];
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.findLast((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? '';
  return new StartError(known ?? `${otherwise}: ${reason}`);
}
