/** Two releases on one database: what a later one may do to the schema of the one before, and when that one stops. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '#server/config/project-root.ts';
import {
  laterMigrations,
  migrateTo,
  migrateToLatest,
  migrationNames,
  migrationsAreDone,
  NewerDatabaseError,
  requireMigrated,
  type MigrationName,
  type Step,
} from '#server/database/migrations.ts';
import { createTestDatabase, engines, type TestDatabase } from './database-fixture.ts';
import { rowsOf, schemaOf } from './schema-dump.ts';

const adding: Step['up'] = async (db) => {
  await sql`alter table gastos add column de_mañana text`.execute(db);
};
const expanding: Record<string, Step> = { '9998-crece': { kind: 'expand', up: adding } };
const contracting = (oldest: string): Record<string, Step> => ({
  ...expanding,
  '9999-encoge': {
    kind: 'contract',
    oldest,
    up: async (db) => {
      await sql`alter table gastos drop column de_mañana`.execute(db);
    },
  },
});

test('a migration says whether the release before may go on beside it', () => {
  const ofFirst = migrationNames.filter((name) => !Object.hasOwn(laterMigrations, name));
  expect(ofFirst.at(-1), 'a new one joins `later`, with its kind').toBe('0037-leases');
  expect(migrationNames).toEqual(migrationNames.toSorted());
});

test('a migration that ends older releases names one that is out', () => {
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) · /gm)].map(
    ([, version]) => version,
  );
  expect(released).toContain('0.2.0');
  for (const [name, step] of Object.entries(laterMigrations))
    if (step.kind === 'contract') expect(released, name).toContain(step.oldest);
});

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.drop());

  /** Somebody else who is connected, under a name. */
  async function connectedAs(application_name: string): Promise<pg.Client> {
    const { options } = database;
    const connectionString = 'databaseUrl' in options ? options.databaseUrl : '';
    const client = new pg.Client({ connectionString, application_name });
    await client.connect();
    return client;
  }

  /** PostgreSQL notices after a moment that somebody has gone. */
  const migratesSoon = (steps: Record<string, Step>) =>
    expect
      .poll(() => migrateTo(database.db, engine, null, steps).then(() => 'migrated', String), {
        timeout: 30_000,
      })
      .toBe('migrated');

  /** A line for each column: what a program that knows it relies on. */
  async function columns(): Promise<Map<string, { is: string; optional: boolean }>> {
    const tables = await database.db.introspection.getTables();
    return new Map(
      tables.flatMap(({ name, columns: found }) =>
        found.map((column) => [
          `${name}.${column.name}`,
          {
            is: `${column.dataType}${column.isNullable ? '' : ' not null'}`,
            optional:
              column.isNullable || column.hasDefaultValue || column.isAutoIncrementing === true,
          },
        ]),
      ),
    );
  }

  const expanded = migrationNames.filter((name) => laterMigrations[name]?.kind === 'expand');

  test.each(expanded)(
    '%s takes nothing away, and asks nothing of who does not know it',
    async (name) => {
      const before = migrationNames[migrationNames.indexOf(name) - 1] as MigrationName;
      await migrateTo(database.db, engine, before);
      const known = await columns();
      const tables = new Set([...known.keys()].map((column) => column.split('.')[0]));
      await migrateTo(database.db, engine, name);
      const now = await columns();
      for (const [column, { is }] of known)
        expect([column, now.get(column)?.is]).toEqual([column, is]);
      const asked = [...now].filter(
        ([column, { optional }]) =>
          !known.has(column) && tables.has(column.split('.')[0]) && !optional,
      );
      expect(asked.map(([column]) => column)).toEqual([]);
    },
  );

  test('this one goes on, and starts, where a later one has expanded the schema', async () => {
    const { db } = database;
    await migrateToLatest(db, engine);
    await migrateTo(db, engine, null, expanding);
    expect(await migrationsAreDone(db)).toBe(true);
    await requireMigrated(db);
    const before = [await schemaOf(db, engine), await rowsOf(db)];
    await migrateToLatest(db, engine);
    expect([await schemaOf(db, engine), await rowsOf(db)]).toEqual(before);
  });

  test.each(['0.1.0', '0.2.0'])(
    'it goes on where one of %s and later may serve',
    async (oldest) => {
      const { db } = database;
      await migrateTo(db, engine, null, contracting(oldest));
      expect(await migrationsAreDone(db)).toBe(true);
      await migrateToLatest(db, engine);
    },
  );

  test('it stops where a later one asks for a later one, and changes nothing', async () => {
    const { db } = database;
    await migrateTo(db, engine, null, contracting('999.10.0'));
    expect(await migrationsAreDone(db)).toBe(false);
    const before = [await schemaOf(db, engine), await rowsOf(db)];
    await expect(migrateToLatest(db, engine)).rejects.toThrow(NewerDatabaseError);
    await expect(requireMigrated(db)).rejects.toThrow(
      'La base de datos es de una versión más nueva de Caja menor (migración «9998-crece»). Instale esa versión o una posterior.',
    );
    expect([await schemaOf(db, engine), await rowsOf(db)]).toEqual(before);
  });

  /** The embedded database has one process. */
  const onlyPostgres = <Row>(rows: Row[]): Row[] => (engine === 'postgres' ? rows : []);

  test.each(
    onlyPostgres([
      ['caja-menor', '0.2.0'],
      ['caja-menor 0.9.0', '0.9.0'],
    ]),
  )(
    'while %s is connected, what would end it is refused, and nothing changes',
    async (name, release) => {
      const { db } = database;
      await migrateToLatest(db, engine);
      const before = [await schemaOf(db, engine), await rowsOf(db)];
      const older = await connectedAs(name);
      await expect(migrateTo(db, engine, null, contracting('0.10.0'))).rejects.toThrow(
        `La versión ${release} todavía usa la base de datos, y la migración «9999-encoge» solo deja trabajar a la 0.10.0 y posteriores.`,
      );
      expect([await schemaOf(db, engine), await rowsOf(db)]).toEqual(before);
      await older.end();
      await migratesSoon(contracting('0.10.0'));
    },
  );

  test.each(onlyPostgres(['caja-menor 0.10.0', 'caja-menor 1.0.0', 'psql', '']))(
    '%j goes on beside a contracting migration that it may',
    async (name) => {
      const other = await connectedAs(name);
      await migrateTo(database.db, engine, null, contracting('0.10.0'));
      await other.end();
    },
  );

  test('the oldest release that may serve never becomes an older one', async () => {
    const { db } = database;
    await migrateTo(db, engine, null, {
      ...contracting('0.10.0'),
      '9999-y-otra': { kind: 'contract', oldest: '0.9.0', up: async () => undefined },
    });
    const { version_minima } = await db
      .selectFrom('esquema')
      .select('version_minima')
      .executeTakeFirstOrThrow();
    expect(version_minima).toBe('0.10.0');
  });
});
