/** From the embedded database to PostgreSQL: every row, and what is refused. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/dialects.ts';
import { migrateToLatest } from '#server/database/migrations.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transactions.ts';
import { logBase } from '#server/workflow/administration-replay.ts';
import { addCast } from '#tests/kit/people.ts';
import { type DataFolder, type Ending, openDataFolder } from '#tests/kit/program.ts';
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

/** A connection to the target that is none of the program's, which would be somebody at work there. */
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

/** PostgreSQL notices after a moment that a process has gone. */
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

/** Every row of every table of the embedded database, by what SQLite says that there is. */
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

/** What a table may hold that is not as it was: files come from the folder, texts are folded by each engine. */
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
  ])('with %j and %j by what can be asked', async (environment, args) => {
    await small();
    const given = { DATABASE_URL, API_TOKEN: '', ...environment };
    const { code, errors } = await folder.run('database-move', given, [], args).ended;
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^Uso: npm run database:move[^\n]*\n$/),
    ]);
  });

  test('where there is no embedded database', async () => {
    const { code, errors } = await move();
    expect([code, errors]).toEqual([
      1,
      `No hay una base de datos en «${folder.dataDir}». Revise DATA_DIR.\n`,
    ]);
    expect(existsSync(join(folder.dataDir, 'caja-menor.db'))).toBe(false);
  });

  test('into tables of somebody else, where nothing is made', async () => {
    await small();
    await besideTheMove((client) => client.query('create table ajena (id integer)'));
    const { code, errors } = await move();
    expect([code, errors]).toEqual([1, expect.stringContaining('«ajena»')]);
    const tables = await besideTheMove((client) =>
      client.query(`select tablename from pg_tables where schemaname = 'public'`),
    );
    expect(tables.rows).toEqual([{ tablename: 'ajena' }]);
  });

  test('into a catalogue that somebody changed', async () => {
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

  test('when the audit finds something, unless it is told to go on', async () => {
    await small();
    await inFolder((db) => db.updateTable('cajas').set({ total: 1 }).where('id', '=', 1).execute());
    const before = await inFolder(everything);
    const refused = await move();
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/^La auditoría encontró diferencias y no se movió nada[^\n]*\n$/),
    ]);
    expect(refused.output).toContain('caja 1: total es 1, el registro dice 0\n');
    const told = await move('--con-diferencias');
    expect([told.code, told.errors]).toEqual([1, '']);
    expect(told.output).toContain('Listo: desde ahora inicie con DATABASE_URL');
    await expectSameRows(before, target.db);
  });
});
