/** The catalogue of banks, and the accounts of a database from before it. */
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { baseline } from '#server/platform/database/migrations/0001-baseline.ts';
import { payments } from '#server/platform/database/migrations/0002-payments.ts';
import { bankCatalogue } from '#server/platform/database/migrations/0007-banks.ts';
import type { Engine, FrozenTables } from '#server/platform/database/migrations/ddl-words.ts';
import { createTestDatabase, engines } from './database-fixture.ts';

/** Bank and code of an account as they were typed, and the code of the catalogue that it gets. */
const accounts = [
  ['Bancolombia', '1007', 1007],
  ['bancolombia s.a.', '', 1007],
  ['BANCO DE BOGOTA', '1001', 1001],
  ['Davivienda', '51', 1051],
  ['Nequi', '', 1507],
  ['AV Villas', '0', 1052],
  // The code and the name say different banks.
  ['Davivienda', '1007', null],
  ['Banco de mi pueblo', '1007', null],
  ['Cooperativa', '', null],
  ['', '', null],
] as const;

describe.each(engines)('the catalogue of banks on %s', (engine) => {
  test('gives earlier accounts their bank by its name, and changes nothing else of them', async () => {
    const database = await createTestDatabase(engine);
    const { db } = database;
    const migrateWith = async (
      ...ups: ((of: Kysely<FrozenTables>, engine: Engine) => Promise<void>)[]
    ) => {
      const done = (at: number): Migration => ({
        up: (of) => ups[at]?.(of, engine) ?? Promise.resolve(),
      });
      const migrations = Object.fromEntries(ups.map((_, at) => [`${at}`, done(at)]));
      const provider = { getMigrations: async () => migrations };
      const { error } = await new Migrator({ db, provider }).migrateToLatest();
      expect(error).toBeUndefined();
    };
    await migrateWith(baseline, payments);
    await sql`insert into usuarios (razon_social, tipo, tipo_doc, num_doc, email, clave_hash, creado)
      values ('Ana', 1, 1, '1', 'ana@cajamenor.test', 'x', 1)`.execute(db);
    await sql`insert into formato_tienda (nombre) values ('Prueba')`.execute(db);
    await sql`insert into tiendas (nombre, direccion, telefono, email, centro_costo, centro_beneficio,
      id_gerente, id_supervisor, id_formato, base, id_ciudad) values ('Centro', 'x', 'x', 'x', 'x', 'x',
      1, 1, (select min(id) from formato_tienda), 0, 5001)`.execute(db);
    for (const [banco, codigo] of accounts)
      await sql`insert into cuenta_tienda (id_tienda, via, banco, codigo_banco, tipo_cuenta, numero,
        estado, creada, id_usuario) values (1, 'transferencia', ${banco}, ${codigo}, 'corriente',
        '00123', 'anterior', 1, 1)`.execute(db);
    await migrateWith(baseline, payments, bankCatalogue);
    const rows = await database.db
      .selectFrom('cuenta_tienda')
      .select(['banco', 'codigo_banco', 'id_banco', 'tipo_cuenta', 'numero'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual(
      accounts.map(([banco, codigo_banco, id_banco]) => ({
        banco,
        codigo_banco,
        id_banco,
        tipo_cuenta: 'corriente',
        numero: '00123',
      })),
    );
    const named = await database.db
      .selectFrom('banco')
      .select('nombre')
      .where('id', 'in', [1007, 1051, 1013, 1507, 1551, 1809])
      .orderBy('id')
      .execute();
    expect(named.map(({ nombre }) => nombre)).toEqual([
      'Bancolombia',
      'BBVA Colombia',
      'Davivienda',
      'Nequi',
      'Daviplata',
      'Nu',
    ]);
    await expect(
      sql`update cuenta_tienda set tipo_cuenta = 'otra'`.execute(database.db),
    ).rejects.toThrow();
    await sql`update cuenta_tienda set tipo_cuenta = 'deposito' where id = 1`.execute(database.db);
    await database.drop();
  });
});
