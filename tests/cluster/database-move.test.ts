/** `database:move`: copies every row of the embedded database to PostgreSQL, or is refused. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { logBase } from '#server/features/cases/administration-replay.ts';
import { addCast, testPassword } from '#tests/kit/people.ts';
import { type DataFolder, type Ending, openDataFolder, programToken } from '#tests/kit/program.ts';
import { expectReceipts, receiptOf, recordWithReceipt } from '#tests/kit/recorded-receipts.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld } from '#tests/process/company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/database/database-fixture.ts';

let folder: DataFolder;
let target: TestDatabase;
let DATABASE_URL: string;
beforeEach(async () => {
  folder = openDataFolder();
  target = await createTestDatabase('postgres');
  DATABASE_URL = 'databaseUrl' in target.options ? target.options.databaseUrl : '';
});
afterEach(async () => {
  await folder.close();
  await target.drop();
});

const starting = (...args: string[]) =>
  folder.run('database-move', { DATABASE_URL, API_TOKEN: '' }, [], args);

async function move(...args: string[]): Promise<Ending> {
  await untilAlone();
  return starting(...args).ended;
}

/** A connection to the target without the `application_name` of the program, which would block the move. */
async function besideTheMove<Result>(
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until PostgreSQL has closed the connections of ended programs. */
const untilAlone = () =>
  besideTheMove((client) =>
    expect
      .poll(
        async () =>
          (
            await client.query(
              `select 1 from pg_stat_activity
                where datname = current_database() and application_name = 'caja-menor'`,
            )
          ).rowCount,
        { timeout: 30_000 },
      )
      .toBe(0),
  );

async function inFolder<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
  const { db, close } = openDatabase({ dataDir: folder.dataDir });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

type Rows = Record<string, unknown>[];

/** All rows of the embedded database by table, for every table that SQLite lists. */
async function everything(db: Kysely<Database>): Promise<Map<string, Rows>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
      and name not like 'kysely_%' and name not like 'busqueda_%' order by name`.execute(db);
  const all = new Map<string, Rows>();
  for (const { name } of tables) {
    const { rows } = await sql<Rows[number]>`select * from ${sql.table(name)}`.execute(db);
    all.set(name, rows);
  }
  return all;
}

const sorted = (rows: Rows): string[] =>
  rows
    .map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    .sort();

/** Tables that differ after a move: files come from the folder, and each engine folds the searched text. */
const notCompared = ['archivo', 'archivo_trozo', 'busqueda'];

async function expectSameRows(before: Map<string, Rows>, db: Kysely<Database>): Promise<void> {
  for (const [name, rows] of before) {
    if (notCompared.includes(name)) continue;
    const { rows: moved } = await sql<Rows[number]>`select * from ${sql.table(name)}`.execute(db);
    expect(sorted(moved), name).toEqual(sorted(rows));
  }
}

describe('a move is refused', () => {
  const small = () =>
    inFolder(async (db) => {
      await migrateToLatest(db, 'sqlite');
      await addCast(db, Date.now());
      await inTransaction(db, (trx) => logBase(trx, Date.now()));
    });

  test.each([
    [{ DATABASE_URL: '' }, []],
    [{}, ['--a-toda-costa']],
  ])('with %j and %j, and prints the usage', async (environment, args) => {
    await small();
    const given = { DATABASE_URL, API_TOKEN: '', ...environment };
    const { code, errors } = await folder.run('database-move', given, [], args).ended;
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^Uso: npm run database:move[^\n]*\n$/),
    ]);
  });

  test('without an embedded database', async () => {
    const { code, errors } = await move();
    expect([code, errors]).toEqual([
      1,
      `No hay una base de datos en «${folder.dataDir}». Revise DATA_DIR.\n`,
    ]);
    expect(existsSync(join(folder.dataDir, 'caja-menor.db'))).toBe(false);
  });

  test('into a database with foreign tables, and creates nothing', async () => {
    await small();
    await besideTheMove((client) => client.query('create table ajena (id integer)'));
    const { code, errors } = await move();
    expect([code, errors]).toEqual([1, expect.stringContaining('«ajena»')]);
    const tables = await besideTheMove((client) =>
      client.query(`select tablename from pg_tables where schemaname = 'public'`),
    );
    expect(tables.rows).toEqual([{ tablename: 'ajena' }]);
  });

  test('while a server uses the target', async () => {
    await small();
    const application_name = 'caja-menor';
    const server = new pg.Client({ connectionString: DATABASE_URL, application_name });
    await server.connect();
    try {
      const { code, errors } = await starting().ended;
      expect([code, errors]).toEqual([
        1,
        'La base de datos de DATABASE_URL está en uso por otro proceso de Caja menor. Deténgalo primero.\n',
      ]);
    } finally {
      await server.end();
    }
  });

  test('into a target with a changed catalogue', async () => {
    await small();
    await folder.run('db-migrate', { DATABASE_URL }).ended;
    await besideTheMove((client) =>
      client.query(`update motivo_rechazo set nombre = 'Otro' where id = 1`),
    );
    const { code, errors } = await move();
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/no está vacía: [^\n]*motivo[^\n]*\n$/),
    ]);
  });

  test('when the audit finds differences, unless --con-diferencias is given', async () => {
    await small();
    await inFolder((db) => db.updateTable('cajas').set({ total: 1 }).where('id', '=', 1).execute());
    const before = await inFolder(everything);
    const refused = await move();
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/^La auditoría encontró diferencias y no se movió nada[^\n]*\n$/),
    ]);
    expect(refused.output).toContain('caja 1: total es 1, el registro dice 0\n');
    const reported = await move('--con-diferencias');
    expect([reported.code, reported.errors]).toEqual([1, '']);
    expect(reported.output).toContain('Listo: desde ahora inicie con DATABASE_URL');
    await expectSameRows(before, target.db);
  });
});

const countOf = (table: string): Promise<number> =>
  besideTheMove(async (client) =>
    Number((await client.query(`select count(*) from ${table}`)).rows[0].count),
  );

test('a killed move leaves nothing; run again, it moves all and the server works', async () => {
  const world = await seedWorld(folder, { stores: 1 });
  const credentials = { email: world.people[2].email, password: testPassword };
  const before = await folder.serve('main');
  const person = new WebClient(before.url, programToken);
  await person.signIn(credentials);
  const soportes = new Map<string, string>();
  for (const name of ['uno', 'dos', 'tres'])
    soportes.set(name, await recordWithReceipt(person, world, name));
  before.child.kill('SIGTERM');
  expect((await before.ended).code).toBe(0);

  const bytes = receiptOf('dos');
  const sha256 = sha256Of(bytes);
  const file = join(folder.dataDir, 'soportes', sha256.slice(0, 2), sha256);
  rmSync(file);
  execFileSync('mkfifo', [file]);
  const cutOff = starting();
  // The audit reads the pipe; the copy then blocks on it inside the transaction.
  await writeFile(file, bytes);
  await cutOff.says(/(gastos: 3)/);
  const isWaiting = () =>
    besideTheMove(async (client) => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where application_name = 'caja-menor'
          and state = 'idle in transaction' and query like '%archivo%'`,
      );
      return rows.length;
    });
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(1);
  cutOff.child.kill('SIGKILL');
  expect((await cutOff.ended).code).toBeNull();
  await untilAlone();
  for (const table of ['usuarios', 'gastos', 'archivo'])
    expect(await countOf(table), table).toBe(0);

  rmSync(file);
  writeFileSync(file, bytes);
  const moved = await move();
  expect([moved.code, moved.errors]).toEqual([0, '']);
  expect(moved.output).toContain('3 archivos.');
  expect(moved.output.match(/Diferencias: 0\./g)).toHaveLength(2);
  const renamed = join(folder.dataDir, 'caja-menor.db.mudada');
  expect(moved.output).toContain(
    `la base de datos de la carpeta ya no sirve y quedó como «${renamed}».`,
  );
  expect(existsSync(renamed)).toBe(true);
  const old = await folder.run('main').ended;
  expect([old.code, old.errors]).toEqual([
    1,
    expect.stringMatching(/^La base de datos de [^\n]* se mudó a PostgreSQL [^\n]*\n$/),
  ]);
  expect(existsSync(join(folder.dataDir, 'caja-menor.db'))).toBe(false);

  const after = await folder.serve('main', { DATABASE_URL });
  person.url = after.url;
  // The session is still valid; no file of the folder is read.
  rmSync(join(folder.dataDir, 'soportes'), { recursive: true });
  await expectReceipts(person, soportes);
  await person.signIn(credentials);
  soportes.set('cuatro', await recordWithReceipt(person, world, 'cuatro'));
  await expectReceipts(person, soportes);
  after.child.kill('SIGTERM');
  expect((await after.ended).code).toBe(0);
  const { code, output } = await folder.run('audit-verify', { DATABASE_URL, API_TOKEN: '' }).ended;
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/Archivos: 4\.[\s\S]*Diferencias: 0\./),
  ]);
  expect(await countOf('gastos')).toBe(4);
});
