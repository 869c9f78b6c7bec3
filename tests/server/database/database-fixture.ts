import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import {
  databaseFile,
  type Engine,
  type OpenDatabase,
  openDatabase,
} from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { template } from '#server/features/catalogues/template.ts';
import type { Database, NewRow } from '#server/platform/database/schema.ts';

/** SQLite always; PostgreSQL when the run has one. */
export const engines: readonly Engine[] = process.env.TEST_DATABASE_URL
  ? ['sqlite', 'postgres']
  : ['sqlite'];

export interface TestDatabase extends OpenDatabase {
  drop(): Promise<void>;
}

/**
 * Creates a database, empty and not migrated.
 *
 * @param of unused database of which it is a copy: its folder, or its URL on the PostgreSQL of the run
 */
export async function createTestDatabase(engine: Engine, of?: string): Promise<TestDatabase> {
  if (engine === 'sqlite') return inFolder(of);
  const cluster = process.env.TEST_DATABASE_URL ?? '';
  const url = await createDatabase(cluster, of);
  const opened = openDatabase({ databaseUrl: url, prepares: true });
  return {
    ...opened,
    async drop() {
      await opened.close();
      await dropDatabase(cluster, url);
    },
  };
}

/** Creates a migrated database, as a copy of one that was migrated once. */
export async function createMigratedDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'postgres') return createTestDatabase(engine, process.env.TEST_DATABASE_TEMPLATE);
  migratedFolder ??= migrateFolder();
  return createTestDatabase(engine, await migratedFolder);
}

let migratedFolder: Promise<string> | undefined;

async function migrateFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-migrada-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await migrated(openDatabase({ dataDir }));
  return dataDir;
}

/** Inserts the template of formats; as with the rows of migrations, the first start logs them. */
async function insertFormats(db: Kysely<Database>): Promise<void> {
  for (const { id, nombre, categories } of template) {
    await db
      .insertInto('formato_tienda')
      .values({ id, nombre })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('categoria_gasto')
      .values(categories)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Migrates a database, with the template of formats, and closes it, so that it may be copied. */
export async function migrated({ db, engine, close }: OpenDatabase): Promise<void> {
  await migrateToLatest(db, engine);
  await insertFormats(db);
  await close();
}

function inFolder(of?: string): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-'));
  if (of !== undefined) copyDatabase(databaseFile(of), databaseFile(dataDir));
  const opened = openDatabase({ dataDir });
  return {
    ...opened,
    async drop() {
      await opened.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Copies a database with its WAL, which may have the last changes. */
function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

/**
 * @param cluster URL of a PostgreSQL
 * @param of URL of the database in it that is copied; without it the new one is empty
 * @returns its URL
 */
export async function createDatabase(cluster: string, of?: string): Promise<string> {
  const url = new URL(cluster);
  url.pathname = `/caja_menor_${randomUUID().replaceAll('-', '')}`;
  const template = of === undefined ? 'template1' : nameIn(of);
  await administer(cluster, `create database ${nameIn(url.href)} template ${template}`);
  return url.href;
}

export const dropDatabase = (cluster: string, url: string): Promise<void> =>
  administer(cluster, `drop database ${nameIn(url)} with (force)`);

async function administer(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query(statement);
  await client.end();
}

export interface StoreWithBox {
  id_usuario: number;
  id_tienda: number;
  id_caja: number;
  id_proveedor: number;
}

/** Inserts the minimum that an expense needs: a user, a store, its open box and a supplier. */
export async function insertStoreWithBox(db: Kysely<Database>): Promise<StoreWithBox> {
  await insertFormats(db);
  const user = await db
    .insertInto('usuarios')
    .values(newUser({ email: 'ana@cajamenor.test', num_doc: '1018464851' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const store = await db
    .insertInto('tiendas')
    .values({
      nombre: 'Tienda Centro',
      direccion: 'Calle 10 # 43-12',
      telefono: '6044441212',
      email: 'centro@cajamenor.test',
      centro_costo: 'CC-01',
      centro_beneficio: 'CB-01',
      id_gerente: user.id,
      id_supervisor: user.id,
      id_formato: 1,
      base: 1_000_000_00,
      id_ciudad: 5001,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const box = await db
    .insertInto('cajas')
    .values(newOpenBox(store.id))
    .returning('id')
    .executeTakeFirstOrThrow();
  const supplier = await db
    .insertInto('proveedores')
    .values({ num_doc: '800197268', digito: '4', nombre: 'Ferretería El Tornillo', creado: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    id_usuario: user.id,
    id_tienda: store.id,
    id_caja: box.id,
    id_proveedor: supplier.id,
  };
}

export const newUser = (values: { email: string; num_doc: string }): NewRow<'usuarios'> => ({
  razon_social: 'Ana Pérez',
  tipo: 2,
  tipo_doc: 1,
  clave_hash: '-',
  creado: 1,
  ...values,
});

export const newOpenBox = (id_tienda: number): NewRow<'cajas'> => ({
  id_tienda,
  fecha: '2026-01-15',
  creada: 1_768_500_000_000,
  fecha_movimiento: 1_768_500_000_000,
});

export const newExpense = (
  { id_caja, id_proveedor, id_usuario }: StoreWithBox,
  values: Partial<NewRow<'gastos'>> = {},
): NewRow<'gastos'> => ({
  id_caja,
  id_proveedor,
  id_usuario,
  proveedor_nombre: 'Ferretería El Tornillo',
  fecha_gasto: '2026-01-14',
  recibo: '0001',
  valor: 12_500_00,
  concepto: 'Bombillos',
  estado: 1,
  creado: 1_768_500_000_000,
  ...values,
});

export const newEvent = (
  { id_caja, id_tienda, id_usuario }: StoreWithBox,
  secuencia: number,
): NewRow<'evento'> => ({
  id_caja,
  id_tienda,
  secuencia,
  evento: 'EXPENSE.RECORD',
  desde: 'open',
  hacia: 'open',
  id_actor: id_usuario,
  perfil: 2,
  instante: 1_768_500_000_000,
  version_maquina: '1',
  payload: '{}',
  hash_previo: '',
  hash: 'abc',
});
