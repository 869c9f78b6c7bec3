import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabaseForReading } from '#server/platform/database/dialects.ts';
import { openForReading, openStorage, startFailure } from '#server/operate/storage.ts';
import { missingFromSchema } from '#server/platform/database/schema-check.ts';
import { createTestDatabase, engines, type TestDatabase } from './database-fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-esquema-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is changed behind the program's back, and what it then misses. */
const changes: [statement: string, missing: string][] = [
  ['drop table preferencia_correo', 'preferencia_correo'],
  ['alter table empresas rename to empresas_viejas', 'empresas'],
  ['alter table gastos rename column recibo to recibo_viejo', 'gastos.recibo'],
];

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.drop());

  /** The settings of a program that uses this database. */
  const settings = () => {
    const { options } = database;
    return {
      dataDir: 'dataDir' in options ? options.dataDir : folder,
      databaseUrl: 'databaseUrl' in options ? options.databaseUrl : null,
      logKeyFile: join(folder, 'registro.key'),
      preparedStatements: true,
    };
  };

  /** Opens it as a start does; the embedded database belongs to one process, so its first connection is closed. */
  async function reopened() {
    if (engine === 'sqlite') await database.close();
    return openStorage(settings());
  }

  test('a migrated database lacks nothing', async () => {
    const { db, close } = await reopened();
    expect(await missingFromSchema(db)).toBeNull();
    await close();
  });

  test.each(changes)('after «%s» a start and a reading command name it', async (line, missing) => {
    const first = await reopened();
    await sql.raw(line).execute(first.db);
    expect(await missingFromSchema(first.db)).toBe(missing);
    await first.close();
    const sentence = `A la base de datos le falta «${missing}», que este programa necesita: alguien la cambió por fuera. Restaure un respaldo.`;
    for (const open of [openStorage, openForReading]) {
      const failure = await open(settings()).catch((error: unknown) => error);
      expect(startFailure(failure, settings())).toBe(sentence);
    }
  });

  test('a failed migration is one sentence with its name, and changes nothing', async () => {
    await sql`create table correo (id integer)`.execute(database.db);
    await sql`insert into correo values (7)`.execute(database.db);
    if (engine === 'sqlite') await database.close();
    const failure = await openStorage(settings()).catch((error: unknown) => error);
    expect(startFailure(failure, settings())).toBe(
      'No se pudo aplicar la migración «0001-baseline»: la base de datos quedó como estaba. Use la versión anterior y comunique el error que está en el registro del proceso.',
    );
    const { db, close } = openDatabaseForReading(database.options);
    const tables = await db.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual(['correo']);
    expect((await sql`select id from correo`.execute(db)).rows).toEqual([{ id: 7 }]);
    await close();
  });
});
