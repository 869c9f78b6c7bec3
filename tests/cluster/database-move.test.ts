/** From the embedded database to PostgreSQL: every row, every file, nobody signed out, and work that goes on. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { denominations } from '#contract/denominations.ts';
import { dateInBogota } from '#machines/domain/dates.ts';
import { openDatabase } from '#server/database/dialects.ts';
import { migrateToLatest } from '#server/database/migrations.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transactions.ts';
import { logBase } from '#server/workflow/administration-replay.ts';
import { categories, foreignCategory, pdf } from '#tests/kit/box-scene.ts';
import { addCast, testPassword } from '#tests/kit/people.ts';
import { type DataFolder, type Ending, openDataFolder, programToken } from '#tests/kit/program.ts';
import { codeAt } from '#tests/kit/second-factor.ts';
import { WebClient } from '#tests/kit/web-client.ts';
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

const purchase = (recibo: string, concepto = 'Bombillos') => ({
  id_tienda: 2,
  id_proveedor: 1,
  fecha_gasto: dateInBogota(Date.now()),
  recibo,
  valor: 12_300,
  concepto,
  categoria: [foreignCategory],
  tipo_factura: 0 as const,
});

describe('the demonstration', { timeout: 240_000 }, () => {
  let url: string;
  const signedIn = async (name: string): Promise<WebClient> => {
    const browser = new WebClient(url, programToken);
    await browser.signIn({ email: `${name}@cajamenor.test`, password: testPassword });
    return browser;
  };

  /** What the demonstration does not do by itself, by the people of its second store. */
  async function work(store: WebClient) {
    const admin = await signedIn('admin');
    const colleague = await signedIn('ricardo.acosta');
    const control = await signedIn('control');
    // A letter that only one of both engines folds.
    const [kept] = await store.must('/enviarGasto', purchase('MUDA1', 'Regla Ångström'));
    await store.upload('/cargarSoporte', { id_gasto: kept?.id_gasto ?? 0 }, pdf('MUDA1'));
    const repeated = { ...purchase('MUDA2'), valor: 45_600 };
    const { body } = await store.call('/enviarGasto', repeated, 'clave-de-la-mudanza');
    const [{ id_gasto: removed }] = body as [{ id_gasto: number }];
    await store.must('/eliminarGasto', { id_gasto: removed, id_tienda: 2 });

    const { arqueos: _, ...fund } = await store.must('/arqueos', { id_tienda: 2 });
    await store.must('/guardarArqueo', {
      id_tienda: 2,
      cantidades: denominations.map(() => 0),
      base: fund.base,
      en_caja: fund.en_caja,
      en_proceso: fund.en_proceso,
      nota: 'Se contó en la mudanza',
    });
    await store.must('/guardarMisCorreos', { rechazo: 'nunca' });
    await store.must('/recoverPassword', { email: 'cambio@cajamenor.test' });
    await admin.must('/guardarCatalogo', { tabla: 'motivo_rechazo', nombre: 'Sin firma' });
    const invited = { tipo: 2, nombre: 'Eva Niño', tipo_doc: 1, num_doc: '5200' };
    await admin.must('/registrarUsuario', { ...invited, email: 'eva@cajamenor.test', invitar: 1 });
    const today = dateInBogota(Date.now());
    const { candidatos } = await colleague.must('/ausencias', {});
    const id_delegado = candidatos[0]?.id ?? 0;
    await colleague.must('/delegar', { id_delegado, desde: today, hasta: today });
    const { secreto } = await control.must('/prepararSegundoFactor', {});
    const codigo = codeAt(secreto, Date.now());
    const [factor] = await control.must('/activarSegundoFactor', { codigo });
    const halfway = new WebClient(url, programToken);
    await halfway.call('/auth/user', { email: 'control@cajamenor.test', password: testPassword });
    return { repeated, removed, halfway, recovery: factor?.codigos[0] ?? '' };
  }

  /** A rejected expense of a box that the supervisor still has, corrected. */
  async function correct(store: WebClient, rejected: { id: number; recibo: string }) {
    const { id_tienda: _, ...form } = purchase(rejected.recibo, 'Taxi al banco');
    const fields = { ...form, id_gasto: rejected.id, categoria: categories.plain };
    const { status, body } = await store.upload('/corregirGasto', fields, pdf('corregido'));
    expect([status, body]).toEqual([200, expect.anything()]);
  }

  test('arrives with every row, survives a kill in the middle, and people go on', async () => {
    const demo = await folder.serve('demo');
    url = demo.url;
    const store = await signedIn('tienda');
    const { repeated, removed, halfway, recovery } = await work(store);
    expect((await move()).errors).toMatch(/^La carpeta de datos [^\n]* ya está en uso[^\n]*\n$/);
    demo.child.kill('SIGTERM');
    await demo.ended;
    const rejected = await inFolder((db) =>
      db
        .selectFrom('gastos')
        .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
        .select(['gastos.id', 'gastos.recibo'])
        .where('cajas.active', '=', 2)
        .where('gastos.estado', '=', 4)
        .executeTakeFirstOrThrow(),
    );
    const again = await folder.serve();
    store.url = again.url;
    await correct(store, rejected);
    again.child.kill('SIGTERM');
    await again.ended;
    const limit = { clave: 'alguien', cuenta: 1, vence: Date.now() + 3_600_000 };
    await inFolder((db) => db.insertInto('limite_peticiones').values(limit).execute());
    const before = await inFolder(everything);
    const empty = [...before].flatMap(([name, rows]) => (rows.length === 0 ? name : []));
    expect(empty, 'each other table has something to move').toEqual([
      'archivo',
      'archivo_trozo',
      'arriendo',
    ]);

    // It waits at a row of its last table, with all others copied, until it is killed.
    await migrateToLatest(target.db, 'postgres');
    await target.db.destroy();
    await untilAlone();
    await besideTheMove(async (client) => {
      await client.query('select pg_advisory_lock(64)');
      await client.query(`create function espera() returns boolean language plpgsql as $$ begin
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock_shared(64);
        return true;
      end $$`);
      await client.query('alter table usuarios add constraint espera check (espera())');
      const killed = starting();
      await killed.says(/\n {2}(tipo_usuario): /);
      killed.child.kill('SIGKILL');
      await killed.ended;
      expect((await starting().ended).errors).toMatch(
        /^La base de datos [^\n]* está en uso por otro/,
      );
      await client.query('select pg_advisory_unlock(64)');
      await untilAlone();
      expect((await client.query('select 1 from cajas')).rowCount, 'nothing of it').toBe(0);
      await client.query('alter table usuarios drop constraint espera; drop function espera()');
    });

    const moved = await move();
    expect([moved.code, moved.errors]).toEqual([0, '']);
    expect(moved.output).toMatch(
      /Auditando la carpeta[\s\S]* Diferencias: 0\.[\s\S]* Diferencias: 0\./,
    );
    const heads = moved.output.match(/Cabeza del registro: (\S+)/g);
    expect(heads?.[1]).toBe(heads?.[0]);
    expect(await inFolder(everything), 'the folder stays as it is').toEqual(before);
    const there = openDatabase({ databaseUrl: DATABASE_URL });
    try {
      await expectSameRows(before, there.db);
      const texts = await sql`select 1 from busqueda`.execute(there.db);
      expect(texts.rows).toHaveLength(before.get('gastos')?.length ?? 0);
      const files = await there.db.selectFrom('archivo').select('sha256').execute();
      const named = (before.get('gastos') ?? []).flatMap((row) => row.soporte_sha256 ?? []);
      expect(files.map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining(named));
    } finally {
      await there.close();
    }
    const second = await move();
    expect([second.code, second.errors]).toEqual([
      1,
      expect.stringMatching(/^La base de datos de DATABASE_URL no está vacía: [^\n]+\n$/),
    ]);

    const server = await folder.serve('main', { DATABASE_URL });
    for (const browser of [store, halfway]) browser.url = server.url;
    url = server.url;
    await halfway.must('/auth/codigo', { codigo: recovery });
    const lost = await store.call('/enviarGasto', repeated, 'clave-de-la-mudanza');
    expect(lost.body, 'the answer of before').toMatchObject([{ id_gasto: removed }]);
    const [next] = await store.must('/enviarGasto', purchase('MUDA3'));
    const id_gasto = next?.id_gasto ?? 0;
    expect(id_gasto, 'a key that the log knows is never given again').toBeGreaterThan(removed);
    await store.upload('/cargarSoporte', { id_gasto }, pdf('MUDA3'));
    const ofStore = (before.get('cajas') ?? []).find(
      ({ id_tienda, active }) => id_tienda === 2 && active === 0,
    );
    const id_caja = Number(ofStore?.id);
    await store.must('/enviarCaja', { id_caja, id_tienda: 2 });
    const decided = { id_caja, id_gasto, estado: 3 as const, item: 0 as const };
    const supervisor = await signedIn('supervisor');
    await supervisor.must('/guardarSupervisor', { ...decided, observacion: 'Revisado' });
    const audited = await folder.run('audit-verify', { DATABASE_URL }).ended;
    expect(audited).toMatchObject({ code: 0, output: expect.stringContaining('Diferencias: 0.') });
  });
});

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
