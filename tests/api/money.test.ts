/** Limits of money over HTTP: reimbursements, itemisations, the fund and repeated expenses. */
import { beforeAll, describe, expect, test } from 'vitest';
import { auditOf, boxRow, expenseRow, refused } from '#tests/kit/box-rows.ts';
import {
  attach,
  categories,
  type ExpenseForm,
  must,
  nextReceipt,
  record,
  startScene,
  today,
} from '#tests/kit/box-scene.ts';
import { approval, boxIn, newStore, type StagedBox, split } from '#tests/kit/box-stages.ts';
import { jpgFile, pdfFile, pngFile } from '#tests/kit/files/receipt-files.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { anomalySentences } from '#server/features/expenses/anomalies.ts';

const scene = perFile(startScene);

const first = (box: StagedBox): number => box.expenses[0] ?? 0;
const taxi = (valor: number) => [{ categoria: [categories.reimbursable], valor }];

const supervise = (box: StagedBox, reembolsar: number | null) =>
  scene.browsers[3].call('/guardarSupervisor', {
    id_caja: box.id,
    id_gasto: first(box),
    estado: 3,
    ...approval,
    reembolsar,
  });

const account = (box: StagedBox, body: object) =>
  scene.browsers[6].call('/guardarContabilidad', {
    id_caja: box.id,
    id_gasto: first(box),
    observacion: 'Contabilizado',
    ...split(12_500),
    estado: 6,
    ...body,
  });

describe('the reimbursement value', () => {
  test.each([
    [1, 15_000, 'El valor del reembolso no debe superar el valor del gasto.'],
    [1, 1.01, 'El valor del reembolso no debe superar el valor del gasto.'],
    [50_000, null, 'El gasto supera $15.000: indique el valor del reembolso.'],
    [15_000.01, null, 'El gasto supera $15.000: indique el valor del reembolso.'],
    [50_000, 0, 'El valor del reembolso debe ser mayor que cero.'],
    [50_000, 15_000.01, 'El valor del reembolso no debe ser superior a $15.000'],
  ])('of an expense of $ %d may not be %s', async (valor, reembolsar, msg) => {
    const box = await boxIn(scene, 'supervision', taxi(valor));
    expect(await refused(scene, () => supervise(box, reembolsar))).toMatchObject({
      status: 422,
      msg,
      unchanged: true,
    });
    expect((await supervise(box, Math.min(valor, 15_000))).status).toBe(200);
    expect(await expenseRow(scene, first(box))).toMatchObject({
      reembolsar: Math.min(valor, 15_000) * 100,
    });
    expect(await auditOf(scene, box.id)).toEqual([]);
  });
});

describe('the itemised total', () => {
  const notBalanced =
    'El total del desglose no puede ser menor, ni superar el valor inicial del gasto';

  test.each([999_999_999, 12_499.99, 1])(
    'of an ordinary expense must equal its value, even if $ %d is under category 16',
    async (total) => {
      const box = await boxIn(scene, 'preliminary');
      for (const estado of [3, 6])
        expect(
          await refused(scene, () => account(box, { ...split(total, 16), estado })),
        ).toMatchObject({ status: 422, msg: notBalanced, unchanged: true });
    },
  );

  test('cannot be lowered by first moving the expense to category 16', async () => {
    const box = await boxIn(scene, 'preliminary');
    const { reimbursable } = categories;
    expect((await account(box, { ...split(12_500, reimbursable), estado: 3 })).status).toBe(200);
    expect(await refused(scene, () => account(box, split(1, reimbursable)))).toMatchObject({
      status: 422,
      msg: notBalanced,
    });
    expect(await auditOf(scene, box.id)).toEqual([]);
  });

  test('is at most the granted value, which later stages see', async () => {
    const box = await boxIn(scene, 'supervision', taxi(20_000));
    await supervise(box, 9_000);
    expect(await boxRow(scene, box.id)).toMatchObject({ total_aprobado: 9_000_00, por_decidir: 0 });
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: box.id });
    const [detail] = await must(scene.browsers[6], '/detalleGasto', { id_gasto: first(box) });
    expect(detail).toMatchObject({ valor: 20_000, reembolsar: 9_000, categorias_propias: [16] });
    const [row] = await must(scene.browsers[6], '/gastosCajaContabilidad', { id_caja: box.id });
    expect(row).toMatchObject({ valor: 20_000, reembolsar: 9_000 });
    expect(
      await refused(scene, () => account(box, split(9_000.01, categories.reimbursable))),
    ).toMatchObject({
      status: 422,
      msg: 'El total del desglose no puede superar lo que se reconoce del gasto.',
      unchanged: true,
    });
    expect((await account(box, split(9_000, categories.plain))).status).toBe(200);
    expect(await boxRow(scene, box.id)).toMatchObject({ total_aprobado: 9_000_00 });
    expect(await auditOf(scene, box.id)).toEqual([]);
  });
});

describe('the fund', () => {
  const setPolicy = (exceso_fondo?: 'avisar' | 'impedir') =>
    must(scene.browsers[1], '/configGeneral', {
      monto_maximo: 500_000,
      ...(exceso_fondo && { exceso_fondo }),
    });

  const entry = (id_tienda: number, valor: number) => ({
    id_tienda,
    fecha_gasto: today,
    id_proveedor: scene.suppliers.known,
    recibo: nextReceipt(),
    valor,
    concepto: 'Bombillos',
    categoria: [categories.plain],
    tipo_factura: 0 as const,
  });

  test('causes a notice of the box when exceeded, not anomalies of its expenses', async () => {
    await setPolicy('avisar');
    const { id: id_tienda } = await newStore(scene, 2_000_000_00);
    const within = await record(scene, { id_tienda, valor: 2_000_000 }, { receipt: false });
    const beyond = await record(scene, { id_tienda, valor: 999_999_999 }, { receipt: false });
    for (const id of [within, beyond]) {
      await attach(scene.browsers[2], id, `gasto ${id}`);
      expect(await expenseRow(scene, id)).toMatchObject({ informe_novedad: '' });
    }
    const { id } = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda });
    const seenBy = async (profile: 2 | 3) =>
      (await must(scene.browsers[profile], '/obtenerCaja', { id_caja: id })).ubicacion;
    expect(await seenBy(2)).toMatchObject({ fondo_excedido: 999_999_999 });
    expect(await must(scene.browsers[2], '/enviarCaja', { id_caja: id, id_tienda })).toMatchObject([
      { status: '200' },
    ]);
    expect(await seenBy(3)).toMatchObject({ fondo_excedido: 999_999_999 });
  });

  test('cannot be exceeded by an expense or by a send if the settings forbid it', async () => {
    const { id: id_tienda, idCaja } = await newStore(scene, 2_000_000_00);
    await record(scene, { id_tienda, valor: 2_000_000.01 });
    await setPolicy('impedir');
    const reason = {
      guardia: 'fundIsEnough',
      mensaje: 'Los gastos superan el dinero disponible del fondo de la tienda.',
    };
    const store = scene.browsers[2];
    const send = () => store.call('/enviarCaja', { id_caja: idCaja, id_tienda });
    expect((await send()).refusal).toMatchObject({
      status: '422',
      motivos: [{ ...reason, detalle: 'El fondo se excede en $ 0,01' }],
    });
    const attempt = () => store.call('/enviarGasto', entry(id_tienda, 999_999_999));
    expect(await refused(scene, attempt)).toMatchObject({
      status: 422,
      guardias: ['fundIsEnough'],
      unchanged: true,
    });
    expect(await must(store, '/obtenerDatosTiendaCaja', { id_tienda })).toMatchObject({
      exceso_fondo: 'impedir',
      disponible: -0.01,
    });
    await setPolicy('avisar');
    expect((await send()).status).toBe(200);
  });

  test('covers only one of several expenses recorded simultaneously', async () => {
    await setPolicy('impedir');
    const { id: id_tienda, idCaja } = await newStore(scene, 100_000_00);
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        scene.browsers[index % 2 === 0 ? 2 : 4].call('/enviarGasto', entry(id_tienda, 60_000)),
      ),
    );
    await setPolicy('avisar');
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)]);
    expect(await boxRow(scene, idCaja)).toMatchObject({ total: 60_000_00 });
  });

  test('retains its policy when a form without that field is saved', async () => {
    await setPolicy('impedir');
    await setPolicy();
    const { id: id_tienda } = await newStore(scene, 1);
    const fund = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
    expect(fund.exceso_fondo).toBe('impedir');
    await setPolicy('avisar');
    const wrong = { monto_maximo: 1, exceso_fondo: 'prohibir' as 'avisar' };
    expect((await scene.browsers[1].call('/configGeneral', wrong)).status).toBe(400);
  });
});

describe('repetition', () => {
  let values = 31_000;
  const ownValue = () => {
    values += 100;
    return values;
  };
  const anomaliesOf = async (id: number) => (await expenseRow(scene, id)).informe_novedad;
  let id_tienda: number;
  beforeAll(async () => {
    ({ id: id_tienda } = await newStore(scene, 100_000_000_00));
  });
  const recorded = (form: ExpenseForm) =>
    record(scene, { id_tienda, valor: ownValue(), ...form }, { receipt: false });

  /** Fields of a supplier, which is created unless it exists. */
  const newSupplier = (num_doc: string) => ({
    id_proveedor: null,
    num_doc,
    proveedor: 'Papelería',
    direccion: 'Calle 1',
    departamento: 5,
    ciudad: 5001,
  });

  test.each([
    ['0055', '55'],
    ['r0100A007', 'R100a7'],
  ])('receipt number %s equals %s', async (one, other) => {
    await recorded({ recibo: one });
    expect(await anomaliesOf(await recorded({ recibo: other }))).toBe(
      anomalySentences.repeatedReceiptNumber,
    );
  });

  test('receipt number 550 equals neither R550 nor 5500', async () => {
    await recorded({ recibo: '550' });
    expect(await anomaliesOf(await recorded({ recibo: 'R550' }))).toBe('');
    expect(await anomaliesOf(await recorded({ recibo: '5500' }))).toBe('');
  });

  test('a supplier is recognised with its check digit and with leading zeros', async () => {
    await recorded({ recibo: 'NIT1', ...newSupplier('890900608') });
    for (const num_doc of ['8909006089', '0890900608'])
      expect(await anomaliesOf(await recorded({ recibo: 'NIT1', ...newSupplier(num_doc) }))).toBe(
        anomalySentences.repeatedReceiptNumber,
      );
    expect(
      await anomaliesOf(await recorded({ recibo: 'NIT1', ...newSupplier('8909006081') })),
    ).toBe('');
  });

  test('one of two simultaneous expenses under both numbers of a supplier is marked', async () => {
    const ids = await Promise.all([
      recorded({ recibo: 'NIT2', ...newSupplier('899999239') }),
      record(
        scene,
        {
          recibo: 'NIT2',
          valor: ownValue(),
          id_tienda: scene.otherStore.id,
          ...newSupplier('8999992392'),
        },
        { as: 4, receipt: false },
      ),
    ]);
    const both = await Promise.all(ids.map(anomaliesOf));
    expect(both.toSorted()).toEqual(['', anomalySentences.repeatedReceiptNumber]);
  });

  test('a purchase is repeated if its value differs by less than a coin', async () => {
    const fecha_gasto = '2026-06-09';
    await recorded({ valor: 80_000, fecha_gasto });
    for (const valor of [80_000.01, 79_999.99, 80_049])
      expect(await anomaliesOf(await recorded({ valor, fecha_gasto }))).toBe(
        anomalySentences.repeatedPurchase,
      );
    expect(await anomaliesOf(await recorded({ valor: 80_100, fecha_gasto }))).toBe('');
  });

  test.each([
    ['pdf', 'application/pdf', pdfFile],
    ['jpg', 'image/jpeg', jpgFile],
    ['png', 'image/png', async (word: string) => pngFile(word)],
  ])('a %s is the same receipt with an appended byte', async (kind, type, make) => {
    const upload = async (bytes: Buffer) => {
      const id_gasto = await recorded({});
      const file = { filename: `recibo.${kind}`, bytes, type };
      const { status } = await scene.browsers[2].upload('/cargarSoporte', { id_gasto }, file);
      expect(status).toBe(200);
      return anomaliesOf(id_gasto);
    };
    const bytes = await make(`mismo ${kind}`);
    expect(await upload(bytes)).toBe('');
    expect(await upload(Buffer.concat([bytes, Buffer.from('\n')]))).toBe(
      anomalySentences.repeatedReceipt,
    );
    expect(await upload(await make(`otro ${kind}`))).toBe('');
  });
});
