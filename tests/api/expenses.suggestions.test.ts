/** /sugerenciasGasto, /facturasSinGasto and /facturaDelCodigo: values that the store need not enter again. */
import { expect, test } from 'vitest';
import { categories, must, nextReceipt, record, startScene } from '#tests/kit/box-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const suggested = (profile: 2 | 4, id_tienda: number) =>
  must(scene.browsers[profile], '/sugerenciasGasto', { id_tienda });

const invoices = () =>
  must(scene.browsers[2], '/facturasSinGasto', {
    id_tienda: scene.store.id,
    id_proveedor: scene.suppliers.known,
  });

test('a store without expenses gets only its department and city', async () => {
  expect(await suggested(4, scene.otherStore.id)).toEqual({
    proveedores: [],
    topes: [],
    categorias: [],
    departamento: 5,
    ciudad: 5001,
  });
});

test('suppliers and categories are ordered by use, each supplier with its last expense', async () => {
  const { known, occasional } = scene.suppliers;
  const { plain, other } = categories;
  await record(scene, { id_proveedor: known, categoria: [plain], concepto: 'Primero' });
  await record(scene, {
    id_proveedor: known,
    categoria: [other],
    concepto: 'Taxi',
    tipo_factura: 1,
    numero_factura: 'FE9',
  });
  await record(scene, { id_proveedor: occasional, categoria: [plain], concepto: 'Bombillos' });
  // Expenses of another store are not counted.
  await record(
    scene,
    { id_proveedor: occasional, concepto: 'Ajeno', id_tienda: scene.otherStore.id },
    { as: 4 },
  );
  const { proveedores, categorias } = await suggested(2, scene.store.id);
  expect(proveedores).toEqual([
    {
      id: known,
      num_doc: '800197268',
      digito: '4',
      nombre: 'Proveedor 800197268',
      categoria: [other],
      tipo_factura: 1,
      concepto: 'Taxi',
    },
    expect.objectContaining({ id: occasional, categoria: [plain], concepto: 'Bombillos' }),
  ]);
  expect(categorias).toEqual([plain, other]);
});

test('an invoice is offered until an expense has it', async () => {
  expect((await invoices()).map(({ numero_factura }) => numero_factura).toSorted()).toEqual([
    'FE1',
    'FE2',
    'FE2',
  ]);
  expect(await invoices()).toContainEqual({
    cufe: 'a',
    numero_factura: 'FE1',
    fecha: '2026-06-17',
    valor: 12_500,
    anticipo: 0,
  });
  await record(scene, {
    id_proveedor: scene.suppliers.known,
    recibo: nextReceipt(),
    valor: 12_500,
    tipo_factura: 1,
    numero_factura: 'fe1',
  });
  expect((await invoices()).map(({ numero_factura }) => numero_factura)).toEqual(['FE2', 'FE2']);
});

test('an invoice dated before the recording window is not offered', async () => {
  await scene.db
    .updateTable('factura_electronica')
    .set({ fecha: '2026-04-30' })
    .where('cufe', '=', 'c')
    .execute();
  expect(await invoices()).toHaveLength(1);
  await scene.db
    .updateTable('factura_electronica')
    .set({ fecha: '2026-05-01' })
    .where('cufe', '=', 'c')
    .execute();
  expect(await invoices()).toHaveLength(2);
});

test('a supplier without expenses has no invoices to offer', async () => {
  const { id: _, ...supplier } = await scene.db
    .selectFrom('proveedores')
    .selectAll()
    .where('id', '=', scene.suppliers.known)
    .executeTakeFirstOrThrow();
  const { id } = await scene.db
    .insertInto('proveedores')
    .values({ ...supplier, num_doc: '900999001', documento: '900999001' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: __, ...invoice } = await scene.db
    .selectFrom('factura_electronica')
    .selectAll()
    .where('nit', '=', supplier.num_doc)
    .limit(1)
    .executeTakeFirstOrThrow();
  await scene.db
    .insertInto('factura_electronica')
    .values({ ...invoice, nit: '900999001', cufe: 'f', url: '/facturas/f' })
    .execute();
  const body = { id_tienda: scene.store.id, id_proveedor: id };
  expect(await must(scene.browsers[2], '/facturasSinGasto', body)).toEqual([]);
});

test('an unknown supplier answers 404', async () => {
  const { status } = await scene.browsers[2].call('/facturasSinGasto', {
    id_tienda: scene.store.id,
    id_proveedor: 999_999,
  });
  expect(status).toBe(404);
});

test('the code of an invoice finds the invoice, used or not, and its supplier', async () => {
  const cufe = 'ab'.repeat(48);
  const { id: id_tienda } = scene.store;
  const ask = (code: { cufe?: string; nit?: string }) =>
    must(scene.browsers[2], '/facturaDelCodigo', { id_tienda, ...code });
  const proveedor = {
    id: scene.suppliers.known,
    num_doc: '800197268',
    digito: '4',
    nombre: 'Proveedor 800197268',
    bloqueado_desde: null,
  };
  await scene.db
    .insertInto('factura_electronica')
    .values({
      nit: '800197268',
      razon_social: 'Papelería',
      numero: 'QR-1',
      numero_normalizado: 'QR1',
      total: 18_300_50,
      fecha: '2026-06-01',
      cufe,
      url: `https://facturas.test/${cufe}`,
      creado: 1,
    })
    .execute();
  const factura = {
    nit: '800197268',
    razon_social: 'Papelería',
    numero_factura: 'QR1',
    fecha: '2026-06-01',
    valor: 18_300.5,
  };
  expect(await ask({ cufe })).toEqual({ factura: { ...factura, con_gasto: 0 }, proveedor });
  await record(scene, { tipo_factura: 1, numero_factura: 'qr1' });
  expect(await ask({ cufe })).toEqual({ factura: { ...factura, con_gasto: 1 }, proveedor });
  expect(await ask({ cufe: 'cd'.repeat(48), nit: '8001972684' })).toEqual({
    factura: null,
    proveedor,
  });
  expect(await ask({})).toEqual({ factura: null, proveedor: null });
});
