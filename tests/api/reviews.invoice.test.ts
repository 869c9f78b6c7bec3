/** The choice of an electronic invoice among several by a supervisor. */
import { describe, expect, test } from 'vitest';
import { expenseRow, refused } from '#tests/kit/box-rows.ts';
import { categories, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const first = (box: StagedBox): number => box.expenses[0] ?? 0;

describe('/elegirFacturaElectronica', () => {
  const several = [{ tipo_factura: 1 as const, numero_factura: 'FE2' }];
  const choose = (box: StagedBox, url: string, recibo = 'FE2') =>
    scene.browsers[3].call('/elegirFacturaElectronica', { id_gasto: first(box), recibo, url });

  test('sets the link, and updates the anomaly for the chosen invoice', async () => {
    const box = await boxIn(scene, 'supervision', several);
    const { status, body } = await choose(box, 'https://facturas.test/c');
    expect([status, body]).toEqual([200, [{ status: '200', msg: 'Registro actualizado' }]]);
    const other = await expenseRow(scene, first(box));
    expect(other).toMatchObject({ estado: 1, enlace_factura: 'https://facturas.test/c' });
    expect(other.informe_novedad).toContain('El valor de la factura electrónica no coincide');
    await choose(box, 'https://facturas.test/b');
    const right = await expenseRow(scene, first(box));
    expect(right.enlace_factura).toBe('https://facturas.test/b');
    expect(right.informe_novedad).not.toContain('El valor de la factura electrónica');
  });

  test('accepts the receipt number of the expense as the number', async () => {
    const box = await boxIn(scene, 'supervision', several);
    const { recibo } = await expenseRow(scene, first(box));
    expect((await choose(box, 'https://facturas.test/b', recibo)).status).toBe(200);
    const wrong = () => choose(box, 'https://facturas.test/b', 'FE9');
    expect(await refused(scene, wrong)).toMatchObject({ status: 422, guardias: ['recibo'] });
  });

  test('accepts only an invoice that was offered for the expense', async () => {
    const box = await boxIn(scene, 'supervision', several);
    for (const url of ['https://facturas.test/a', 'https://otra.test/', 'javascript:alert(1)'])
      expect(await refused(scene, () => choose(box, url))).toMatchObject({
        status: 422,
        guardias: ['invoiceIsOffered'],
        unchanged: true,
      });
  });

  test('is refused once the supervisor has sent the box', async () => {
    const box = await boxIn(scene, 'preliminary', several);
    expect(await refused(scene, () => choose(box, 'https://facturas.test/b'))).toMatchObject({
      status: 409,
      guardias: ['stateAllows'],
      unchanged: true,
    });
  });

  test('is refused to maintenance', async () => {
    const form = { ...several[0], categoria: [categories.maintenance] };
    const box = await boxIn(scene, 'maintenance', [form]);
    const attempt = () =>
      scene.browsers[5].call('/elegirFacturaElectronica', {
        id_gasto: first(box),
        recibo: 'FE2',
        url: 'https://facturas.test/b',
      });
    expect(await refused(scene, attempt)).toMatchObject({ status: 409, unchanged: true });
  });

  test('answers 404 for an expense of another store', async () => {
    const id = await record(scene, { ...several[0], id_tienda: scene.otherStore.id }, { as: 4 });
    const box = { id: 0, id_tienda: 0, expenses: [id] };
    expect(await refused(scene, () => choose(box, 'https://facturas.test/b'))).toMatchObject({
      status: 404,
      unchanged: true,
    });
  });
});
