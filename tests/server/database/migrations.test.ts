import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  migrateToLatest,
  migrationsAreDone,
  NewerDatabaseError,
  OlderDatabaseError,
  requireMigrated,
} from '#server/platform/database/migrations.ts';
import type { FrozenTables } from '#server/platform/database/migrations/ddl-words.ts';
import { oneInvoice } from '#server/platform/database/migrations/0006-one-invoice.ts';
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

  test('give the numbers of electronic invoices their keys', async () => {
    const { db } = database;
    await sql`create table factura_electronica (id integer)`.execute(db);
    await sql`create table gastos (id integer, id_proveedor integer, numero_factura text not null)`.execute(
      db,
    );
    for (const [id, numero] of ['', 'FE12', 'fe-12', '  ', 'Ñ7'].entries())
      await sql`insert into gastos (id, id_proveedor, numero_factura) values (${id}, 1, ${numero})`.execute(
        db,
      );
    await sql`insert into gastos (id, id_proveedor, numero_factura)
      select 1000 + value, 1, 'fv ' || value from ${
        engine === 'sqlite'
          ? sql`json_each(${JSON.stringify(Array.from({ length: 1_200 }, (_, index) => index))})`
          : sql`generate_series(0, 1199) as value`
      }`.execute(db);
    await oneInvoice(db.withTables<FrozenTables>(), engine);
    const { rows } = await sql<{ factura_normalizada: string }>`select factura_normalizada
      from gastos order by id`.execute(db);
    const keys = rows.map(({ factura_normalizada }) => factura_normalizada);
    expect(keys.slice(0, 5)).toEqual(['', 'FE12', 'FE12', '', '7']);
    expect(keys.slice(5)).toEqual(Array.from({ length: 1_200 }, (_, index) => `FV${index}`));
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
