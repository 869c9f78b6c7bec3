/** Point-in-time recovery of a cluster from a base backup and the archived WAL. */
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { programFolder } from '#server/operate/backup/base-backup.ts';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { type OpenDatabase, openDatabase } from '#server/platform/database/dialects.ts';
import { type DataFolder, openDataFolder, type ProgramName } from '#tests/kit/program.ts';
import { addStore } from '#tests/kit/people.ts';
import { printedPage } from '#tests/machine/printed-page.ts';
import { seedWorld } from '#tests/process/company.ts';
import { findPostgresBinaries } from '#tests/setup/find-postgres.mjs';
import {
  ordinaryAccount,
  startPostgresOn,
  startPrivatePostgres,
} from '#tests/setup/private-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

const page = printedPage('../operations.md');
const binaries = findPostgresBinaries(thisMachine) ?? '';
/** Of deploy/patroni.yml. */
const archiveCommand = (
  /archive_command: >-\n((?: {6}.*\n)+)/.exec(
    readFileSync(join(projectRoot, 'deploy', 'patroni.yml'), 'utf8'),
  )?.[1] ?? ''
).replaceAll(/\s*\n\s*/g, ' ');

let archive: string;
const folders: DataFolder[] = [];
const folder = (): DataFolder => {
  const opened = openDataFolder();
  folders.push(opened);
  return opened;
};
beforeEach(() => {
  archive = mkdtempSync(join(tmpdir(), 'caja-menor-wal-'));
  const account = ordinaryAccount();
  if (account) chownSync(archive, account.uid, account.gid);
});
afterEach(async () => {
  for (const opened of folders.splice(0)) await opened.close();
  rmSync(archive, { recursive: true });
});

test('an archived file is complete and is never overwritten', async () => {
  const { dataDir } = folder();
  const archived = async (file: string, name: string, to = archive): Promise<boolean> => {
    const command = archiveCommand.replaceAll('%p', join(dataDir, file)).replaceAll('%f', name);
    const env = { PATH: process.env.PATH, WAL_ARCHIVE: to };
    return promisify(execFile)('sh', ['-c', command], { env }).then(
      () => true,
      () => false,
    );
  };
  writeFileSync(join(dataDir, 'own'), 'x'.repeat(100_000));
  writeFileSync(join(dataDir, 'another'), 'y'.repeat(100_000));
  const atOnce = [1, 2, 3].map(() => archived('own', 'A'));
  expect(await Promise.all(atOnce), 'the same of three nodes').toEqual([true, true, true]);
  expect(await archived('own', 'A'), 'the same again').toBe(true);
  expect(await archived('another', 'A'), 'another content').toBe(false);
  expect(await archived('gone', 'B'), 'no file').toBe(false);
  expect(await archived('own', 'B', ''), 'no folder').toBe(false);
  expect(readdirSync(archive)).toEqual(['A']);
  expect(readFileSync(join(archive, 'A'))).toEqual(readFileSync(join(dataDir, 'own')));
});

/** Archives the WAL up to now, as PostgreSQL does by itself after a while. */
async function archiveNow({ db }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
  await expect.poll(() => readdirSync(archive), { timeout: 30_000 }).toContain(rows[0]?.name);
}

/** Ids of the boxes of a restored cluster. */
async function boxesOf({ dataDir }: DataFolder): Promise<number[]> {
  const { url, stop } = await startPostgresOn(binaries, dataDir, 'postgres@/postgres');
  const { db, close } = openDatabase({ databaseUrl: url });
  const rows = await db.selectFrom('cajas').select('id').orderBy('id').execute();
  await close();
  await stop();
  return rows.map(({ id }) => id);
}

test('a base backup and the WAL restore any later instant; other input is refused', async () => {
  const postgres = await startPrivatePostgres(binaries, [
    'archive_mode = always',
    `archive_command = '${archiveCommand
      .replaceAll("'", "''")
      .replaceAll('$' + '{WAL_ARCHIVE:?}', archive)
      .replaceAll('$WAL_ARCHIVE', archive)}'`,
  ]);
  const database = openDatabase({ databaseUrl: postgres.url });
  const [programs, backup] = [folder(), folder()];
  const run = (name: ProgramName, args: string[], DATABASE_URL = postgres.url) =>
    programs.run(name, { DATABASE_URL, API_TOKEN: '' }, [], args).ended;
  const restore = (target: DataFolder, more: string[] = [], from = backup, wal = archive) =>
    run('restore', [from.dataDir, '--wal', wal, '--destino', target.dataDir, ...more]);
  try {
    const { people, store } = await seedWorld(programs, { databaseUrl: postgres.url, stores: 1 });
    const before = new Date().toISOString();
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: programs.dataDir };
    const base = { '/respaldos/base/2026-11-22': backup.dataDir };
    const made = page.run('npm run backup', env, {
      ...base,
      'postgres://replicador:clave@10.0.0.31:5432/caja_menor': postgres.url,
    });
    const ready = Date.now();
    const firstWal = /necesita el WAL desde ([\dA-F]{24})/.exec(made)?.[1] ?? '';

    const staff = { responsable: people[2], supervisor: people[3], gerente: people[8] };
    const late = { nombre: 'Después del respaldo', ...staff };
    const added = await addStore(database.db, late, Date.now());
    // The instant is not in the same second as the backup.
    await expect.poll(() => Date.now() > ready + 2_000, { timeout: 10_000 }).toBe(true);
    const instant = Date.now() + 1;
    await expect.poll(() => Date.now() > instant).toBe(true);
    const last = await addStore(database.db, { ...late, nombre: 'Más tarde' }, Date.now());
    await sql`set session_replication_role = replica; delete from cajas where id = ${sql.lit(store.idCaja)}`.execute(
      database.db,
    );
    await archiveNow(database);

    const ofInstant = folder();
    const until = ['--hasta', new Date(instant).toISOString()];
    const restored = page.run('npm run restore', env, {
      ...base,
      'postgres://caja_menor@10.0.0.31:5432/caja_menor': postgres.url,
      '/etc/caja-menor/registro.key': join(programs.dataDir, 'registro.key'),
      '/respaldos/wal': archive,
      '/srv/restaurada': ofInstant.dataDir,
      '2026-11-22T10:14:59-05:00': new Date(instant).toISOString(),
    });
    expect(restored).toContain('Diferencias: 0.');
    const boxes = await boxesOf(ofInstant);
    expect(boxes).toEqual(expect.arrayContaining([store.idCaja, added.idCaja]));
    expect(boxes).not.toContain(last.idCaja);

    const ofEverything = folder();
    const damaged = await restore(ofEverything);
    expect([damaged.code, damaged.output]).toEqual([
      1,
      expect.stringContaining(`tienda ${store.id}: tiene 0 cajas abiertas`),
    ]);
    const everything = await boxesOf(ofEverything);
    expect(everything).toContain(last.idCaja);
    expect(everything).not.toContain(store.idCaja);

    const gap = folder();
    for (const name of readdirSync(archive).toSorted())
      if (name > firstWal) cpSync(join(archive, name), join(gap.dataDir, name));
    const changed = folder();
    cpSync(backup.dataDir, changed.dataDir, { recursive: true });
    appendFileSync(join(changed.dataDir, 'PG_VERSION'), ' ');
    const empty = folder();
    const tomorrow = new Date(instant + 86_400_000).toISOString();
    await sql`create role lectora login`.execute(database.db);
    const ofLectora = postgres.url.replace('postgres@', 'lectora@');
    const refusals: [Awaited<ReturnType<typeof restore>>, string][] = [
      [await restore(empty, ['--hasta', before]), 'anterior al final de ese respaldo'],
      [await restore(empty, ['--hasta', tomorrow]), 'no llega a ese instante: su último cambio'],
      [await restore(empty, ['--hasta', 'ayer']), 'Uso con DATABASE_URL'],
      [await restore(empty, [], programs), 'no es un respaldo completo de un clúster'],
      [await restore(empty, [], backup, gap.dataDir), `Falta WAL: después de ${firstWal}`],
      [await restore(empty, [], backup, join(archive, 'no')), 'No hay una carpeta'],
      [await restore(empty, until, changed), 'PG_VERSION'],
      [await restore(ofInstant, until), `La carpeta «${ofInstant.dataDir}» no está vacía`],
      [await run('backup', [backup.dataDir]), `La carpeta «${backup.dataDir}» no está vacía`],
      [await run('backup', [empty.dataDir], ofLectora), 'use el de la replicación'],
    ];
    for (const [{ code, errors }, words] of refusals) {
      expect([code, errors]).toEqual([1, expect.stringContaining(words)]);
      expect(errors).toMatch(/^[^\n]+\n$/);
    }
    expect(readdirSync(empty.dataDir)).toEqual([]);
  } finally {
    await database.close();
    await postgres.stop();
  }
});

test('missing PostgreSQL programs are listed in the error', () => {
  expect(() => programFolder('15', [archive])).toThrow(
    'Faltan los programas de PostgreSQL (pg_basebackup, pg_verifybackup, postgres)',
  );
});
