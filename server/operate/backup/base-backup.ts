import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../../platform/errors/http-error.ts';
import { filling } from './backup-folder.ts';

/** Programs of PostgreSQL on this machine. */

const needed = ['pg_basebackup', 'pg_verifybackup', 'postgres'];
/** Debian installs each version here, outside the PATH. */
const versions = '/usr/lib/postgresql';

/** Folders to search: those of Debian with the newest version first, then the PATH. */
const usualFolders = (): string[] => [
  ...(existsSync(versions) ? readdirSync(versions) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin')),
  ...(process.env.PATH ?? '').split(delimiter),
];

/**
 * The folder of the programs.
 *
 * @param version preferred major version when several are installed
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

/** Starts a program that ends with this process. Its messages are in English, since failures are matched by text. */
export function started(
  [file, ...args]: readonly [string, ...string[]],
  environment: Record<string, string> = {},
): ChildProcess {
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, ...environment, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The child must not outlive this process.
  process.once('exit', () => child.kill());
  return child;
}

/** Runs a program to its end. @returns its error output; null when it succeeded */
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

/** The sentence that matches an error output; otherwise a sentence with its last error line. */
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

/** Copy of the files of a running PostgreSQL cluster: with the WAL since then, any later instant can be restored. */

const sentences = [
  [
    /replication role|for replication connection/,
    'El usuario de DATABASE_URL no puede copiar el clúster: use el de la replicación (replicador).',
  ],
  [
    /password authentication failed|no password supplied/,
    'El usuario o la contraseña de DATABASE_URL no son correctos.',
  ],
  [
    /could not translate host name|Connection refused|timeout expired|No route to host/,
    'Nadie responde en la dirección de DATABASE_URL.',
  ],
  [/No space left on device/, 'No hay espacio en la carpeta del respaldo.'],
] as const;

/** Name of the first WAL file that a restore of this backup needs; only older backups need older files. */
export async function firstWalOf(folder: string): Promise<string> {
  const label = await readFile(join(folder, 'backup_label'), 'utf8');
  return /^START WAL LOCATION: .*\(file ([\dA-F]{24})\)/m.exec(label)?.[1] ?? '';
}

/**
 * Fills an empty folder with a base backup, and verifies each of its files.
 *
 * @param databaseUrl address with a role that may replicate
 * @throws StartError when it fails; the folder is then empty
 */
export const makeBaseBackup = (databaseUrl: string, target: string): Promise<string> =>
  filling(target, async () => {
    const programs = programFolder();
    const url = new URL(databaseUrl);
    // Every user of this machine can read the arguments of a program.
    const environment = { PGPASSWORD: decodeURIComponent(url.password) };
    url.password = '';
    const options = ['--no-password', '--checkpoint=fast', '--wal-method=stream'];
    const otherwise = 'No se pudo hacer el respaldo';
    for (const command of [
      ['pg_basebackup', '--dbname', url.href, '--pgdata', target, ...options],
      ['pg_verifybackup', '--quiet', target],
    ]) {
      const [name = '', ...args] = command;
      const failure = await failureOf([join(programs, name), ...args], environment);
      if (failure !== null) throw sentenceFor(failure, sentences, otherwise);
    }
    return await firstWalOf(target);
  });
