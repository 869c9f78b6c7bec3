/** Derived counts and search texts: they agree with the rows and do not block concurrent writers. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { auditSearchTexts, auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { categories, must, record, startScene } from '#tests/kit/box-scene.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const differences = async (idTienda: number): Promise<string[]> =>
  (await inSnapshot(scene.db, (trx) => auditStore(trx, idTienda))).derived;

const countOf = (idTienda: number, active: number, estado: number) =>
  scene.db
    .selectFrom('conteo')
    .select(['cantidad', 'valor', 'paso_mantenimiento'])
    .where('id_tienda', '=', idTienda)
    .where('active', '=', active)
    .where('estado', '=', estado)
    .where('cantidad', '<>', 0)
    .execute();

describe('the counts of a store', () => {
  test('follow its boxes and expenses from state to state', async () => {
    const { id, idCaja } = scene.store;
    const first = await record(scene, { valor: 10_000 });
    await record(scene, { valor: 2_500, categoria: [categories.maintenance] });
    const third = await record(scene, { valor: 700 });
    await must(scene.browsers[2], '/eliminarGasto', { id_tienda: id, id_gasto: third });
    expect(await countOf(id, 0, 0)).toEqual([
      { cantidad: 1, valor: 12_500_00, paso_mantenimiento: 0 },
    ]);
    expect(await countOf(id, 0, 1)).toEqual([
      { cantidad: 1, valor: 10_000_00, paso_mantenimiento: 0 },
    ]);
    await must(scene.browsers[2], '/enviarCaja', { id_tienda: id, id_caja: idCaja });
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: idCaja,
      id_gasto: first,
      estado: 3,
      item: 0,
      observacion: 'Revisado',
    });
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: idCaja });
    expect(await countOf(id, 2, 0)).toEqual([]);
    expect(await countOf(id, 1, 0)).toEqual([
      { cantidad: 1, valor: 12_500_00, paso_mantenimiento: 1 },
    ]);
    expect(await countOf(id, 1, 13)).toEqual([
      { cantidad: 1, valor: 2_500_00, paso_mantenimiento: 1 },
    ]);
    expect(await differences(id)).toEqual([]);
  });

  test('agree with the audit for boxes at several stages', async () => {
    const stages = ['supervision', 'maintenance', 'preliminary', 'readyToShip', 'closed'] as const;
    for (const stage of stages) {
      const box = await boxIn(scene, stage, [{}, { categoria: [categories.maintenance] }]);
      expect(await differences(box.id_tienda)).toEqual([]);
    }
  });

  test('that were tampered with are reported by the audit', async () => {
    const { id_tienda, id } = await boxIn(scene, 'supervision', [{}]);
    const forge = (table: 'conteo' | 'conteo_caja', cantidad: number) =>
      scene.db
        .updateTable(table)
        .set({ cantidad })
        .where('id_tienda', '=', id_tienda)
        .where('active', '=', 2)
        .where('estado', '=', 1)
        .execute();
    await forge('conteo', 7);
    expect(await differences(id_tienda)).toEqual([
      `tienda ${id_tienda}, conteo de gastos en 1, de cajas en 2: cantidad es 7, las filas dicen 1`,
    ]);
    await forge('conteo', 1);
    await scene.db.deleteFrom('conteo_caja').where('id_caja', '=', id).execute();
    expect(await differences(id_tienda)).toEqual(
      expect.arrayContaining([
        `tienda ${id_tienda}, conteo de caja ${id}, gastos en 1, de cajas en 2: falta`,
      ]),
    );
  });
});

describe('the search texts of expenses', () => {
  const textOf = async (id: number) =>
    (
      await sql<{
        texto: string;
        marcas: string;
      }>`select texto, marcas from busqueda where rowid % 2147483648 = ${id}`.execute(scene.db)
    ).rows[0];

  test('are updated and deleted with the expense', async () => {
    const { id } = scene.store;
    const expense = await record(scene, {
      valor: 12_500,
      recibo: 'R77',
      concepto: 'Bombillo LED\ny CINTA de empaque',
    });
    const { texto, marcas } = (await textOf(expense)) ?? { texto: '', marcas: '' };
    expect(texto).toMatch(/^ r77 .* 12500 .* bombillo led y cinta de empaque $/);
    expect(marcas).toMatch(new RegExp(`^~t${id}~20\\d\\d-\\d\\d~$`));
    await scene.db
      .updateTable('gastos')
      .set({ concepto: 'Árbol y ÑAME' })
      .where('id', '=', expense)
      .execute();
    expect((await textOf(expense))?.texto).toMatch(/ arbol y name $/);
    await must(scene.browsers[2], '/eliminarGasto', { id_tienda: id, id_gasto: expense });
    expect(await textOf(expense)).toBeUndefined();
    expect(await differences(id)).toEqual([]);
  });

  test('that were tampered with are reported by the audit', async () => {
    const { id_tienda, expenses } = await boxIn(scene, 'supervision', [{}, {}]);
    const [first = 0, second = 0] = expenses;
    const which = (expense: number) => sql`where rowid % 2147483648 = ${expense}`;
    await sql`update busqueda set texto = ' otra ' ${which(first)}`.execute(scene.db);
    await sql`delete from busqueda ${which(second)}`.execute(scene.db);
    expect(await differences(id_tienda)).toEqual([
      expect.stringContaining(`búsqueda de gasto ${first}: texto es « otra », las filas dicen «`),
      `tienda ${id_tienda}, búsqueda de gasto ${second}: falta`,
    ]);
  });
});

describe('the search names', () => {
  const audited = () => inSnapshot(scene.db, auditSearchTexts);

  test('follow changes of suppliers, stores and cities', async () => {
    const { db, store } = scene;
    expect(await audited()).toEqual([]);
    await db
      .insertInto('proveedores')
      .values({ num_doc: '811004', nombre: 'Ñandú & Óleos "El 50%"', creado: 1 })
      .execute();
    const found = async (tabla: 'proveedores', buscar: string) =>
      (await must(scene.browsers[2], '/datosGenerales', { tabla, buscar })).length;
    for (const buscar of ['ÑAND', 'oleos', '"el 50%"', '1100', 'ú', 'Ñ', '0%', 'u & ó'])
      expect({ buscar, found: await found('proveedores', buscar) }).toEqual({ buscar, found: 1 });
    for (const buscar of ['0_"', 'nandú8', 'os  "', '811004 n'])
      expect({ buscar, found: await found('proveedores', buscar) }).toEqual({ buscar, found: 0 });
    await db
      .updateTable('proveedores')
      .set({ nombre: 'Otro nombre' })
      .where('num_doc', '=', '811004')
      .execute();
    expect([await found('proveedores', 'ÑAND'), await found('proveedores', 'otro NOM')]).toEqual([
      0, 1,
    ]);
    await db.deleteFrom('proveedores').where('num_doc', '=', '811004').execute();
    expect(await found('proveedores', 'otro NOM')).toBe(0);

    const { id_ciudad } = await db
      .selectFrom('tiendas')
      .select('id_ciudad')
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow();
    const inCity = async (buscar: string) =>
      (await must(scene.browsers[1], '/obtenerTiendas', { buscar })).map(({ id }) => id);
    await db
      .updateTable('ciudades')
      .set({ nombre: 'Peñón Alto' })
      .where('id', '=', id_ciudad)
      .execute();
    expect(await inCity('penon a')).toContain(store.id);
    await db
      .updateTable('tiendas')
      .set({ centro_costo: 'QX-909' })
      .where('id', '=', store.id)
      .execute();
    expect(await inCity('x-90')).toEqual([store.id]);
    expect(await audited()).toEqual([]);
  });

  test('that were tampered with are reported by the audit', async () => {
    const { people } = scene;
    const forge = (id: number) => sql`where rowid = 2147483648 + ${id}`;
    await sql`update busqueda_nombres set texto = 'nadie' ${forge(people[3].id)}`.execute(scene.db);
    await sql`delete from busqueda_nombres ${forge(people[5].id)}`.execute(scene.db);
    await sql`insert into busqueda_nombres (rowid, texto) values (2147483648 + 99999, 'alguien')`.execute(
      scene.db,
    );
    expect(await audited()).toEqual([
      expect.stringMatching(`búsqueda de usuarios ${people[3].id}: texto es «?nadie»?, las filas`),
      `búsqueda de usuarios ${people[5].id}: falta`,
      'búsqueda de usuarios 99999: está y no hay qué buscar',
    ]);
  });
});

/** SQLite serialises its writers. */
const withManyWriters = testEngine() === 'postgres' ? ['postgres'] : [];

describe.each(withManyWriters)('two concurrent writers on %s', () => {
  test('do not block each other in two stores or in two states of one store', async () => {
    const other = await boxIn(scene, 'supervision', [{}]);
    const { id_tienda } = other;
    const open = await scene.db
      .selectFrom('cajas')
      .select('id')
      .where('id_tienda', '=', id_tienda)
      .where('active', '=', 0)
      .executeTakeFirstOrThrow();
    await scene.db.transaction().execute(async (trx) => {
      await trx.updateTable('cajas').set({ total: 5 }).where('id', '=', open.id).execute();
      // A blocked call would be a deadlock: the transaction ends only after it.
      await must(scene.browsers[3], '/guardarSupervisor', {
        id_caja: other.id,
        id_gasto: other.expenses[0] ?? 0,
        estado: 3,
        item: 0,
        observacion: 'Revisado',
      });
      await record(scene, {});
      await trx.updateTable('cajas').set({ total: 0 }).where('id', '=', open.id).execute();
    });
    expect(await differences(id_tienda)).toEqual([]);
  });
});
