/** The search over everything that the user may see. */
import { beforeAll, describe, expect, test } from 'vitest';
import { foundAtMost } from '#contract/calls/search.calls.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { must, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { addStore } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let box: StagedBox;
let open: StagedBox;

beforeAll(async () => {
  const concepto = 'Arreglo de la GREÑA del tapete';
  box = await boxIn(scene, 'closed', [{ valor: 87_654, concepto, recibo: 'QX4471' }]);
  open = await boxIn(scene, 'open', [{ valor: 187_654, concepto, recibo: 'QX4472' }]);
  await scene.db
    .updateTable('gastos')
    .set({ fecha_gasto: '2025-03-09' })
    .where('id_caja', '=', box.id)
    .execute();
});

const find = (texto: string, profile: ProfileId) =>
  must(scene.browsers[profile], '/buscar', { texto });

const expensesFor = async (texto: string, profile: ProfileId) =>
  (await find(texto, profile)).gastos.map(({ id_caja }) => id_caja);

describe('an expense is found', () => {
  test.each([
    'greña',
    'GRENA tap',
    'rre gre',
    'x4471',
    '87.654',
    '$ 87.654,00',
    'greña mar',
    'greña marzo 2025',
    'marzo 2025',
    'de la',
  ])('by «%s», for every profile that sees its box', async (texto) => {
    for (const profile of [1, 2, 3, 4, 6, 7, 8] as const)
      expect(await expensesFor(texto, profile), String(profile)).toContain(box.id);
  });

  test.each(['greña abr', 'greña marzo 2024', 'greña tornillo', '%', '_', 'g', '"', '"greña" or'])(
    'not by «%s»',
    async (texto) => {
      for (const profile of [1, 2] as const)
        expect(await expensesFor(texto, profile)).not.toContain(box.id);
    },
  );

  test('by its store, and by its supplier', async () => {
    const { tienda } = (await find('greña', 7)).gastos[0] ?? { tienda: '' };
    expect(await expensesFor(`greña ${tienda}`, 7)).toEqual([box.id]);
    expect(await expensesFor(`greña ${tienda} norte`, 7)).toEqual([]);
    expect(await expensesFor('greña 800197268', 7)).toEqual([box.id]);
    for (const document of ['800.197.268-4', '800197268-4', '8001972684'])
      expect(await expensesFor(`greña ${document}`, 7), document).toEqual([box.id]);
  });

  test('before its box is sent, only by the profiles that record in it', async () => {
    for (const profile of [2, 4] as const)
      expect(await expensesFor('greña', profile)).toEqual([open.id, box.id]);
    for (const profile of [1, 3, 6, 7, 8] as const)
      expect(await expensesFor('greña', profile)).toEqual([box.id]);
    expect(await expensesFor('greña', 5)).toEqual([]);
  });

  test('by its exact value before one whose value contains it', async () => {
    expect(await expensesFor('87654', 2)).toEqual([box.id, open.id]);
    expect((await find('87654', 2)).cajas.map(({ id_caja }) => id_caja)).toEqual([box.id]);
  });

  test('only by profiles that see its store', async () => {
    await record(
      scene,
      { id_tienda: scene.otherStore.id, concepto: 'Secreto de la otra' },
      { as: 4 },
    );
    const { otherStore } = scene;
    await must(scene.browsers[4], '/enviarCaja', {
      id_caja: otherStore.idCaja,
      id_tienda: otherStore.id,
    });
    for (const profile of [2, 3, 5, 8] as const)
      expect(await expensesFor('secreto', profile)).toEqual([]);
    for (const profile of [1, 4, 6, 7] as const)
      expect(await expensesFor('secreto', profile)).toEqual([otherStore.idCaja]);
  });

  test('with the fields that identify and link it', async () => {
    const { gastos } = await find('x4471', 3);
    expect(gastos).toEqual([
      {
        id_gasto: box.expenses[0],
        id_caja: box.id,
        id_tienda: box.id_tienda,
        tienda: expect.stringContaining('Tienda de prueba'),
        consecutivo: 1,
        active: 5,
        proveedor: expect.any(String),
        recibo: 'QX4471',
        concepto: 'Arreglo de la GREÑA del tapete',
        valor: 87_654,
        fecha: '2025-03-09',
        estado: expect.any(String),
        color: expect.any(String),
      },
    ]);
  });
});

describe('a search over many stores', () => {
  beforeAll(async () => {
    const { people, db, clock } = scene;
    for (let index = 0; index < 18; index += 1)
      await addStore(
        db,
        {
          nombre: `Sucursal ${index}`,
          responsable: people[2],
          supervisor: people[3],
          gerente: people[8],
        },
        clock.now(),
      );
    const [last] = await db
      .selectFrom('tiendas')
      .select('id')
      .where('nombre', '=', 'Sucursal 17')
      .execute();
    await record(scene, { id_tienda: last?.id ?? 0, concepto: 'Persiana' });
  });

  test('matches words of the store and of the expense', async () => {
    expect(await expensesFor('sucursal persiana', 2)).toHaveLength(1);
    expect(await expensesFor('sucursal', 2)).toHaveLength(1);
    expect(await expensesFor('sucursal greña', 2)).toEqual([]);
    expect(await expensesFor('sucursal', 8)).toEqual([]);
  });

  test('returns a limited number of stores', async () => {
    const { tiendas } = await find('sucursal', 8);
    expect(tiendas).toHaveLength(foundAtMost.tiendas);
    expect((await find('sucursal 17', 8)).tiendas.map(({ tienda }) => tienda)).toEqual([
      'Sucursal 17',
    ]);
  });
});

describe('results by profile', () => {
  test('users are found by administrators only', async () => {
    const { usuarios } = await find('admin', 1);
    expect(usuarios.map(({ email }) => email)).toContain('admin@cajamenor.test');
    for (const profile of [2, 3, 4, 5, 6, 7, 8] as const)
      expect((await find('admin', profile)).usuarios).toEqual([]);
  });

  test('stores are found only by profiles that see them', async () => {
    const found = await Promise.all(
      ([1, 2, 3, 4, 5, 6, 7, 8] as const).map(async (profile) =>
        (await find('norte', profile)).tiendas.map(({ id_tienda }) => id_tienda),
      ),
    );
    const other = [scene.otherStore.id];
    expect(found).toEqual([other, [], [], other, [], other, other, []]);
  });

  test('a blank text is refused with 422', async () => {
    expect((await scene.browsers[2].call('/buscar', { texto: '  ' })).status).toBe(422);
  });
});
