/** The first pass of accounting: the split of an expense, and corrections. */
import { describe, expect, test } from 'vitest';
import { expenseRow, refused } from '#tests/kit/box-rows.ts';
import { categories, foreignCategory, must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox, split } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const first = (box: StagedBox): number => box.expenses[0] ?? 0;

const account = (box: StagedBox, body: object) =>
  scene.browsers[6].call('/guardarContabilidad', {
    id_caja: box.id,
    id_gasto: first(box),
    estado: 6,
    observacion: 'Contabilizado',
    ...split(12_500),
    ...body,
  });

const categoriesOf = (id_gasto: number) =>
  scene.db
    .selectFrom('gasto_categoria')
    .select(['id_categoria', 'valor_item', 'iva_item', 'agregada', 'orden'])
    .where('id_gasto', '=', id_gasto)
    .orderBy('orden')
    .execute();

test('a decision without a split needs no box', async () => {
  const box = await boxIn(scene, 'preliminary');
  const { status } = await scene.browsers[6].call('/guardarContabilidad', {
    id_gasto: first(box),
    estado: 7,
    item: '0',
    observacion: 'No es de la tienda',
    id_rechazo: 1,
  });
  expect(status).toBe(200);
  expect(await expenseRow(scene, first(box))).toMatchObject({ estado: 7 });
});

describe('the split of /guardarContabilidad', () => {
  test('is stored row by row, the added categories after the known ones', async () => {
    const box = await boxIn(scene, 'preliminary');
    const { status } = await account(box, {
      categorias: [categories.plain],
      categorias_nuevas: [categories.other, categories.other],
      item_valor: [10_000, 2_400.5, 99.5],
      iva_item: [1, 5, 3],
      item_texto: ' Aseo ',
      indicadorImpuesto: 2,
      tipo_persona: 'PN',
    });
    expect(status).toBe(200);
    expect(await categoriesOf(first(box))).toEqual([
      { id_categoria: 1, valor_item: 10_000_00, iva_item: 1, agregada: 0, orden: 0 },
      { id_categoria: 2, valor_item: 2_400_50, iva_item: 5, agregada: 1, orden: 1 },
      { id_categoria: 2, valor_item: 99_50, iva_item: 3, agregada: 1, orden: 2 },
    ]);
    const [detail] = await must(scene.browsers[6], '/detalleGasto', { id_gasto: first(box) });
    expect(detail).toMatchObject({
      estado: 6,
      item: 1,
      item_texto: 'Aseo',
      indicador: 2,
      tipo_persona: 'PN',
      categorias: [
        { id: 1, valor_item: 10_000, iva_item: 1 },
        { id: 2, valor_item: 2_400.5, iva_item: 5 },
        { id: 2, valor_item: 99.5, iva_item: 3 },
      ],
    });
  });

  test('stores added categories in their order, marked by the second list', async () => {
    const box = await boxIn(scene, 'preliminary');
    const { status } = await account(box, {
      categorias: [categories.other, categories.plain],
      categorias_nuevas: [categories.other],
      item_valor: [2_500, 10_000],
      iva_item: [1, 5],
    });
    expect(status).toBe(200);
    expect(await categoriesOf(first(box))).toEqual([
      { id_categoria: 2, valor_item: 2_500_00, iva_item: 1, agregada: 1, orden: 0 },
      { id_categoria: 1, valor_item: 10_000_00, iva_item: 5, agregada: 0, orden: 1 },
    ]);
  });

  test.each([
    ['no split', { item: 0 }, 'itemisationIsGiven', 'Falta la itemización del gasto'],
    ['no document class', { indicadorImpuesto: null }, 'documentClassIsGiven', undefined],
    ['no person type', { tipo_persona: null }, 'personTypeIsGiven', undefined],
    [
      'a centavo too little',
      { item_valor: [12_499.99] },
      'itemisationIsBalanced',
      'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
    ],
    ['no tax', { iva_item: [null] }, 'itemisationIsComplete', 'Faltan datos en la itemización'],
    ['no taxes', { iva_item: [] }, 'itemisationIsComplete', 'Faltan datos en la itemización'],
    [
      'a category without value',
      { categorias_nuevas: [categories.other], iva_item: [1, 1] },
      'itemisationIsComplete',
      'Faltan datos en la itemización',
    ],
    [
      'a value without category',
      { item_valor: [null, 12_500] },
      'itemisationIsComplete',
      'Faltan datos en la itemización',
    ],
    ['an unknown tax', { iva_item: [999] }, 'iva_item', undefined],
    ['an unknown document class', { indicadorImpuesto: 999 }, 'indicadorImpuesto', undefined],
    ['an unknown category', { categorias: [999_999] }, 'categorias', undefined],
    ['another format', { categorias: [foreignCategory] }, 'categorias', undefined],
  ] as const)('with %s is refused', async (_, body, guardia, msg) => {
    const box = await boxIn(scene, 'preliminary');
    const result = await refused(scene, () => account(box, body));
    expect(result).toMatchObject({ status: 422, unchanged: true });
    expect(result.guardias).toContain(guardia);
    if (msg !== undefined) expect(result.msg).toBe(msg);
  });

  test('of a single reimbursable category may be below the value, but not above it', async () => {
    const box = await boxIn(scene, 'preliminary', [
      { categoria: [categories.reimbursable], valor: 12_000 },
    ]);
    const tooMuch = await refused(scene, () => account(box, { item_valor: [12_000.01] }));
    expect(tooMuch).toMatchObject({ status: 422, guardias: ['itemisationIsWithinGranted'] });
    const { status } = await account(box, {
      categorias: [categories.reimbursable],
      item_valor: [11_000],
    });
    expect(status).toBe(200);
  });

  test('accepts an inactive category only for an expense that already has it', async () => {
    const box = await boxIn(scene, 'preliminary', [{ categoria: [3] }]);
    const other = await boxIn(scene, 'preliminary');
    const setActive = (active_: 0 | 1) =>
      scene.db.updateTable('categoria_gasto').set({ active_ }).where('id', '=', 3).execute();
    await setActive(0);
    const attempt = () => account(other, { categorias: [3] });
    expect(await refused(scene, attempt)).toMatchObject({ status: 422, guardias: ['categorias'] });
    expect((await account(box, { categorias: [3] })).status).toBe(200);
    await setActive(1);
  });

  test('is stored with a rejection only when given', async () => {
    const box = await boxIn(scene, 'preliminary', [{}, {}]);
    const [one = 0, other = 0] = box.expenses;
    const reject = { estado: 7, id_rechazo: 1 };
    await account(box, { ...reject, item: 0 });
    await account({ ...box, expenses: [other] }, reject);
    expect((await categoriesOf(one))[0]).toMatchObject({ valor_item: null });
    expect((await categoriesOf(other))[0]).toMatchObject({ valor_item: 12_500_00 });
  });

  const typed = {
    proveedor: 'Ferretería El Tornillo',
    fecha_gasto: '2026-06-16',
    indicadorImpuesto: 2,
    tipo_persona: 'PN',
    item_texto: ' Aseo ',
  };
  const stored = {
    proveedor_nombre: 'Ferretería El Tornillo',
    fecha_gasto: '2026-06-16',
    indicador: 2,
    tipo_persona: 'PN',
    item_texto: 'Aseo',
    item: 0,
  };

  test.each([
    ['a rejection', { estado: 7, id_rechazo: 1 }, { ...stored, estado: 7 }],
    // The screen of control corrects neither the supplier nor the date.
    [
      'a save of the split alone',
      { estado: 3, observacion: undefined, proveedor: undefined, fecha_gasto: undefined },
      { ...stored, estado: 3, proveedor_nombre: 'Proveedor 800197268', fecha_gasto: '2026-06-17' },
    ],
  ])('is optional: %s saves all other fields', async (_, body, row) => {
    const box = await boxIn(scene, 'preliminary');
    expect((await account(box, { ...typed, item: 0, ...body })).status).toBe(200);
    expect(await expenseRow(scene, first(box))).toMatchObject(row);
  });

  test('is optional: an unknown document class is refused, an omitted one unchanged', async () => {
    const box = await boxIn(scene, 'preliminary');
    const reject = { item: 0, estado: 7, id_rechazo: 1 };
    const alone = { item: 0, estado: 3, observacion: undefined };
    const unknown = () => account(box, { ...reject, indicadorImpuesto: 999 });
    expect(await refused(scene, unknown)).toMatchObject({
      status: 422,
      guardias: ['indicadorImpuesto'],
      unchanged: true,
    });
    await account(box, { ...alone, indicadorImpuesto: 2, tipo_persona: 'PN' });
    const absent = { indicadorImpuesto: undefined, tipo_persona: undefined };
    expect((await account(box, { ...reject, ...absent })).status).toBe(200);
    expect(await expenseRow(scene, first(box))).toMatchObject({ indicador: 2, tipo_persona: 'PN' });
  });

  test('is read-only once decided', async () => {
    const box = await boxIn(scene, 'preliminary');
    await account(box, {});
    expect(await refused(scene, () => account(box, {}))).toMatchObject({
      status: 409,
      guardias: ['stateAllows'],
      unchanged: true,
    });
  });

  test('is saved without a decision while the expense waits, with state 3', async () => {
    const box = await boxIn(scene, 'preliminary');
    const alone = { estado: 3, observacion: undefined };
    expect((await account(box, alone)).status).toBe(200);
    expect(await expenseRow(scene, first(box))).toMatchObject({
      estado: 3,
      item: 1,
      obs_contabilidad: '',
      estado_contabilidad: null,
    });
    const withoutSplit = await account(box, { ...alone, item: 0 });
    expect(withoutSplit.status).toBe(200);
    expect(await expenseRow(scene, first(box))).toMatchObject({ estado: 3, item: 1 });
    await account(box, {});
    expect(await refused(scene, () => account(box, alone))).toMatchObject({
      status: 409,
      unchanged: true,
    });
  });

  test('is not changed by the final pass', async () => {
    const box = await boxIn(scene, 'finalAccounting');
    const before = await categoriesOf(first(box));
    const body = { estado: 15, proveedor: 'Otro nombre', ...split(1), fecha_gasto: '2026-06-01' };
    expect((await account(box, body)).status).toBe(200);
    expect(await categoriesOf(first(box))).toEqual(before);
    expect(await expenseRow(scene, first(box))).toMatchObject({
      proveedor_nombre: 'Proveedor 800197268',
      fecha_gasto: '2026-06-17',
    });
  });
});

describe('corrections of accounting', () => {
  test('change the supplier name on the expense, not the supplier', async () => {
    const box = await boxIn(scene, 'preliminary');
    const id_proveedor = scene.suppliers.known;
    await account(box, { proveedor: ' Ferretería El Tornillo ', id_proveedor });
    expect((await expenseRow(scene, first(box))).proveedor_nombre).toBe('Ferretería El Tornillo');
    const supplier = await scene.db
      .selectFrom('proveedores')
      .select('nombre')
      .where('id', '=', id_proveedor)
      .executeTakeFirstOrThrow();
    expect(supplier.nombre).toBe('Proveedor 800197268');
  });

  test('refuse another supplier', async () => {
    const box = await boxIn(scene, 'preliminary');
    const body = { id_proveedor: scene.suppliers.occasional };
    expect(await refused(scene, () => account(box, body))).toMatchObject({
      status: 422,
      guardias: ['id_proveedor'],
      unchanged: true,
    });
  });

  test.each(['2026-05-17', '2026-06-16'])('accept the date %s', async (fecha_gasto) => {
    const box = await boxIn(scene, 'preliminary');
    expect((await account(box, { fecha_gasto })).status).toBe(200);
    expect((await expenseRow(scene, first(box))).fecha_gasto).toBe(fecha_gasto);
  });

  test.each(['2026-05-16', '2026-06-18', '2026-02-30'])(
    'refuse the date %s',
    async (fecha_gasto) => {
      const box = await boxIn(scene, 'preliminary');
      expect(await refused(scene, () => account(box, { fecha_gasto }))).toMatchObject({
        status: 422,
        guardias: ['fecha_gasto'],
        unchanged: true,
      });
    },
  );

  test('accept an old date that is unchanged', async () => {
    const box = await boxIn(scene, 'preliminary', [{ fecha_gasto: '2026-05-01' }]);
    expect((await account(box, { fecha_gasto: '2026-05-01' })).status).toBe(200);
  });

  test('match a changed invoice number with its invoice', async () => {
    const box = await boxIn(scene, 'preliminary', [{ tipo_factura: 1, numero_factura: 'FE3' }]);
    expect(await expenseRow(scene, first(box))).toMatchObject({
      enlace_factura: 'FACTURA NO ENCONTRADA',
    });
    await account(box, { numero_factura: 'FE1' });
    const expense = await expenseRow(scene, first(box));
    expect(expense).toMatchObject({
      numero_factura: 'FE1',
      enlace_factura: 'https://facturas.test/a',
    });
    expect(expense.informe_novedad).not.toContain('no se encontró');
  });

  test('refuse an invoice number that is not only letters and digits', async () => {
    const box = await boxIn(scene, 'preliminary');
    expect(await refused(scene, () => account(box, { numero_factura: 'FE-1' }))).toMatchObject({
      status: 422,
      guardias: ['numero_factura'],
      unchanged: true,
    });
  });
});

describe('the previous split of a supplier', () => {
  const lastTimeOf = async (id_gasto: number, as: 3 | 6 = 6) =>
    (await must(scene.browsers[as], '/detalleGasto', { id_gasto }))[0]?.ultima_vez;

  test('is shown to accounting while another expense waits for the first pass', async () => {
    const supplier = { id_proveedor: scene.suppliers.occasional };
    const [before, other, now] = [
      await boxIn(scene, 'preliminary', [{ ...supplier, recibo: 'ANTES' }]),
      await boxIn(scene, 'preliminary', [{ recibo: 'OTRO' }]),
      await boxIn(scene, 'preliminary', [{ ...supplier, recibo: 'AHORA' }]),
    ];
    expect(await lastTimeOf(first(now))).toBeNull();
    await account(other, { indicadorImpuesto: 3 });
    expect(await lastTimeOf(first(now))).toBeNull();
    const decided = await account(before, {
      ...split(12_500, categories.other),
      iva_item: [5],
      indicadorImpuesto: 2,
      tipo_persona: 'PN',
    });
    expect(decided).toMatchObject({ status: 200 });
    expect(await lastTimeOf(first(now))).toEqual({
      fecha: '2026-06-17',
      factura_elec: 0,
      indicador: 2,
      tipo_persona: 'PN',
      categorias: [
        { id: categories.other, nombre: expect.any(String), iva_item: 5, deducible: null },
      ],
      categorias_propias: [categories.plain],
    });
    // Other profiles do not get it, nor does accounting once the expense is decided.
    expect(await lastTimeOf(first(now), 3)).toBeNull();
    expect(await lastTimeOf(first(before))).toBeNull();
  });
});
