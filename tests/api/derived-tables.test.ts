/** Derived tables: what the audit says of them, and how they are rebuilt. */
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import {
  derivedTableNames,
  outdatedTables,
  rebuildTables,
} from '#server/operate/derived-tables.repository.ts';
import { bringUpToDate } from '#server/operate/storage.ts';
import { rowsOf } from '#server/platform/database/queries.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { categories, startScene } from '#tests/kit/box-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
beforeAll(async () => {
  for (const stage of ['supervision', 'maintenance', 'closed', 'closed'] as const)
    await boxIn(scene, stage, [{}, { categoria: [categories.maintenance] }]);
});

beforeEach(async () => {
  await rebuildTables(scene.db, async () => derivedTableNames);
});

/** Every derived row; a count of nothing may have a row or none. */
const contents: readonly RawBuilder<object>[] = [
  sql`select * from conteo_caja order by id_caja, estado`,
  sql`select * from conteo where cajas <> 0 or cantidad <> 0 or valor <> 0
    order by id_tienda, active, paso_mantenimiento, estado`,
  sql`select rowid, texto, marcas from busqueda order by rowid`,
  sql`select rowid, texto from busqueda_nombres order by rowid`,
  sql`select * from caso_cerrado order by id_caja`,
];

const derivedRows = () =>
  inSnapshot(scene.db, async (trx) => {
    const rows: object[][] = [];
    for (const content of contents) rows.push(await rowsOf(trx, content));
    return rows;
  });

async function audited() {
  const messages: string[] = [];
  const { differences, derived } = await auditEverything(scene, (line) => messages.push(line));
  return { differences, derived, messages };
}

/** A change of each derived table that nothing of the program makes, and the sentence of the audit. */
const changes: readonly [RawBuilder<unknown>, RegExp][] = [
  [sql`update conteo_caja set cantidad = cantidad + 1`, /^derivado: tienda \d+, conteo de caja \d/],
  [sql`delete from conteo where estado = 0`, /^derivado: tienda \d+, conteo de cajas, .*: falta$/],
  [sql`delete from busqueda`, /^derivado: tienda \d+, búsqueda de gasto \d+: falta$/],
  [
    sql`insert into busqueda (rowid, texto, marcas) values (99, 'nada', '')`,
    /^derivado: búsqueda: el gasto 99 no está$/,
  ],
  [sql`delete from busqueda_nombres`, /^derivado: búsqueda de usuarios \d+: falta$/],
  [
    sql`update caso_cerrado set detalle = replace(detalle, 'BOX.SEND_FINAL', 'BOX.SEND')`,
    /^derivado: caso de la caja \d+: detalle es/,
  ],
  [sql`update caso_cerrado set rechazos = 9`, /^derivado: caso de la caja \d+: rechazos es 9/],
  [sql`delete from caso_cerrado`, /^derivado: caso de la caja \d+: falta$/],
];

test.each(changes)(
  'change %#: the audit says derived, and a rebuild removes it',
  async (change, sentence) => {
    const before = await derivedRows();
    for (const rows of before) expect(rows.length).toBeGreaterThan(0);
    await change.execute(scene.db);
    const found = await audited();
    expect(found).toMatchObject({ differences: 0, derived: found.messages.length });
    expect(found.messages).toContainEqual(expect.stringMatching(sentence));
    expect(found.messages.filter((line) => !line.startsWith('derivado: '))).toEqual([]);
    await rebuildTables(scene.db, async () => derivedTableNames);
    expect(await derivedRows()).toEqual(before);
    expect(await audited()).toEqual({ differences: 0, derived: 0, messages: [] });
  },
);

test('a rebuilt table has the rows that the changes of the boxes wrote', async () => {
  await boxIn(scene, 'closed', [{}, {}]);
  const written = await derivedRows();
  await rebuildTables(scene.db, async () => derivedTableNames);
  expect(await derivedRows()).toEqual(written);
});

test('a difference of a row and its log is not derived', async () => {
  const { rows } = await sql<{ id: number }>`select min(id) as id from gastos`.execute(scene.db);
  const set = (by: number) =>
    sql`update gastos set creado = creado + ${by} where id = ${rows[0]?.id}`.execute(scene.db);
  await set(1);
  const { derived, messages } = await audited();
  await set(-1);
  expect(derived).toBe(0);
  expect(messages).toEqual([expect.stringContaining(`gasto ${rows[0]?.id}: creado es`)]);
});

test('tables that another rule filled are rebuilt once by processes that start together', async () => {
  const { db, database } = scene;
  const before = await derivedRows();
  await sql`update caso_cerrado set rechazos = rechazos + 1`.execute(db);
  await sql`update tabla_derivada set regla = 0 where nombre = 'caso_cerrado'`.execute(db);
  // This one has the rule of the program, which does not look at its rows.
  await sql`update conteo set valor = valor + 1`.execute(db);
  expect(await inSnapshot(db, outdatedTables)).toEqual(['caso_cerrado']);
  await Promise.all([1, 2, 3].map(() => bringUpToDate(database)));
  expect(await inSnapshot(db, outdatedTables)).toEqual([]);
  const after = await derivedRows();
  expect(after.slice(4)).toEqual(before.slice(4));
  expect(after[1]).not.toEqual(before[1]);
});
