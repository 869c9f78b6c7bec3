import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateToLatest, migrationsAreDone } from '#server/database/migrations.ts';
import { createTestDatabase, engines, type TestDatabase } from './database-fixture.ts';

describe.each(engines)('migrations on %s', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.drop());

  test('bring a database from nothing to what the program expects', async () => {
    expect(await migrationsAreDone(database.db)).toBe(false);
    await migrateToLatest(database.db, engine);
    expect(await migrationsAreDone(database.db)).toBe(true);
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

  test('let several starts at once end well', async () => {
    await Promise.all([1, 2, 3].map(() => migrateToLatest(database.db, engine)));
    expect(await migrationsAreDone(database.db)).toBe(true);
  });

  test('leave nothing behind when one fails', async () => {
    await sql`create table correo (id integer)`.execute(database.db);
    await expect(migrateToLatest(database.db, engine)).rejects.toThrow(
      'No se pudo migrar la base de datos (0006-outbox).',
    );
    expect(await migrationsAreDone(database.db)).toBe(false);
    const tables = await database.db.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual(['correo']);
  });
});
