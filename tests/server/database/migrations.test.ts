import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  migrateToLatest,
  migrationsAreDone,
  NewerDatabaseError,
  OlderDatabaseError,
  requireMigrated,
} from '#server/platform/database/migrations.ts';
import { createTestDatabase, engines, type TestDatabase } from './database-fixture.ts';
import { rowsOf, schemaOf } from './schema-dump.ts';

describe.each(engines)('migrations on %s', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.drop());

  test('bring an empty database to the version that the program requires', async () => {
    expect(await migrationsAreDone(database.db)).toBe(false);
    await expect(requireMigrated(database.db)).rejects.toThrow(OlderDatabaseError);
    await migrateToLatest(database.db, engine);
    expect(await migrationsAreDone(database.db)).toBe(true);
    await requireMigrated(database.db);
    expect(await database.db.selectFrom('cajas').selectAll().execute()).toEqual([]);
  });

  test('change nothing when they run again', async () => {
    await migrateToLatest(database.db, engine);
    await database.db
      .updateTable('config')
      .set({ field_content: '750000' })
      .where('field_name', '=', 'monto_maximo')
      .execute();
    await migrateToLatest(database.db, engine);
    const setting = await database.db
      .selectFrom('config')
      .select('field_content')
      .where('field_name', '=', 'monto_maximo')
      .executeTakeFirstOrThrow();
    expect(setting.field_content).toBe('750000');
  });

  test('succeed when several run at once', async () => {
    await Promise.all([1, 2, 3].map(() => migrateToLatest(database.db, engine)));
    expect(await migrationsAreDone(database.db)).toBe(true);
  });

  test('leave nothing when one fails', async () => {
    await sql`create table correo (id integer)`.execute(database.db);
    await expect(migrateToLatest(database.db, engine)).rejects.toThrow(
      'No se pudo aplicar la migración «0001-baseline»',
    );
    expect(await migrationsAreDone(database.db)).toBe(false);
    const tables = await database.db.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual(['correo']);
  });

  test('refuse a database of a newer version, and do not change it', async () => {
    const { db } = database;
    await migrateToLatest(db, engine);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-de-mañana', '2999-01-01')`.execute(
      db,
    );
    const before = [await schemaOf(db, engine), await rowsOf(db)];
    expect(await migrationsAreDone(db)).toBe(false);
    const sentence =
      'La base de datos es de una versión más nueva de Caja menor (migración «9999-de-mañana»). Instale esa versión o una posterior.';
    await expect(requireMigrated(db)).rejects.toThrow(sentence);
    const refused = migrateToLatest(db, engine);
    await expect(refused).rejects.toThrow(NewerDatabaseError);
    await expect(refused).rejects.toThrow(sentence);
    expect([await schemaOf(db, engine), await rowsOf(db)]).toEqual(before);
  });
});
