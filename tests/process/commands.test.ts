/** The commands beside the server: what they say, what they leave, and how they end. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/database/dialects.ts';
import { migrateToLatest } from '#server/database/migrations.ts';
import { addCast } from '#tests/kit/people.ts';
import { type DataFolder, type Ending, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

/** Works on the folder while no program does. */
async function inFolder<Result>(
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ dataDir: folder.dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** None of them needs the token of the application. */
const withoutToken = { API_TOKEN: '' };

describe('db:migrate', () => {
  const migrate = () => folder.run('db-migrate', withoutToken).ended;
  const kept = () =>
    inFolder(({ db }) => db.selectFrom('categoria_gasto').selectAll().orderBy('id').execute());

  test('brings an empty folder up to date; again, it changes nothing', async () => {
    const done = { code: 0, output: 'La base de datos está al día.\n', errors: '' };
    expect(await migrate()).toEqual(done);
    const first = await kept();
    expect(first.length).toBeGreaterThan(100);
    expect(await migrate()).toEqual(done);
    expect(await kept()).toEqual(first);
  });

  test('leaves a database of a newer version alone', async () => {
    await inFolder(async ({ db, engine }) => {
      await migrateToLatest(db, engine);
      await db
        .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
        .insertInto('kysely_migration')
        .values({ name: '9999-de-mañana', timestamp: '2999-01-01' })
        .execute();
    });
    const { code, errors } = await migrate();
    expect(code).toBe(1);
    expect(errors).toMatch(/^[^\n]*base de datos[^\n]*\n$/);
  });
});

describe('db:audit', () => {
  const audit = () => folder.run('db-audit', withoutToken).ended;

  test('says what somebody changed beside the program, and ends with 1', async () => {
    await inFolder(async ({ db, engine }) => {
      await migrateToLatest(db, engine);
      await addCast(db, Date.now());
    });
    expect(await audit()).toEqual({
      code: 0,
      output: 'Cajas revisadas: 2. Diferencias: 0.\n',
      errors: '',
    });
    await inFolder(({ db }) =>
      db.updateTable('cajas').set({ total: 1 }).where('id', '=', 1).execute(),
    );
    expect(await audit()).toMatchObject({
      code: 1,
      output: 'caja 1: total es 1, el registro dice 0\nCajas revisadas: 2. Diferencias: 1.\n',
    });
  });
});

describe('admin:create', () => {
  const create = (...answers: string[]): Promise<Ending> =>
    folder.run('admin-create', withoutToken, answers).ended;
  const ana = ['Ana Ruiz', 'Ana@CajaMenor.test', '52123456', 'Clave12345', 'Clave12345'] as const;

  test('makes the first administrator, who signs in at the next start and makes the others', async () => {
    const { code, output, errors } = await create(...ana);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('Se creó el administrador ana@cajamenor.test.');
    expect(output).not.toContain('Clave12345');

    const { url } = await folder.serve();
    const admin = new WebClient(url, programToken);
    const [session] = await admin.must('/auth/user', {
      email: 'ana@cajamenor.test',
      password: 'Clave12345',
    });
    expect(session).toMatchObject({ nombre: 'Ana Ruiz', tipoperfil_id: 1, cambiar_clave: 'no' });
    await admin.must('/registrarUsuario', {
      tipo: 2,
      nombre: 'Berta Gil',
      tipo_doc: 1,
      num_doc: '43123456',
      email: 'berta@cajamenor.test',
      password: 'Caja2026',
    });
    const users = await admin.must('/obtenerUsuarios', {});
    expect(users.map(({ email }) => email)).toEqual(['ana@cajamenor.test', 'berta@cajamenor.test']);
  });

  test('makes another one, but not the same one twice', async () => {
    await create(...ana);
    expect(await create(...ana)).toMatchObject({
      code: 1,
      errors: 'El correo ya está registrado.\n',
    });
    const other = ['Eva Mora', 'eva@cajamenor.test', '52123457', 'Clave12345', 'Clave12345'];
    expect(await create(...other)).toMatchObject({ code: 0 });
  });

  const weak = 'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)';
  test.each([
    [['Ana', 'a@b.co', '52123456', 'corta1', 'corta1'], weak],
    [['Ana', 'a@b.co', '52123456', 'Clave12345', 'Clave54321'], 'La contraseña no coincide.'],
    [
      ['Ana', 'ana', '52123456', 'Clave12345', 'Clave12345'],
      'El formato del correo es incorrecto.',
    ],
    [['Ana', 'a@b.co'], 'Faltan respuestas'],
  ])('refuses %j in one line, and creates nobody', async (answers, words) => {
    const { code, errors } = await create(...answers);
    expect(code).toBe(1);
    expect(errors).toContain(words);
    expect(errors).toMatch(/^[^\n]+\n$/);
    const users = await inFolder(({ db }) => db.selectFrom('usuarios').selectAll().execute());
    expect(users).toEqual([]);
  });
});
