/** /enviarGasto: the supplier, existing or created with the expense, and the electronic invoice. */
import { describe, expect, test } from 'vitest';
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { expenseRow, refused } from '#tests/kit/box-rows.ts';
import { categories, nextReceipt, startScene, today } from '#tests/kit/box-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const MEDELLIN = { departamento: 5, ciudad: 5001 };

/** The form of an expense with a new supplier. */
const form = (changes: object = {}) => ({
  id_tienda: scene.store.id,
  fecha_gasto: today,
  num_doc: '860069804',
  digito: '2',
  proveedor: 'Almacenes La Economía',
  direccion: 'Calle 10 # 20-30',
  ...MEDELLIN,
  recibo: nextReceipt(),
  valor: 12_500,
  concepto: 'Bombillos',
  categoria: [categories.plain],
  tipo_factura: 0,
  ...changes,
});

const send = (changes: object = {}) => scene.browsers[2].call('/enviarGasto', form(changes));

async function recorded(changes: object = {}) {
  const { answer } = await send(changes);
  return expenseRow(scene, answer[0]?.id_gasto ?? 0);
}

const suppliersWith = (num_doc: string) =>
  scene.db.selectFrom('proveedores').selectAll().where('num_doc', '=', num_doc).execute();

describe('a new supplier', () => {
  test('is stored as an occasional one, with its computed check digit', async () => {
    const expense = await recorded({
      num_doc: '890900608',
      digito: undefined,
      proveedor: ' Almacenes La Economía ',
    });
    const [supplier, ...others] = await suppliersWith('890900608');
    expect(others).toEqual([]);
    expect(supplier).toMatchObject({
      id: expense.id_proveedor,
      digito: '9',
      nombre: 'Almacenes La Economía',
      direccion: 'Calle 10 # 20-30',
      id_departamento: 5,
      id_ciudad: 5001,
      ocasional: 1,
    });
  });

  test('with an existing document number is the existing supplier, unchanged', async () => {
    const expense = await recorded({ num_doc: '800197268', digito: '4', proveedor: 'Otro nombre' });
    expect(expense).toMatchObject({
      id_proveedor: scene.suppliers.known,
      proveedor_nombre: 'Proveedor 800197268',
    });
    expect(await suppliersWith('800197268')).toHaveLength(1);
  });

  test('is created once by simultaneous expenses of two stores', async () => {
    const changes = { num_doc: '1018464851', digito: '9' };
    const answers = await Promise.all([
      send(changes),
      scene.browsers[4].call('/enviarGasto', form({ ...changes, id_tienda: scene.otherStore.id })),
      send(changes),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await suppliersWith('1018464851')).toHaveLength(1);
  });

  test.each<[string, object, string, string]>([
    [
      'a wrong check digit',
      { digito: '3' },
      'digito',
      'El dígito de verificación no corresponde al número de documento',
    ],
    [
      'a city of another department',
      { departamento: 11 },
      'ciudad',
      'La ciudad no es del departamento elegido.',
    ],
    ['an unknown city', { ciudad: 5999 }, 'ciudad', 'La ciudad no es del departamento elegido.'],
    ['the national city', { ciudad: 1146 }, 'ciudad', 'La ciudad no es del departamento elegido.'],
    ['a blank name', { proveedor: '   ' }, 'proveedor', 'Por favor complete todos los campos'],
    ['a blank address', { direccion: '  ' }, 'direccion', 'Por favor complete todos los campos'],
    [
      'no department',
      { departamento: null },
      'departamento',
      'Por favor complete todos los campos',
    ],
    ['a short document', { num_doc: '123456', digito: '' }, 'num_doc', 'Solo se aceptan números'],
  ])('is refused: %s', async (_, changes, guardia, msg) => {
    expect(await refused(scene, () => send(changes))).toEqual({
      status: 422,
      msg,
      guardias: [guardia],
      unchanged: true,
    });
  });

  test('is not stored when the expense is refused', async () => {
    const attempt = () => send({ num_doc: '899999239', digito: '2', categoria: [9_999] });
    expect(await refused(scene, attempt)).toMatchObject({ status: 422, unchanged: true });
  });
});

describe('a supplier by its id', () => {
  const known = () => ({ id_proveedor: scene.suppliers.known });

  test('needs no other supplier fields', async () => {
    const expense = await recorded({
      ...known(),
      num_doc: undefined,
      digito: undefined,
      proveedor: undefined,
      direccion: undefined,
      departamento: undefined,
      ciudad: undefined,
    });
    expect(expense.id_proveedor).toBe(scene.suppliers.known);
  });

  test.each<[string, () => object, string]>([
    ['one that does not exist', () => ({ id_proveedor: 99_999 }), 'id_proveedor'],
    ['another document', () => known(), 'num_doc'],
    ['a wrong check digit', () => ({ ...known(), num_doc: '800197268', digito: '5' }), 'digito'],
  ])('is refused: %s', async (_, changes, guardia) => {
    expect(await refused(scene, () => send(changes()))).toMatchObject({
      status: 422,
      guardias: [guardia],
      unchanged: true,
    });
  });
});

describe('the electronic invoice', () => {
  const invoiced = (numero_factura: string, valor = 12_500) =>
    recorded({
      num_doc: '800197268',
      digito: '4',
      tipo_factura: 1,
      numero_factura,
      valor,
      recibo: nextReceipt(),
    });

  test('with one match is linked', async () => {
    expect(await invoiced('FE1')).toMatchObject({
      factura_elec: 1,
      numero_factura: 'FE1',
      enlace_factura: 'https://facturas.test/a',
      data_factura: '[]',
    });
  });

  test('is matched ignoring case', async () => {
    expect(await invoiced('fe1')).toMatchObject({ enlace_factura: 'https://facturas.test/a' });
  });

  test('with several matches has them as a list, and an empty link', async () => {
    const { enlace_factura, data_factura } = await invoiced('FE2');
    expect(enlace_factura).toBe('');
    expect(JSON.parse(data_factura)).toEqual([
      { numero_factura: 'FE2', url: 'https://facturas.test/b' },
      { numero_factura: 'FE2', url: 'https://facturas.test/c' },
    ]);
  });

  test('without a match is marked as not found', async () => {
    expect(await invoiced('FE3')).toMatchObject({ enlace_factura: invoiceNotFound });
  });

  test('of another supplier is not matched', async () => {
    const expense = await recorded({ tipo_factura: 1, numero_factura: 'FE1' });
    expect(expense.enlace_factura).toBe(invoiceNotFound);
  });

  test('number is not stored when the form declares no electronic invoice', async () => {
    expect(await recorded({ numero_factura: 'FE1' })).toMatchObject({
      factura_elec: 0,
      numero_factura: '',
      enlace_factura: '',
    });
  });
});
