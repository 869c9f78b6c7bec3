/** /eliminarGasto and /detalleGasto: who sees an expense, who may delete it, and until when. */
import { describe, expect, test } from 'vitest';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { boxRow, eventsOf, expenseRow, refused } from '#tests/kit/box-rows.ts';
import { auditOf } from '#tests/kit/box-rows.ts';
import { categories, must, record, startScene, today } from '#tests/kit/box-scene.ts';
import { boxIn, newStore } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const remove = (id_gasto: number, id_tienda = scene.store.id, as: ProfileId = 2) =>
  scene.browsers[as].call('/eliminarGasto', { id_gasto, id_tienda });

describe('/eliminarGasto', () => {
  test('deletes the expense and logs the event', async () => {
    const store = await newStore(scene);
    const stored = await record(scene, { id_tienda: store.id, valor: 10_000 });
    const id = await record(scene, { id_tienda: store.id, valor: 30_000 });
    expect((await remove(id, store.id)).answer).toEqual([
      { status: '200', msg: 'Registro eliminado' },
    ]);
    const rows = await scene.db
      .selectFrom('gastos')
      .select('id')
      .where('id_caja', '=', store.idCaja)
      .execute();
    expect(rows).toEqual([{ id: stored }]);
    expect((await boxRow(scene, store.idCaja)).total).toBe(10_000_00);
    expect((await eventsOf(scene, store.idCaja)).at(-1)).toMatchObject({
      evento: 'EXPENSE.REMOVE',
      id_gasto: id,
      hacia: 'removed',
    });
    expect(await auditOf(scene, store.idCaja)).toEqual([]);
  });

  test('succeeds for one of two simultaneous requests', async () => {
    const id = await record(scene);
    const answers = await Promise.all([remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('is refused once the box is sent', async () => {
    const { expenses, id_tienda } = await boxIn(scene, 'supervision');
    expect(await refused(scene, () => remove(expenses[0] ?? 0, id_tienda))).toEqual({
      status: 409,
      msg: 'La caja ya fue enviada: el gasto no se puede cambiar.',
      guardias: ['stateAllows'],
      unchanged: true,
    });
  });

  test('is refused with the id of another store', async () => {
    const id = await record(scene);
    const store = await newStore(scene);
    expect(await refused(scene, () => remove(id, store.id))).toMatchObject({ status: 404 });
  });

  test('is refused for an expense of a store that the user does not see', async () => {
    const foreign = await record(scene, { id_tienda: scene.otherStore.id }, { as: 4 });
    const inItsStore = () => remove(foreign, scene.otherStore.id);
    const inOwnStore = () => remove(foreign);
    expect(await refused(scene, inItsStore)).toMatchObject({ status: 403, unchanged: true });
    expect(await refused(scene, inOwnStore)).toMatchObject({ status: 404, unchanged: true });
  });

  test.each([1, 3, 5, 6, 7, 8] as const)('is refused to profile %i', async (profile) => {
    const id = await record(scene);
    const attempt = () => remove(id, scene.store.id, profile);
    expect(await refused(scene, attempt)).toMatchObject({ status: 403, unchanged: true });
  });

  test('answers 400 to wrong types', async () => {
    const attempt = () =>
      scene.browsers[2].call('/eliminarGasto', { id_gasto: 'uno', id_tienda: scene.store.id });
    expect(await refused(scene, attempt)).toMatchObject({ status: 400 });
  });
});

describe('/detalleGasto', () => {
  const detail = (id_gasto: number, as: ProfileId) =>
    scene.browsers[as].call('/detalleGasto', { id_gasto });

  test('returns the whole expense, with amounts in pesos', async () => {
    const id = await record(scene, {
      recibo: 'DET1',
      valor: 45_250.75,
      categoria: [categories.maintenance, categories.plain],
      tipo_factura: 1,
      numero_factura: 'FE2',
      encargado: 'Ana Pérez',
    });
    const { id_caja, soporte } = await expenseRow(scene, id);
    const [expense] = (await detail(id, 2)).answer;
    const offered = { numero_factura: 'FE2', nit: '800197268', fecha: today };
    expect(expense).toMatchObject({
      id,
      id_caja,
      id_tienda: scene.store.id,
      tienda: 'Tienda Centro',
      consecutivo: null,
      active: 0,
      version: 2,
      fecha_gasto: today,
      recibo: 'DET1',
      valor: 45_250.75,
      valor_f: '$ 45.250,75',
      concepto: 'Bombillos',
      factura_elec: 1,
      numero_factura: 'FE2',
      enlace_factura: '',
      data_factura: [
        { ...offered, url: 'https://facturas.test/b', valor: 12_500 },
        { ...offered, url: 'https://facturas.test/c', valor: 99_900 },
      ],
      soporte,
      soporte_tipo: 'application/pdf',
      estado: 2,
      nombre_estado: 'Sin revisar (mantenimiento)',
      color: 'neutral',
      item: 0,
      requiere_mantenimiento: 1,
      encargado: 'Ana Pérez',
      id_usuario_registro: scene.people[2].id,
      registrado_por: scene.people[2].nombre,
      obs_supervisor: '',
      fecha_supervisor: '',
      id_rechazo_supervisor: null,
      reembolsar: null,
      indicador: null,
      tipo_persona: null,
      id_proveedor: scene.suppliers.known,
      proveedor: { num_doc: '800197268', digito: '4', nombre: 'Proveedor 800197268' },
    });
    expect(expense?.categorias.map((category) => category.id)).toEqual([
      categories.maintenance,
      categories.plain,
    ]);
  });

  test('returns the decisions and the itemisation', async () => {
    const { expenses } = await boxIn(scene, 'readyToShip', [{ valor: 20_000 }]);
    const [expense] = (await detail(expenses[0] ?? 0, 6)).answer;
    expect(expense).toMatchObject({
      estado: 6,
      nombre_estado: 'Aprobado por contabilidad',
      item: 1,
      obs_supervisor: 'Revisado contra el soporte',
      obs_contabilidad: 'Revisado contra el soporte',
      fecha_supervisor: '2026-06-17 10:00',
      fecha_contabilidad: '2026-06-17 10:00',
      fecha_contabilidad_dos: '',
      tipo_persona: 'PJ',
      categorias: [{ id: categories.plain, valor_item: 20_000, iva_item: 1 }],
    });
  });

  test('of an open box is visible only to the store and the coordinator', async () => {
    const id = await record(scene);
    const statuses = await Promise.all(
      ([2, 4, 3, 5, 6, 7, 8] as const).map(async (profile) => (await detail(id, profile)).status),
    );
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404, 404]);
  });

  test('of a box in maintenance is visible to profiles 2 to 8', async () => {
    const forms = [{ categoria: [categories.maintenance] }];
    const { expenses } = await boxIn(scene, 'maintenance', forms);
    const statuses = await Promise.all(
      ([2, 3, 4, 5, 6, 7, 8] as const).map(
        async (profile) => (await detail(expenses[0] ?? 0, profile)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200]);
  });

  test('answers 403 to the administrator', async () => {
    expect((await detail(await record(scene), 1)).status).toBe(403);
  });

  test('of another store answers 404, except to accounting', async () => {
    const foreign = await record(scene, { id_tienda: scene.otherStore.id }, { as: 4 });
    await must(scene.browsers[4], '/enviarCaja', {
      id_caja: scene.otherStore.idCaja,
      id_tienda: scene.otherStore.id,
    });
    const statuses = await Promise.all(
      ([2, 3, 8, 6] as const).map(async (profile) => (await detail(foreign, profile)).status),
    );
    expect(statuses).toEqual([404, 404, 404, 200]);
  });
});
