/** Commands beside the server: their output, effects and exit codes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logBase } from '#server/features/cases/administration-replay.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { type OpenDatabase, openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { addCast } from '#tests/kit/people.ts';
import {
  type DataFolder,
  type Ending,
  openDataFolder,
  type ProgramName,
  programToken,
} from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

/** Opens the database of the folder while no program runs. */
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

/** The commands do not need the application token. */
const withoutToken = { API_TOKEN: '' };

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Every program, with the beginning of its usage. */
const usages: Record<ProgramName, string> = {
  main: 'Uso: npm start',
  demo: 'Uso: npm run demo',
  'db-migrate': 'Uso: npm run db:migrate',
  'audit-verify': 'Uso: npm run audit:verify',
  'derived-rebuild': 'Uso: npm run derived:rebuild',
  backup: 'Uso: npm run backup -- carpeta',
  restore: 'Uso: npm run restore -- carpeta',
  'database-move': 'Uso: npm run database:move',
  'admin-create': 'Uso: npm run admin:create',
  'factor-reset': 'Uso: npm run factor:reset -- correo',
  'data-grow': 'Uso: npm run data:grow -- gastos',
  'import-invoices': 'Uso: npm run invoices:import -- ',
};

describe.each(Object.entries(usages))('%s', (program, usage) => {
  const name = program as ProgramName;
  const run = (...args: string[]) => folder.run(name, withoutToken, [], args).ended;
  const contents = () => [readdirSync(folder.dataDir), existsSync('--help')];

  test('prints its usage and its version, and does nothing else', async () => {
    const [help, version_] = [await run('--help'), await run('--version')];
    expect(help).toMatchObject({ code: 0, errors: '' });
    expect(help.output.startsWith(usage)).toBe(true);
    expect(version_).toEqual({ code: 0, errors: '', output: `Caja menor ${version}\n` });
    expect(contents()).toEqual([[], false]);
  });

  test('refuses an unknown option in one line, and does nothing', async () => {
    const { code, errors, output } = await run('--desconocida');
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(usage);
    expect(contents()).toEqual([[], false]);
  });
});

test.each<[ProgramName, string[]]>([
  ['backup', ['respaldo']],
  ['derived-rebuild', []],
  ['factor-reset', ['ana@empresa.test']],
  ['data-grow', ['100']],
  ['import-invoices', ['factura.xml']],
])('%s names a database that is not there, and creates none', async (name, args) => {
  expect(await folder.run(name, withoutToken, [], args).ended).toEqual({
    code: 1,
    output: '',
    errors: `No hay una base de datos en «${folder.dataDir}». Revise DATA_DIR.\n`,
  });
  expect(readdirSync(folder.dataDir)).toEqual([]);
});

describe('the start', () => {
  const started = async (environment: Record<string, string>) => {
    const { url, child, ended } = await folder.serve('main', environment);
    const page = await (await fetch(url)).text();
    const ready: unknown = await (await fetch(`${url}/listo`)).json();
    const metrics = await (await fetch(`${url}/metricas`)).text();
    child.kill('SIGTERM');
    const { output } = await ended;
    return { output, ready, metrics, token: /name="api-token" content="([^"]*)"/.exec(page)?.[1] };
  };

  test('has a token of its own, which stays', async () => {
    const [first, again] = [await started(withoutToken), await started(withoutToken)];
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect(again.token).toBe(first.token);
    expect((await started({ API_TOKEN: 'token-elegido' })).token).toBe('token-elegido');
  });

  test('says its version, that no mail leaves, and which variable is mistyped', async () => {
    const { output, ready, metrics } = await started({ PUBLIC_URI: 'https://caja.empresa.test' });
    expect(output).toContain('No se conoce la variable PUBLIC_URI');
    expect(output).toContain('¿quiso escribir PUBLIC_URL?');
    expect(output).toContain('No sale ningún correo');
    expect(output).toContain(`"version":"${version}"`);
    expect(ready).toEqual({ estado: 'listo', version });
    expect(metrics).toContain(`caja_menor_version_info{version="${version}",commit=""} 1`);
    const right = { PUBLIC_URL: 'https://caja.empresa.test', SMTP_URL: 'smtp://127.0.0.1:1' };
    expect((await started(right)).output).not.toMatch(/No se conoce|No sale/);
  });
});

describe('db:migrate', () => {
  const migrate = () => folder.run('db-migrate', withoutToken).ended;
  const stored = () =>
    inFolder(({ db }) => db.selectFrom('ciudades').selectAll().orderBy('id').execute());

  test('migrates an empty folder, and changes nothing when run again', async () => {
    const done = { code: 0, output: 'La base de datos está al día.\n', errors: '' };
    expect(await migrate()).toEqual(done);
    const first = await stored();
    expect(first.length).toBeGreaterThan(100);
    expect(await migrate()).toEqual(done);
    expect(await stored()).toEqual(first);
  });

  test('refuses a database of a newer version', async () => {
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

describe('audit:verify', () => {
  const audit = (...args: string[]) => folder.run('audit-verify', withoutToken, [], args).ended;
  const emptyHead = `0:${sha256Of(Buffer.alloc(0))}`;

  test('reports changes made outside the program, and exits with 1', async () => {
    await inFolder(async ({ db, engine }) => {
      await migrateToLatest(db, engine);
      await addCast(db, Date.now());
      await inTransaction(db, (trx) => logBase(trx, Date.now()));
    });
    expect(await audit()).toEqual({
      code: 0,
      output: `Cajas revisadas: 2. Archivos: 0. Firmas: 0. Diferencias: 0.\nCabeza del registro: ${emptyHead}\n`,
      errors: '',
    });
    await inFolder(({ db }) =>
      db.updateTable('cajas').set({ total: 1 }).where('id', '=', 1).execute(),
    );
    const { code, output } = await audit();
    expect(code).toBe(1);
    expect(output).toContain('caja 1: total es 1, el registro dice 0\n');
    expect(output).toContain('tienda 1, fondo: current es 1, el registro dice 0\n');
    expect(output).toContain('Cajas revisadas: 2. Archivos: 0. Firmas: 0. Diferencias: 3.\n');
  });

  test('runs beside a server, and compares with a given head', async () => {
    const { url } = await folder.serve();
    expect(await audit('--cabeza', emptyHead)).toMatchObject({ code: 0, errors: '' });
    const other = await audit('--cabeza', `0:${'ab'.repeat(32)}`);
    expect(other.code).toBe(1);
    expect(other.output).toContain('registro: hasta el evento 0 no es el de la cabeza dada');
    expect((await fetch(`${url}/listo`)).status).toBe(200);
  });

  test('accepts a head that the server signed, and rejects an altered line', async () => {
    await folder.serve();
    const file = join(folder.dataDir, 'registro.key.ultima-firma');
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    const line = readFileSync(file, 'utf8').trim();
    const stored = await audit('--firma', line);
    expect(stored).toMatchObject({ code: 0, output: expect.stringContaining('Firmas: 1.') });
    const other = await audit('--firma', line.replace(/^caja-menor 1 \d/, 'caja-menor 1 9'));
    expect(other.code).toBe(1);
    expect(other.output).toContain(': no es de la clave\n');
  });

  test.each([
    [['--cabeza', 'ayer']],
    [['--cabesa', '1']],
    [['--cabeza']],
    [['--firma', 'caja-menor 1']],
  ])('prints the usage for %j', async (args) => {
    const { code, errors } = await audit(...args);
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^Uso: npm run audit:verify[^\n]*\n$/),
    ]);
  });

  test('fails without a database, and creates nothing', async () => {
    const { code, errors } = await audit();
    expect([code, errors]).toEqual([
      1,
      `No hay una base de datos en «${folder.dataDir}». Revise DATA_DIR.\n`,
    ]);
    expect(readdirSync(folder.dataDir)).toEqual([]);
  });

  test('refuses a database that is not up to date', async () => {
    await inFolder(async ({ db }) => void (await sql`create table otra (id integer)`.execute(db)));
    const { code, errors } = await audit();
    expect([code, errors]).toEqual([
      1,
      'La base de datos no está al día: ejecute npm run db:migrate o inicie el servidor.\n',
    ]);
  });
});

describe('derived:rebuild', () => {
  const run = (name: 'audit-verify' | 'derived-rebuild' | 'db-migrate') =>
    folder.run(name, withoutToken).ended;

  test('removes what the audit finds in derived tables, and only that', async () => {
    await inFolder(async ({ db, engine }) => {
      await migrateToLatest(db, engine);
      await addCast(db, Date.now());
      await inTransaction(db, (trx) => logBase(trx, Date.now()));
      await sql`delete from conteo`.execute(db);
    });
    const derived = await run('audit-verify');
    expect(derived.code).toBe(2);
    expect(derived.output).toMatch(/^derivado: tienda 1, conteo de cajas, de cajas en 0: falta\n/);
    expect(derived.output).toContain(' Diferencias: 0.\n');
    expect(derived.output).toContain(
      '\nDerivado: 2 diferencias; se puede reconstruir con npm run derived:rebuild.\n',
    );
    await inFolder(({ db }) =>
      db.updateTable('cajas').set({ version: 7 }).where('id', '=', 1).execute(),
    );
    const both = await run('audit-verify');
    expect(both.code).toBe(1);
    expect(both.output).toContain('\nEl registro no coincide con las filas o con los archivos.\n');
    expect(both.output).toContain(
      '\nDerivado: 2 diferencias; no lo reconstruya antes de averiguar lo anterior.\n',
    );
    expect(await run('derived-rebuild')).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(
        /^Reconstruido en [\d,]+ s: conteo, busqueda, caso_cerrado\.\n$/,
      ),
    });
    const rest = await run('audit-verify');
    expect(rest.code).toBe(1);
    expect(rest.output).toContain('caja 1: version es 7, el registro dice 0\n');
    expect(rest.output).not.toMatch(/derivado/i);
  });

  test('is what a start does with tables of another rule; no audit reads them before', async () => {
    await inFolder(async ({ db, engine }) => {
      await migrateToLatest(db, engine);
      await addCast(db, Date.now());
      await inTransaction(db, (trx) => logBase(trx, Date.now()));
      await sql`delete from conteo`.execute(db);
      await sql`update tabla_derivada set regla = 0 where nombre = 'conteo'`.execute(db);
    });
    expect(await run('audit-verify')).toMatchObject({
      code: 1,
      output: '',
      errors: 'La base de datos no está al día: ejecute npm run db:migrate o inicie el servidor.\n',
    });
    expect(await run('db-migrate')).toMatchObject({ code: 0 });
    expect(await run('audit-verify')).toMatchObject({ code: 0 });
  });

  test('refuses a folder that a server uses', async () => {
    await folder.serve();
    const { code, errors } = await run('derived-rebuild');
    expect([code, errors]).toEqual([1, expect.stringMatching(/^[^\n]+ en uso [^\n]+\n$/)]);
  });
});

describe('admin:create', () => {
  const create = (...answers: string[]): Promise<Ending> =>
    folder.run('admin-create', withoutToken, answers).ended;
  const ana = ['Ana Ruiz', 'Ana@CajaMenor.test', '52123456', 'Fresno4821', 'Fresno4821'] as const;

  test('creates the first administrator, who can sign in and create users', async () => {
    const { code, output, errors } = await create(...ana);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('Se creó el administrador ana@cajamenor.test.');
    expect(output).not.toContain('Fresno4821');

    const { url } = await folder.serve();
    const admin = new WebClient(url, programToken);
    const [session] = await admin.must('/auth/user', {
      email: 'ana@cajamenor.test',
      password: 'Fresno4821',
    });
    expect(session).toMatchObject({ nombre: 'Ana Ruiz', tipoperfil_id: 1, cambiar_clave: 'no' });
    await admin.must('/registrarUsuario', {
      tipo: 2,
      nombre: 'Berta Gil',
      tipo_doc: 1,
      num_doc: '43123456',
      email: 'berta@cajamenor.test',
      password: 'Fresno4821',
    });
    const users = await admin.must('/obtenerUsuarios', {});
    expect(users.map(({ email }) => email)).toEqual(['ana@cajamenor.test', 'berta@cajamenor.test']);
  });

  test('creates another administrator, but refuses a registered email', async () => {
    await create(...ana);
    expect(await create(...ana)).toMatchObject({
      code: 1,
      errors: 'El correo ya está registrado.\n',
    });
    const other = ['Eva Mora', 'eva@cajamenor.test', '52123457', 'Fresno4821', 'Fresno4821'];
    expect(await create(...other)).toMatchObject({ code: 0 });
  });

  test('works beside a running server, which knows the administrator at once', async () => {
    const { url } = await folder.serve();
    expect(await create(...ana)).toMatchObject({ code: 0, errors: '' });
    const admin = new WebClient(url, programToken);
    await admin.signIn({ email: 'ana@cajamenor.test', password: 'Fresno4821' });
    expect(await folder.run('audit-verify', withoutToken).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining(' Diferencias: 0.'),
    });
  });

  test.each([
    [[''], 'Por favor llene todos los campos requeridos.\n'],
    [['Ana', 'ana'], 'El formato del correo es incorrecto.'],
    [['Ana', 'a@b.co', '52_123'], 'solo se aceptan letras y números.'],
    [['Ana', 'a@b.co', '52123456', 'corta1'], 'La contraseña no cumple'],
  ])('refuses the last of %j before it asks further', async (answers, words) => {
    const { code, errors } = await create(...answers);
    expect([code, errors]).toEqual([1, expect.stringContaining(words)]);
  });

  const weak = 'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)';
  test.each([
    [['Ana', 'a@b.co', '52123456', 'corta1', 'corta1'], weak],
    [['Ana', 'a@b.co', '52123456', 'Fresno4821', 'Clave54321'], 'La contraseña no coincide.'],
    [
      ['Ana', 'ana', '52123456', 'Fresno4821', 'Fresno4821'],
      'El formato del correo es incorrecto.',
    ],
    [['Ana', 'a@b.co'], 'Faltan respuestas'],
  ])('refuses %j in one line, and creates no user', async (answers, words) => {
    const { code, errors } = await create(...answers);
    expect(code).toBe(1);
    expect(errors).toContain(words);
    expect(errors).toMatch(/^[^\n]+\n$/);
    const users = await inFolder(({ db }) => db.selectFrom('usuarios').selectAll().execute());
    expect(users).toEqual([]);
  });
});

describe('factor:reset', () => {
  test('removes the second factor of a user, and refuses users without one', async () => {
    const ana = ['Ana Ruiz', 'ana@cajamenor.test', '52123456', 'Fresno4821', 'Fresno4821'];
    await folder.run('admin-create', withoutToken, ana).ended;
    const reset = (email: string) => folder.run('factor-reset', withoutToken, [], [email]).ended;
    expect(await reset('ana@cajamenor.test')).toMatchObject({
      code: 1,
      errors: 'ana@cajamenor.test no tiene segundo factor.\n',
    });
    await inFolder(async ({ db }) => {
      const { id } = await db.selectFrom('usuarios').select('id').executeTakeFirstOrThrow();
      await db
        .insertInto('segundo_factor')
        .values({ id_usuario: id, secreto: 'GEZDGNBVGY3TQOJQ', activo: 1, creado: 1 })
        .execute();
    });
    expect(await reset('Ana@cajamenor.test')).toMatchObject({
      code: 0,
      output: 'Se quitó el segundo factor de ana@cajamenor.test.\n',
    });
    const left = await inFolder(({ db }) => db.selectFrom('segundo_factor').selectAll().execute());
    expect(left).toEqual([]);
    expect(await reset('nadie@cajamenor.test')).toMatchObject({
      code: 1,
      errors: 'Nadie activo tiene el correo nadie@cajamenor.test.\n',
    });
  });
});
