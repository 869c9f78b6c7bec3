/** The way from every earlier schema to this one, with what people had kept by then. */
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type MigrationName,
  migrateTo,
  migrateToLatest,
  migrationNames,
  migrationsAreDone,
  NewerDatabaseError,
} from '#server/database/migrations.ts';
import {
  createTestDatabase,
  engines,
  insertStoreWithBox,
  newEvent,
  newExpense,
  type TestDatabase,
} from './database-fixture.ts';
import { rowsOf, schemaOf } from './schema-dump.ts';

/** From here on there are people, stores and boxes: what comes before it only makes the tables. */
const FIRST_IN_USE: MigrationName = '0007-reference-data';
const isInUse = (name: MigrationName): boolean => name >= FIRST_IN_USE;

/** What a store has after a day's work, in the columns that every version in use has. */
async function work({ db }: TestDatabase): Promise<void> {
  const store = await insertStoreWithBox(db);
  const { id } = await db
    .insertInto('gastos')
    .values(newExpense(store))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('gasto_categoria')
    .values({ id_gasto: id, id_categoria: 1, orden: 0 })
    .execute();
  await db.insertInto('evento').values(newEvent(store, 1)).execute();
  await sql`insert into factura_electronica
    (nit, numero, numero_normalizado, total, fecha, cufe, url, creado)
    values ('800197268', 'FE-1', 'FE1', 1250000, '2026-01-14', 'abc', 'https://facturas.test', 1)`.execute(
    db,
  );
}

/** Rows with the columns that they had before; those that came since are left out. */
function asBefore(
  after: Record<string, unknown[]>,
  before: Record<string, unknown[]>,
): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(before).map(([table, rows]) => {
      const columns = Object.keys((rows[0] as object | undefined) ?? {});
      return [
        table,
        (after[table] ?? [])
          .slice(0, rows.length)
          .map((row) =>
            Object.fromEntries(columns.map((name) => [name, row?.[name as keyof typeof row]])),
          ),
      ];
    }),
  );
}

const withoutNotes = (rows: Record<string, unknown[]>): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !table.startsWith('kysely_')));

describe.each(engines)('on %s', (engine) => {
  let fresh: string[];
  beforeAll(async () => {
    const database = await createTestDatabase(engine);
    await migrateToLatest(database.db, engine);
    fresh = await schemaOf(database.db, engine);
    await database.drop();
  });

  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.drop());

  test.each(migrationNames)(
    'from %s the schema becomes the one of a new database',
    async (name) => {
      const { db } = database;
      await migrateTo(db, engine, name);
      expect(await migrationsAreDone(db)).toBe(name === migrationNames.at(-1));
      if (isInUse(name)) await work(database);
      const before = withoutNotes(await rowsOf(db));
      await migrateToLatest(db, engine);
      expect(await migrationsAreDone(db)).toBe(true);
      expect(await schemaOf(db, engine)).toEqual(fresh);
      expect(asBefore(await rowsOf(db), before)).toEqual(before);
    },
  );

  test('a migration that fails half-way leaves schema and rows as they were', async () => {
    const { db } = database;
    await migrateTo(db, engine, FIRST_IN_USE);
    await work(database);
    // The second of the columns that the next migration adds: it has added the first one by then.
    await sql`alter table factura_electronica add column pdf_sha256 text`.execute(db);
    const before = [await schemaOf(db, engine), await rowsOf(db)];
    await expect(migrateToLatest(db, engine)).rejects.toThrow(
      'No se pudo migrar la base de datos (0008-invoice-files).',
    );
    expect([await schemaOf(db, engine), await rowsOf(db)]).toEqual(before);
    await sql`alter table factura_electronica drop column pdf_sha256`.execute(db);
    await migrateToLatest(db, engine);
    expect(await migrationsAreDone(db)).toBe(true);
  });

  test('receipts, suppliers and categories of before get the keys that they are compared by', async () => {
    const { db } = database;
    await migrateTo(db, engine, '0009-log-indexes');
    const store = await insertStoreWithBox(db);
    await sql`update proveedores set num_doc = '0800197268' where id = ${store.id_proveedor}`.execute(
      db,
    );
    const receipts = ['0055', 'r-055', 'R55', 'fe 0010', 'A100'];
    for (const [index, recibo] of receipts.entries()) {
      const { id } = await db
        .insertInto('gastos')
        .values(newExpense(store, { recibo }))
        .returning('id')
        .executeTakeFirstOrThrow();
      // The last one has a log that nobody can read.
      const payload =
        index === 4
          ? 'x'
          : JSON.stringify({
              cambios: { concepto: '"categoryIds":[1]' },
              facts: { categoryIds: [16, index] },
            });
      const event = { id_gasto: id, evento: 'EXPENSE.RECORD', desde: 'recording', payload };
      await db
        .insertInto('evento')
        .values({ ...newEvent(store, index + 1), ...event })
        .execute();
    }
    await migrateToLatest(db, engine);
    const kept = await db
      .selectFrom('gastos')
      .select(['recibo_normalizado', 'categorias_propias'])
      .orderBy('id')
      .execute();
    expect(kept.map((row) => row.recibo_normalizado)).toEqual(['55', 'R55', 'R55', 'FE10', 'A100']);
    expect(kept.map((row) => row.categorias_propias)).toEqual([
      '[16,0]',
      '[16,1]',
      '[16,2]',
      '[16,3]',
      '[]',
    ]);
    const supplier = db
      .selectFrom('proveedores')
      .select('documento')
      .where('id', '=', store.id_proveedor);
    expect(await supplier.executeTakeFirstOrThrow()).toEqual({ documento: '800197268' });
  });

  test('a box of before gets what of it nobody has decided', async () => {
    const { db } = database;
    await migrateTo(db, engine, '0015-invoice-checks-and-present');
    const store = await insertStoreWithBox(db);
    const states = [
      { estado: 1, valor: 1_00 },
      { estado: 2, valor: 2_00 },
      { estado: 13, valor: 400_00, reembolsar: 4_00 },
      { estado: 3, valor: 8_00 },
      { estado: 4, valor: 16_00 },
    ];
    for (const [index, changes] of states.entries())
      await db
        .insertInto('gastos')
        .values(newExpense(store, { recibo: `R${index}`, ...changes }))
        .execute();
    await migrateToLatest(db, engine);
    const boxes = await db.selectFrom('cajas').select('por_decidir').execute();
    expect(boxes).toEqual([{ por_decidir: 7_00 }]);
  });

  test('boxes and expenses of before are counted, and since when they wait', async () => {
    const { db } = database;
    await migrateTo(db, engine, '0015-invoice-checks-and-present');
    await work(database);
    await sql`update cajas set total = 1250000`.execute(db);
    await migrateToLatest(db, engine);
    const { id_tienda, id: id_caja } = await db
      .selectFrom('cajas')
      .select(['id', 'id_tienda'])
      .executeTakeFirstOrThrow();
    const where = { id_tienda, active: 0, paso_mantenimiento: 0 };
    expect(await db.selectFrom('conteo').selectAll().orderBy('estado').execute()).toEqual([
      { ...where, estado: 0, cajas: 1, cantidad: 1, valor: 12_500_00 },
      { ...where, estado: 1, cajas: 1, cantidad: 1, valor: 12_500_00 },
    ]);
    expect(await db.selectFrom('conteo_caja').selectAll().execute()).toEqual([
      {
        ...where,
        id_caja,
        estado: 1,
        cantidad: 1,
        de_mantenimiento: 0,
        valor: 12_500_00,
        desde: 1_768_500_000_000,
      },
    ]);
  });

  test('a database of a newer version is refused, and nothing of it changes', async () => {
    const { db } = database;
    await migrateTo(db, engine, FIRST_IN_USE);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-de-mañana', '2999-01-01')`.execute(
      db,
    );
    const before = [await schemaOf(db, engine), await rowsOf(db)];
    expect(await migrationsAreDone(db)).toBe(false);
    const refused = migrateToLatest(db, engine);
    await expect(refused).rejects.toThrow(NewerDatabaseError);
    await expect(refused).rejects.toThrow(
      'La base de datos es de una versión más nueva de Caja menor (migración «9999-de-mañana»). Instale esa versión o una posterior.',
    );
    expect([await schemaOf(db, engine), await rowsOf(db)]).toEqual(before);
  });
});
