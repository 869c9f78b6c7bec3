/** A copy of the files of a whole PostgreSQL cluster while it works: with the WAL since then, any instant after it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filling } from './folders.ts';
import { failureOf, programFolder, sentenceFor } from './postgres-programs.ts';

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

/** Name of the first WAL file that a restore of this backup needs; older ones serve older backups alone. */
export async function firstWalOf(folder: string): Promise<string> {
  const label = await readFile(join(folder, 'backup_label'), 'utf8');
  return /^START WAL LOCATION: .*\(file ([\dA-F]{24})\)/m.exec(label)?.[1] ?? '';
}

/**
 * Fills an empty folder with a base backup, and checks every file of it.
 *
 * @param databaseUrl of a role that may replicate
 * @throws StartError when it fails; the folder is then empty
 */
export const makeBaseBackup = (databaseUrl: string, target: string): Promise<string> =>
  filling(target, async () => {
    const programs = programFolder();
    const url = new URL(databaseUrl);
    // Anybody of this machine may read the arguments of a program.
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
