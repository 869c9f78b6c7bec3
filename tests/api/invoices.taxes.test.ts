/** Tax facts of imported invoices: what they say about an expense, its split, its entry and its row of the workbook. */
import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import { sweepReceipts } from '#server/features/expenses/receipts.ts';
import { tidy } from '#server/operate/housekeeping.ts';
import { auditOf, expenseRow } from '#tests/kit/box-rows.ts';
import { categories, must, startScene, today } from '#tests/kit/box-scene.ts';
import { boxIn, moveTo, split } from '#tests/kit/box-stages.ts';
import { entryOfBox, exportAll, writeAccounts } from '#tests/kit/entries.ts';
import type { InvoiceFacts } from '#tests/kit/files/invoice-xml.ts';
import { readWorkbook } from '#tests/kit/files/workbook.ts';
import { importInvoice, nextNumber, waiting } from '#tests/kit/invoice-import.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const anomaliesOf = async (id: number): Promise<string[]> =>
  (await expenseRow(scene, id)).informe_novedad.split('\n').filter(Boolean);

const ticket =
  'El documento es un tiquete POS u otro documento equivalente, no una factura electrónica.';

let values = 30_000;
/** A value of no other expense, so that it repeats none, and the invoice with that value. */
function invoiced(changes: Partial<InvoiceFacts>) {
  values += 100;
  const total = (values - Number(changes.anticipo ?? 0)).toFixed(2);
  return { valor: values, facts: { total, ...changes } };
}

describe('an expense with the invoice of', () => {
  test.each<[string, Partial<InvoiceFacts>, string[]]>([
    ['kind 01, paid at once', {}, []],
    ['a POS ticket', { tipo: '20' }, [ticket]],
    ['a ticket of a bus', { tipo: '35' }, [ticket]],
    ['a documento soporte', { tipo: '05' }, []],
    ['credit', { formaPago: '2' }, ['La factura electrónica es a crédito.']],
    [
      'nobody in particular',
      { comprador: '222222222222', digitoComprador: '' },
      ['La factura electrónica es a «consumidor final», no a nombre de la empresa.'],
    ],
    ['another company, when none is set', { comprador: '860069804', digitoComprador: '4' }, []],
    ['a prepaid one', { anticipo: '10000.00' }, []],
  ])('%s has its anomalies, recorded before it or after it', async (_, changes, expected) => {
    const number = nextNumber();
    const { valor, facts } = invoiced(changes);
    const before = await waiting(scene, number, { valor });
    await importInvoice(scene, number, facts);
    expect(await anomaliesOf(before)).toEqual(expected);
    await must(scene.browsers[2], '/eliminarGasto', {
      id_gasto: before,
      id_tienda: scene.store.id,
    });
    expect(await anomaliesOf(await waiting(scene, number, { valor }))).toEqual(expected);
  });

  test('another import before its taxes were read has none, until it is imported again', async () => {
    const numero_normalizado = nextNumber();
    const { valor, facts } = invoiced({ tipo: '20', formaPago: '2' });
    await importInvoice(scene, numero_normalizado, facts);
    await scene.db
      .updateTable('factura_electronica')
      .set({ tipo: null, forma_pago: null, impuestos: null })
      .where('numero_normalizado', '=', numero_normalizado)
      .execute();
    const id = await waiting(scene, numero_normalizado, { valor });
    expect(await anomaliesOf(id)).toEqual([]);
    const [detail] = await must(scene.browsers[2], '/detalleGasto', { id_gasto: id });
    expect(detail?.factura).toBeNull();
    const [again] = await importInvoice(scene, numero_normalizado, facts);
    expect(again?.resultado).toBe('repetida');
    expect(await anomaliesOf(id)).toEqual([ticket, 'La factura electrónica es a crédito.']);
  });
});

test('the facts of an invoice without an expense stay: one that is recorded a year later finds them', async () => {
  const number = nextNumber();
  const { valor, facts } = invoiced({ tipo: '20' });
  await importInvoice(scene, number, facts);
  await scene.db
    .updateTable('factura_electronica')
    .set(({ eb }) => ({ creado: eb('creado', '-', 400 * millisecondsInDay) }))
    .where('numero_normalizado', '=', number)
    .execute();
  await tidy(scene.db, scene.clock.now());
  await sweepReceipts(scene, Date.now());
  const id = await waiting(scene, number, { valor });
  expect(await anomaliesOf(id)).toEqual([ticket]);
  const [detail] = await must(scene.browsers[2], '/detalleGasto', { id_gasto: id });
  expect(detail?.factura).toMatchObject({ tipo: '20', valor });
});

test('an invoice of two rates is split by them, and only the deducted tax is apart', async () => {
  await writeAccounts(scene);
  await exportAll(scene);
  const number = nextNumber();
  await importInvoice(scene, number, {
    total: '129500.00',
    comprador: '900123456',
    digitoComprador: '',
    impuestos: [
      ['01', '19.00', '100000.00', '19000.00'],
      ['01', '5.00', '10000.00', '500.00'],
    ],
  });
  const box = await boxIn(scene, 'preliminary', [
    { valor: 129_500, tipo_factura: 1, numero_factura: number },
  ]);
  const [id_gasto = 0] = box.expenses;
  const [detail] = await must(scene.browsers[6], '/detalleGasto', { id_gasto });
  expect(detail?.factura).toEqual({
    valor: 129_500,
    anticipo: 0,
    tipo: '01',
    forma_pago: '1',
    impuestos: [
      { codigo: '01', tarifa: 19, base: 100_000, valor: 19_000 },
      { codigo: '01', tarifa: 5, base: 10_000, valor: 500 },
    ],
  });
  await must(scene.browsers[6], '/guardarContabilidad', {
    id_gasto,
    estado: 6,
    observacion: 'Revisado',
    ...split(129_500),
    item_valor: [119_000, 10_500],
    iva_item: [1, 2],
    deducible: [null, 0],
    categorias: [categories.plain, categories.other],
  });
  const [saved] = await must(scene.browsers[6], '/detalleGasto', { id_gasto });
  expect(saved?.categorias.map(({ deducible }) => deducible)).toEqual([null, 0]);
  await moveTo(scene, box, 'closed');
  await exportAll(scene);
  const { lineas } = await entryOfBox(scene, box.id);
  const lines = JSON.parse(lineas) as { cuenta: string; debito: number; credito: number }[];
  expect(lines.map(({ debito, credito }) => debito - credito)).toEqual([
    100_000_00, 19_000_00, 10_500_00, -129_500_00,
  ]);
  expect(lines[1]?.cuenta).toBe('24080201');
  expect(await auditOf(scene, box.id)).toEqual([]);
  const { rawPayload } = await scene.browsers[6].get(
    `${documents.consolidated.path}?desde=${today.slice(0, 8)}01&hasta=${today}`,
  );
  const { rows } = await readWorkbook(rawPayload, 2);
  const shown = rows
    .filter((row) => row['Factura n.º']?.type === 'text' && row['Factura n.º'].value === number)
    .map((row) =>
      ['Tarifa %', 'Base', 'Valor del impuesto', 'Deducible'].map((name) => row[name]?.value),
    );
  expect(shown).toEqual([
    [19, 100_000, 19_000, 'Sí'],
    [5, 10_000, 500, 'No'],
  ]);
});
