/** Suppliers as accounting maintains them: habitual or occasional, blocked, merged, and read from a file. */
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { RequestOf } from '#contract/contract.ts';
import { auditOf, expenseRow } from '#tests/kit/box-rows.ts';
import {
  type ExpenseForm,
  must,
  nextReceipt,
  record,
  startScene,
  today,
  unlike,
} from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { csvOf, importOf } from '#tests/kit/row-import.ts';

type Form = RequestOf<'/guardarProveedor'>;

const aboveMaximum = 'El tercero ocasional supera el monto máximo en esta caja.';
const toABlockedOne = 'Se compró a un proveedor bloqueado.';
const repeated = 'El proveedor y el número de recibo ya se registraron en otro gasto.';

const scene = perFile(startScene);

let documents = 71_000_000;
const person = (changes: Partial<Form> = {}): Form => {
  documents += 11;
  return {
    tipo_doc: 'CC',
    num_doc: String(documents),
    nombres: 'Rosa Elvira',
    apellidos: `Mena ${documents}`,
    ocasional: 0,
    bloqueado: 0,
    ...changes,
  };
};

const save = async (form: Form, as: 1 | 6 = 6): Promise<number> =>
  (await must(scene.browsers[as], '/guardarProveedor', form))[0]?.id_elemento ?? 0;

const refusedFields = async (form: Form) => {
  const { status, refusal } = await scene.browsers[6].call('/guardarProveedor', form);
  return [status, ...(refusal.motivos ?? []).map(({ guardia }) => guardia)];
};

const anomaliesOf = async (id: number): Promise<string[]> =>
  (await expenseRow(scene, id)).informe_novedad.split('\n').filter(Boolean);

const recordThere = (form: ExpenseForm) =>
  record(scene, { ...form, id_tienda: scene.otherStore.id }, { as: 4 });

const merge = (id_proveedor: number, id_destino: number) =>
  must(scene.browsers[6], '/unirProveedores', { id_proveedor, id_destino });

describe('a supplier', () => {
  test('is listed, found and read, with the check digit of its NIT', async () => {
    const id = await save({
      tipo_doc: 'NIT',
      num_doc: '899999239',
      digito: '2',
      nombre: 'Acueducto del Sur S.A. E.S.P.',
      regimen: 'autorretenedor',
      ocasional: 0,
      bloqueado: 0,
    });
    const row = {
      id,
      tipo_doc: 'NIT',
      num_doc: '899999239',
      digito: '2',
      nombre: 'Acueducto del Sur S.A. E.S.P.',
      regimen: 'autorretenedor',
      ocasional: 0,
      bloqueado: 0,
    };
    expect(await must(scene.browsers[1], '/obtenerProveedores', { buscar: 'acueducto' })).toEqual([
      row,
    ]);
    expect(await must(scene.browsers[6], '/obtenerProveedorById', { id_proveedor: id })).toEqual({
      ...row,
      nombres: '',
      apellidos: '',
      unidos: [],
      version: expect.any(Number),
    });
  });

  test('has names and surnames as a person, and one name as a company', async () => {
    const { apellidos: _, ...unnamed } = person();
    expect(await refusedFields(unnamed)).toEqual([422, 'apellidos']);
    expect(await refusedFields({ ...unnamed, tipo_doc: 'NIT', digito: '0' })).toEqual([
      422,
      'digito',
      'nombre',
    ]);
    expect(await refusedFields(person({ num_doc: 'AB123456' }))).toEqual([422, 'num_doc']);
    const id = await save(person({ tipo_doc: 'PA', num_doc: 'AB123456', apellidos: 'Núñez' }));
    const [row] = await must(scene.browsers[6], '/obtenerProveedores', { buscar: 'AB123456' });
    expect(row).toMatchObject({ id, nombre: 'Rosa Elvira Núñez', digito: '' });
    // The digits of a passport are nobody's number.
    await save(person({ num_doc: '123456' }));
  });

  test('is stored once for each document', async () => {
    const form = person();
    await save(form);
    expect(await refusedFields({ ...person(), num_doc: form.num_doc })).toEqual([422, 'num_doc']);
  });
});

describe('the maximum of an occasional supplier', () => {
  test('holds for what stores create until accounting calls it habitual', async () => {
    await must(scene.browsers[1], '/configGeneral', { monto_maximo: 90_000 });
    const num_doc = '71999001';
    const purchase = { valor: 95_000, fecha_gasto: today };
    const first = await recordThere({
      ...purchase,
      id_proveedor: null,
      num_doc,
      proveedor: 'Energía del Valle',
      direccion: 'Calle 1',
      departamento: 5,
      ciudad: 5001,
    });
    expect(await anomaliesOf(first)).toContain(aboveMaximum);
    const { id_proveedor } = await expenseRow(scene, first);
    await save({ ...person(), num_doc, id_elemento: id_proveedor });
    const second = await recordThere({ ...purchase, valor: 96_100, id_proveedor });
    expect(await anomaliesOf(second)).not.toContain(aboveMaximum);
    await must(scene.browsers[1], '/configGeneral', { monto_maximo: 1_000_000 });
  });
});

describe('a blocked supplier', () => {
  test('is refused at recording, and marked when a queue brings it', async () => {
    const form = person();
    const id_proveedor = await save(form);
    const before = await record(scene, unlike({ id_proveedor }));
    await save({ ...form, id_elemento: id_proveedor, bloqueado: 1 });
    const body = {
      ...unlike({ id_proveedor, recibo: nextReceipt() }),
      id_tienda: scene.store.id,
      fecha_gasto: today,
      concepto: 'Bombillos',
      categoria: [1],
      tipo_factura: 0 as const,
    };
    const key = { idempotencyKey: 'bloqueado' };
    const refused = await scene.browsers[2].call('/enviarGasto', body, key);
    expect([refused.status, refused.refusal.motivos?.[0]?.guardia]).toEqual([422, 'num_doc']);
    const queued = await scene.browsers[2].call('/enviarGasto', { ...body, sin_senal: 1 }, key);
    const id_gasto = queued.answer[0]?.id_gasto ?? 0;
    expect(await anomaliesOf(id_gasto)).toEqual([toABlockedOne]);
    // The same form, sent again without the note, is the same expense.
    expect((await scene.browsers[2].call('/enviarGasto', body, key)).answer[0]).toMatchObject({
      id_gasto,
    });
    expect(await anomaliesOf(before)).toEqual([]);
    const { proveedores } = await must(scene.browsers[2], '/sugerenciasGasto', {
      id_tienda: scene.store.id,
    });
    expect(proveedores.map(({ id }) => id)).not.toContain(id_proveedor);
  });
});

describe('two rows of one third party', () => {
  test('are one after a merge: what repeats is found across both, and both logs stay whole', async () => {
    const [wrong, right] = [await save(person()), await save(person())];
    const recibo = nextReceipt();
    const box = await boxIn(scene, 'supervision', [unlike({ id_proveedor: wrong, recibo })]);
    const [first = 0] = box.expenses;
    const other = await boxIn(scene, 'supervision', [unlike({ id_proveedor: right, recibo })]);
    const [apart = 0] = other.expenses;
    expect(await anomaliesOf(apart)).toEqual([]);
    await merge(wrong, right);
    const after = await recordThere(unlike({ id_proveedor: right, recibo }));
    expect(await anomaliesOf(after)).toEqual([repeated]);
    // A form that was opened before the merge names the merged one.
    const late = await recordThere(unlike({ id_proveedor: wrong }));
    expect((await expenseRow(scene, late)).id_proveedor).toBe(right);
    expect((await expenseRow(scene, first)).id_proveedor).toBe(wrong);

    const bought = await must(scene.browsers[6], '/comprasDeProveedor', { id_proveedor: right });
    const { rows } = await sql<{ gastos: number; valor: number }>`
      select count(*) as gastos, sum(valor) as valor from gastos
      where id_proveedor in (${wrong}, ${right})
        and id_caja in (select id from cajas where active <> 0)`.execute(scene.db);
    expect(rows.map(({ gastos, valor }) => [Number(gastos), Number(valor) / 100])).toEqual([
      [bought.length, bought.reduce((sum, { valor }) => sum + valor, 0)],
    ]);
    expect(bought.map(({ id_gasto }) => id_gasto)).toEqual(expect.arrayContaining([first, apart]));
    expect(bought).toHaveLength(2);
    const listed = await must(scene.browsers[6], '/obtenerProveedores', {});
    expect(listed.map(({ id }) => id)).toContain(right);
    expect(listed.map(({ id }) => id)).not.toContain(wrong);
    const [shown] = await must(scene.browsers[3], '/detalleGasto', { id_gasto: first });
    const { num_doc } = await must(scene.browsers[6], '/obtenerProveedorById', {
      id_proveedor: wrong,
    });
    expect(shown?.proveedor.num_doc).toBe(num_doc);
    expect(await auditOf(scene, box.id)).toEqual([]);
    expect(await auditSentences(scene)).toEqual([]);
  });

  test('are two again after a separation, each with what was recorded with it', async () => {
    const [form, other] = [person(), person()];
    const [wrong, right] = [await save(form), await save(other)];
    const box = await boxIn(scene, 'supervision', [unlike({ id_proveedor: wrong })]);
    const before = await sql`select * from proveedores where id = ${wrong}`.execute(scene.db);
    await merge(wrong, right);
    const meanwhile = await recordThere(unlike({ id_proveedor: wrong }));
    const read = await must(scene.browsers[6], '/obtenerProveedorById', { id_proveedor: right });
    expect(read.unidos.map(({ id }) => id)).toEqual([wrong]);
    const separate = () => scene.browsers[6].call('/separarProveedor', { id_proveedor: wrong });
    expect((await separate()).status).toBe(200);
    expect((await separate()).status).toBe(409);
    const after = await sql`select * from proveedores where id = ${wrong}`.execute(scene.db);
    expect(after.rows).toEqual(before.rows);
    const bought = await must(scene.browsers[6], '/comprasDeProveedor', { id_proveedor: wrong });
    expect(bought.map(({ id_gasto }) => id_gasto)).toEqual(box.expenses);
    expect((await expenseRow(scene, meanwhile)).id_proveedor).toBe(right);
    expect(await auditOf(scene, box.id)).toEqual([]);
    expect(await auditSentences(scene)).toEqual([]);
  });

  test('lead to the last one, and the merged one takes part in nothing', async () => {
    const [one, two, three] = [await save(person()), await save(person()), await save(person())];
    await merge(one, two);
    await merge(two, three);
    const { rows } = await sql<{ fusionado_en: number }>`
      select fusionado_en from proveedores where id in (${one}, ${two})`.execute(scene.db);
    expect(rows.map(({ fusionado_en }) => Number(fusionado_en))).toEqual([three, three]);
    const again = { id_proveedor: one, id_destino: three };
    expect((await scene.browsers[6].call('/unirProveedores', again)).status).toBe(404);
    const self = { id_proveedor: three, id_destino: three };
    expect((await scene.browsers[6].call('/unirProveedores', self)).status).toBe(409);
  });
});

describe('a file of suppliers', () => {
  const heads = [
    'Tipo de documento',
    'Documento',
    'Nombre',
    'Apellidos',
    'Régimen',
    'Tipo',
    'Estado',
  ];

  test('says of each row whether it is new, what it changes, and what is wrong, and writes it', async () => {
    const form = person({ nombres: 'Luz', apellidos: 'Ortiz' });
    const id = await save(form);
    const bytes = csvOf([
      heads,
      ['NIT', '900.100.005-0', 'Hielos del Norte S.A.S.', '', 'Régimen simple', 'Habitual', ''],
      ['CC', form.num_doc, 'Luz Marina', 'Ortiz', '', '', 'Bloqueado'],
      ['CC', String(documents + 500), 'Sin apellidos', '', '', '', ''],
      ['NIT', '900.100.009-9', 'Con otro dígito', '', '', '', ''],
    ]);
    const file = importOf(scene.browsers[6], 'proveedores', bytes);
    const review = (await file.review()).answer;
    expect(review.filas.map(({ resultado }) => resultado)).toEqual([
      'correcta',
      'cambia',
      'error',
      'error',
    ]);
    expect(review.filas[1]?.mensajes).toEqual([
      'Nombre: Luz → Luz Marina',
      'Estado: Activo → Bloqueado',
    ]);
    expect((await file.write(review.huella)).status).toBe(200);
    const [created] = await must(scene.browsers[6], '/obtenerProveedores', { buscar: 'hielos' });
    expect(created).toMatchObject({ num_doc: '900100005', digito: '0', regimen: 'simple' });
    const changed = await must(scene.browsers[6], '/obtenerProveedorById', { id_proveedor: id });
    expect(changed).toMatchObject({ nombre: 'Luz Marina Ortiz', bloqueado: 1, ocasional: 0 });
    const again = (await file.review()).answer;
    expect(again.filas.map(({ resultado }) => resultado).slice(0, 2)).toEqual(['igual', 'igual']);
    expect(await auditSentences(scene)).toEqual([]);
  });
});
