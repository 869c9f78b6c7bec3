/** A generated company with formats and categories of its own, instead of those of the template. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import { growCompany, loadCompany } from '#server/operate/demonstration/grow-company.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { receiptStoreOf } from '#server/platform/files/database-receipts.repository.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { testNow as now } from '#tests/kit/server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/database/database-fixture.ts';

/** Milliseconds, on a busy machine. */
const LOADING_LIMIT = 240_000;

let own: TestDatabase;
let folder: string;
beforeEach(async () => {
  own = await createTestDatabase(testEngine());
  await migrateToLatest(own.db, own.engine);
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-own-'));
  await own.db
    .insertInto('formato_tienda')
    .values([
      { id: 1_000, nombre: 'Droguería', active_: 1 },
      { id: 1_001, nombre: 'Cerrada', active_: 0 },
      { id: 1_002, nombre: 'Sin categorías', active_: 1 },
    ])
    .execute();
});
afterEach(async () => {
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

const target = () => ({
  db: own.db,
  receipts: receiptStoreOf({ dataDir: folder }, own),
  now,
});

const addCategories = () =>
  own.db
    .insertInto('categoria_gasto')
    .values([
      { id: 2_000, id_formato: 1_000, nombre: 'Domicilios', cuenta: '523550', mantenimiento: 0 },
      { id: 2_001, id_formato: 1_000, nombre: 'Neveras', cuenta: '524515', mantenimiento: 1 },
      { id: 2_002, id_formato: 1_001, nombre: 'Vieja', cuenta: '529595', mantenimiento: 0 },
    ])
    .execute();

/** The expenses of each category by whether they need maintenance. */
const used = async () =>
  (
    await own.db
      .selectFrom('gasto_categoria')
      .innerJoin('gastos', 'gastos.id', 'gasto_categoria.id_gasto')
      .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .select(['id_formato', 'id_categoria', 'requiere_mantenimiento'])
      .distinct()
      .orderBy('id_categoria')
      .execute()
  ).map((row) => [row.id_formato, row.id_categoria, row.requiere_mantenimiento]);

const expected = [
  [1_000, 2_000, 0],
  [1_000, 2_001, 1],
];

test('it grows within them', { timeout: LOADING_LIMIT }, async () => {
  await expect(growCompany(target(), 50)).rejects.toThrow('Ningún formato de tienda');
  await addCategories();
  expect((await growCompany(target(), 50)).after).toBeGreaterThanOrEqual(50);
  expect(await used()).toEqual(expected);
});

test('a generated company is made of them', { timeout: LOADING_LIMIT }, async () => {
  await addCategories();
  await loadCompany(target(), { stores: 8, years: 1 });
  expect(await used()).toEqual(expected);
  const { differences } = await auditEverything(target(), () => undefined);
  expect(differences).toBe(0);
});
