/**
 * Point-in-time recovery: restores a base backup and the WAL archived since then to the files of a cluster at an
 * instant. PostgreSQL recovers in the new folder, where only this program can connect, and archives nothing.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { differenceInMilliseconds, parseISO } from 'date-fns';
import { StartError } from '../../platform/errors/http-error.ts';
import { failureOf, firstWalOf, programFolder, sentenceFor, started } from './base-backup.ts';
import { filling } from './backup-folder.ts';

interface Restoring {
  /** A base backup. */
  folder: string;
  /** Folder of the archived WAL. */
  wal: string;
  /** Folder of the new cluster: empty or missing. */
  target: string;
  /** ISO 8601 with its offset; undefined restores all archived WAL. */
  until: string | undefined;
}

interface Restored<Result> {
  /** Instant of the last restored change, as PostgreSQL writes it; null when there is none since the backup. */
  lastChange: string | null;
  result: Result;
}

/** PostgreSQL refuses to run as root, so that root runs it as the account of its package. */
const isRoot = process.getuid?.() === 0;
const lent = isRoot
  ? (['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] as const)
  : ([] as const);

const tooEarly = 'El instante es anterior al final de ese respaldo: use uno más antiguo.';
const sentences = [
  [/before consistent recovery point/, tooEarly],
  [
    /could not locate required checkpoint record|WAL ends before (end of online backup|consistent)/,
    'Falta WAL: el archivo no tiene el que comienza con ese respaldo.',
  ],
  [/incompatible with server/, 'El PostgreSQL de esta máquina es de otra versión que el respaldo.'],
  [/Permission denied/, 'La cuenta postgres no puede leer el respaldo o el archivo de WAL.'],
] as const;
const otherwise = 'PostgreSQL no pudo restaurar';

const lastChangeIn = (log: string): string | null =>
  /last completed transaction was at log time (.+)/.exec(log)?.[1] ?? null;

/**
 * Refuses an instant before the end of the backup; PostgreSQL refuses it only when the backup has a later change.
 *
 * @throws StartError
 */
function requireLater(until: string, log: string): void {
  const copied = /(?:last known up at|at log time) (.+) GMT/.exec(log)?.[1] ?? '';
  // PostgreSQL logs whole seconds.
  if (!(differenceInMilliseconds(parseISO(until), parseISO(`${copied}Z`)) >= 1_000))
    throw new StartError(tooEarly);
}

const ran = async (...command: readonly [string, ...string[]]): Promise<void> => {
  const failure = await failureOf(command);
  if (failure !== null) throw sentenceFor(failure, sentences, otherwise);
};

/** @throws StartError when recovery did not reach the newest archived WAL, because an earlier file is missing */
async function requireNoGap(wal: string, first: string, log: string): Promise<void> {
  const applied = [...log.matchAll(/restored log file "([\dA-F]{24})"/g)].at(-1)?.[1] ?? first;
  const archived = (await readdir(wal)).filter((name) => /^[\dA-F]{24}$/.test(name));
  const newest = archived.toSorted().at(-1) ?? '';
  if (newest > applied)
    throw new StartError(
      `Falta WAL: después de ${applied} no se pudo leer el siguiente, y el archivo llega hasta ${newest}.`,
    );
}

/** Arguments of the recovering PostgreSQL server, to which only the owner of the folder can connect. */
const recovering = ({ target, until }: Restoring): string[] =>
  Object.entries({
    // The settings of the cluster are ignored: its addresses, synchronous standbys and WAL archive.
    config_file: '/dev/null',
    hba_file: join(target, 'restaurar.hba'),
    listen_addresses: '',
    unix_socket_directories: target,
    port: '5432',
    archive_mode: 'off',
    synchronous_standby_names: '',
    hot_standby: 'off',
    restore_command: 'cp "$WAL_ARCHIVE/%f" "%p"',
    recovery_target_action: 'promote',
    // PostgreSQL accepts no time zone abbreviations here.
    ...(until !== undefined && { recovery_target_time: until.replace(/Z$/, '+00:00') }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Recovers the cluster, runs the work on it while it runs, and stops it in order. */
async function recovered<Result>(
  programs: string,
  restoring: Restoring,
  work: () => Promise<Result>,
): Promise<Restored<Result>> {
  const { target, wal, until, folder } = restoring;
  const command = [...lent, join(programs, 'postgres'), '-D', target, ...recovering(restoring)];
  const [file = '', ...args] = command;
  const child = started([file, ...args], { WAL_ARCHIVE: wal });
  const ended = once(child, 'close');
  let log = '';
  const ready = new Promise<void>((resolve) => {
    if (child.stderr === null) return;
    createInterface(child.stderr).on('line', (line) => {
      log += `${line}\n`;
      if (line.includes('ready to accept connections')) resolve();
    });
  });
  try {
    const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)]);
    const lastChange = lastChangeIn(log);
    if (!isReady && log.includes('before configured recovery target was reached'))
      throw new StartError(
        `El WAL archivado no llega a ese instante: su último cambio es ${lastChange ?? 'el respaldo mismo'}. Falta WAL, o restaure sin --hasta todo lo que hay.`,
      );
    if (!isReady) throw sentenceFor(log, sentences, otherwise);
    if (until !== undefined) requireLater(until, log);
    else await requireNoGap(wal, await firstWalOf(folder), log);
    return { lastChange, result: await work() };
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

/**
 * Fills an empty folder with the cluster as it was at an instant, as a primary that was stopped in order.
 *
 * @param work called with the address of the running cluster, which has the role and database of `databaseUrl`
 * @throws StartError when the restore fails; the folder is then empty
 */
export async function restoreToInstant<Result>(
  restoring: Restoring,
  databaseUrl: string,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Restored<Result>> {
  const { folder, target, wal } = restoring;
  for (const [inside, name] of [
    [folder, 'backup_manifest'],
    [folder, 'PG_VERSION'],
    [wal, '.'],
  ] as const)
    if (!existsSync(join(inside, name)))
      throw new StartError(
        inside === wal
          ? `No hay una carpeta «${wal}» con el WAL archivado.`
          : `«${folder}» no es un respaldo completo de un clúster: falta ${name}.`,
      );
  const programs = programFolder((await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim());
  return await filling(target, async () => {
    await ran(join(programs, 'pg_verifybackup'), '--quiet', folder);
    await ran('cp', '-a', `${folder}/.`, target);
    await chmod(target, 0o700);
    // Without this, the copy of a standby would start as a standby.
    await rm(join(target, 'standby.signal'), { force: true });
    await writeFile(join(target, 'recovery.signal'), '');
    await writeFile(join(target, 'restaurar.hba'), 'local all all trust\n', { mode: 0o644 });
    if (isRoot) await ran('chown', '-R', 'postgres:', target);
    const { username, pathname } = new URL(databaseUrl);
    const own = new URL(`postgres://${username}@localhost:5432${pathname}`);
    own.searchParams.set('host', target);
    const restored = await recovered(programs, restoring, () => work(own.href));
    await rm(join(target, 'restaurar.hba'));
    return restored;
  });
}
