/** Reads of the screens of a box: the fund, the current box, its expenses and its details. */
import { describe, expect, test } from 'vitest';
import { isExpenseRow } from '#contract/calls/boxes.calls.ts';
import { boxRow } from '#tests/kit/box-rows.ts';
import { categories, must, record, startScene, today } from '#tests/kit/box-scene.ts';
import { boxIn, newStore } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

describe('/obtenerDatosTiendaCaja', () => {
  test('returns the fund of the store in pesos', async () => {
    const { id: id_tienda } = await newStore(scene, 1_000_000_00);
    await record(scene, { id_tienda, valor: 120_000.5 });
    const fund = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
    expect(fund).toEqual({
      id_tienda,
      tienda: expect.stringContaining('Tienda de prueba'),
      base: 1_000_000,
      disponible: 879_999.5,
      porcentaje: 88,
      reembolso: 0,
      en_proceso: 0,
      por_girar: 0,
      a_cargo_tienda: 0,
      active_: 1,
      id_formato: 1,
      exceso_fondo: 'avisar',
      vales: [],
    });
  });

  test('returns no percentage for a fund without a base', async () => {
    const { id: id_tienda } = await newStore(scene, 0);
    const fund = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
    expect(fund).toMatchObject({ base: 0, disponible: 0, porcentaje: null });
  });

  test('answers 403 for a store that the user does not see, whether it exists or not', async () => {
    for (const id_tienda of [scene.otherStore.id, 999_999]) {
      const { status } = await scene.browsers[2].call('/obtenerDatosTiendaCaja', { id_tienda });
      expect(status).toBe(403);
    }
    const unknown = { id_tienda: 999_999 };
    expect((await scene.browsers[4].call('/obtenerDatosTiendaCaja', unknown)).status).toBe(404);
  });
});

describe('/obtenerCajaActual', () => {
  test('returns the open box with its version', async () => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    await record(scene, { id_tienda });
    const box = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda });
    expect(box).toEqual({
      id: idCaja,
      active: 0,
      consecutivo: null,
      fecha: today,
      total: 12_500,
      version: 2,
      excede_monto_maximo: 0,
    });
  });

  test('warns when an occasional supplier exceeds the maximum of the box', async () => {
    const { id: id_tienda } = await newStore(scene);
    const id_proveedor = scene.suppliers.occasional;
    const warns = async () =>
      (await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda })).excede_monto_maximo;
    await record(scene, { id_tienda, valor: 700_000 });
    await record(scene, { id_tienda, id_proveedor, valor: 300_000 });
    await record(scene, { id_tienda, id_proveedor, valor: 200_000 });
    expect(await warns()).toBe(0);
    await record(scene, { id_tienda, id_proveedor, valor: 0.01 });
    expect(await warns()).toBe(1);
  });
});

describe('the expenses of a box', () => {
  test('are in the order of recording, followed by the total', async () => {
    const box = await boxIn(scene, 'supervision', [
      { categoria: [categories.plain, categories.maintenance], valor: 934_567.5 },
      { tipo_factura: 1, numero_factura: 'FE1' },
    ]);
    const answer = await must(scene.browsers[3], '/gastosCaja', { id_caja: box.id });
    const rows = answer.filter(isExpenseRow);
    expect(rows.map(({ id }) => id)).toEqual(box.expenses);
    expect(answer.at(-1)).toEqual({ total: 947_067.5, estadoCaja: 2 });
    expect(rows[0]).toEqual({
      id: box.expenses[0],
      recibo: expect.stringMatching(/^UNICO\d+$/),
      numero_factura: '',
      proveedor_doc: '800197268-4',
      proveedor_nombre: 'Proveedor 800197268',
      categorias: 'Elementos de aseo, Mantenimiento locativo',
      valor: 934_567.5,
      valor_f: '$ 934.567,50',
      reembolsar: null,
      soporte: expect.stringMatching(/\.pdf$/),
      icono: 'pending',
      icono2: '',
      estado: 2,
      nombre_estado: 'Sin revisar (mantenimiento)',
      color: 'neutral',
      informe_novedad: '',
      requiere_mantenimiento: 1,
      id_usuario_registro: scene.people[2].id,
      categorias_propias: [1, 5],
      enlace_factura: '',
      facturas: [],
      decisiones: [],
      motivo_rechazo: '',
      corregido: '',
      id_usuario_correccion: null,
      registrado_de_nuevo: null,
      asumido: 0,
      fecha: today,
      fecha_gasto: today,
      tienda: expect.stringContaining('Tienda de prueba'),
      consecutivo: 1,
      version: 2,
    });
    expect(rows[1]).toMatchObject({ numero_factura: 'FE1', estado: 1, requiere_mantenimiento: 0 });
  });

  test('are marked when they have an anomaly', async () => {
    const box = await boxIn(scene, 'supervision', [{ tipo_factura: 1, numero_factura: 'FE3' }]);
    const [row] = await must(scene.browsers[3], '/gastosCaja', { id_caja: box.id });
    expect(row).toMatchObject({
      icono2: 'novelty',
      informe_novedad: expect.stringContaining('La factura electrónica no se encontró.'),
    });
  });

  test('are the same for the store, the supervisor, maintenance, accounting and control', async () => {
    const box = await boxIn(scene, 'preliminary', [{}, { categoria: [categories.maintenance] }]);
    const id_caja = box.id;
    const lists = [
      await must(scene.browsers[2], '/gastosCaja', { id_caja, estado_caja: 3 }),
      await must(scene.browsers[3], '/gastosCaja', { id_caja }),
      await must(scene.browsers[5], '/gastosCajaMantenimiento', { id_caja, estado_caja: 1 }),
      await must(scene.browsers[6], '/gastosCajaContabilidad', { id_caja }),
      await must(scene.browsers[7], '/gastosCaja', { id_caja }),
      await must(scene.browsers[8], '/gastosCaja', { id_caja }),
    ];
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1);
  });

  test('of an open box are visible only to the profiles that record in it', async () => {
    const box = await boxIn(scene, 'open');
    const statusFor = async (profile: 2 | 3 | 4 | 7 | 8) =>
      (await scene.browsers[profile].call('/gastosCaja', { id_caja: box.id })).status;
    expect(await Promise.all(([2, 4, 3, 7, 8] as const).map(statusFor))).toEqual([
      200, 200, 404, 404, 404,
    ]);
  });

  test('of a box that skipped maintenance answer 404 to maintenance', async () => {
    const box = await boxIn(scene, 'preliminary');
    const body = { id_caja: box.id };
    expect((await scene.browsers[5].call('/gastosCajaMantenimiento', body)).status).toBe(404);
    expect((await scene.browsers[5].call('/obtenerCaja', body)).status).toBe(404);
  });

  test('of another store answer 404, except to accounting', async () => {
    const { id } = scene.otherStore;
    await record(scene, { id_tienda: id }, { as: 4 });
    const id_caja = scene.otherStore.idCaja;
    await must(scene.browsers[4], '/enviarCaja', { id_caja, id_tienda: id });
    for (const profile of [2, 3, 8] as const) {
      expect((await scene.browsers[profile].call('/gastosCaja', { id_caja })).status).toBe(404);
      if (profile !== 8)
        expect((await scene.browsers[profile].call('/obtenerCaja', { id_caja })).status).toBe(404);
    }
    expect((await scene.browsers[6].call('/gastosCajaContabilidad', { id_caja })).status).toBe(200);
  });
});

describe('one box', () => {
  test('is described by /obtenerCaja and /verCajaDetalle', async () => {
    const box = await boxIn(scene, 'readyToShip', [{}, { valor: 20_000 }]);
    const row = await boxRow(scene, box.id);
    const facts = {
      consecutivo: 1,
      fecha: today,
      total: 32_500,
      total_aprobado: 32_500,
      por_decidir: 0,
      estado: 'Lista para envío',
      color: 'info',
      active: 3,
      tienda: expect.stringContaining('Tienda de prueba'),
      id_ciudad_tienda: 5001,
      id_tienda: box.id_tienda,
      ubicacion: expect.objectContaining({ active: 3, estado: 'Lista para envío' }),
    };
    expect(await must(scene.browsers[2], '/obtenerCaja', { id_caja: box.id })).toEqual({
      ...facts,
      id: box.id,
      tipo_usuario: 'Tienda',
      fecha_movimiento: '2026-06-17 10:00',
      movida_por: scene.people[6].nombre,
      version: row.version,
      dias_siguiente: null,
      empresa_anterior: null,
      pdf_abierto: 1,
    });
    expect(await must(scene.browsers[8], '/verCajaDetalle', { id_caja: box.id })).toEqual([facts]);
  });

  test('has no /obtenerSoportes data until the papers are shipped', async () => {
    const box = await boxIn(scene, 'readyToShip');
    const shipping = () => must(scene.browsers[6], '/obtenerSoportes', { id_caja: box.id });
    expect(await shipping()).toEqual({});
    await must(scene.browsers[2], '/enviarSoporteCaja', {
      id_caja: box.id,
      id_empresa: scene.companies.local,
      codigo: '00123',
    });
    const { local } = scene.companies;
    await scene.db.updateTable('empresas').set({ eliminado: 1 }).where('id', '=', local).execute();
    expect(await shipping()).toEqual({
      empresa: 'Envíos del Valle de Aburrá',
      codigo_soporte: '00123',
    });
    await scene.db.updateTable('empresas').set({ eliminado: 0 }).where('id', '=', local).execute();
  });
});
