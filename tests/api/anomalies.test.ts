/** `informe_novedad`: the anomalies of an expense, one sentence each, without data of other stores. */
import { describe, expect, test } from 'vitest';
import { anomalySentences } from '#server/features/expenses/anomalies.ts';
import { expenseRow } from '#tests/kit/box-rows.ts';
import { type ExpenseForm, must, record, startScene, today } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import { pdfFile } from '#tests/kit/files/receipt-files.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

let values = 20_000;
/** A value that no other expense of the file has. */
const ownValue = (): number => {
  values += 100;
  return values;
};

const without = { receipt: false } as const;

async function anomaliesOf(idGasto: number): Promise<string[]> {
  const { informe_novedad } = await expenseRow(scene, idGasto);
  return informe_novedad === '' ? [] : informe_novedad.split('\n');
}

const recorded = async (form: ExpenseForm = {}): Promise<string[]> =>
  anomaliesOf(await record(scene, { valor: ownValue(), ...form }, without));

test('an ordinary expense has no anomaly', async () => {
  expect(await recorded()).toEqual([]);
});

describe('a repeated receipt number of a supplier', () => {
  test('is reported across stores without naming the other store', async () => {
    await record(scene, { recibo: 'RA100', id_tienda: scene.otherStore.id }, { as: 4 });
    expect(await recorded({ recibo: 'RA100' })).toEqual([anomalySentences.repeatedReceiptNumber]);
    expect(anomalySentences.repeatedReceiptNumber).toBe(
      'El proveedor y el número de recibo ya se registraron en otro gasto.',
    );
  });

  test('links the other expense only for users who may see it', async () => {
    const theirs = await record(
      scene,
      { recibo: 'RA300', valor: ownValue(), id_tienda: scene.otherStore.id },
      { as: 4 },
    );
    const question = (profile: 2 | 4, recibo: string) =>
      must(scene.browsers[profile], '/gastosRepetidos', {
        id_tienda: scene.store.id,
        id_proveedor: scene.suppliers.known,
        num_doc: '900373923',
        fecha_gasto: '2026-06-02',
        recibo,
        valor: 12_500,
      });
    const avisos = [anomalySentences.repeatedReceiptNumber];
    // Both boxes are open: who sees the other store is warned, and led to its expense.
    expect(await question(4, 'ra300')).toEqual({ avisos, repetidos: [theirs] });
    expect(await question(2, 'ra300')).toEqual({ avisos, repetidos: [] });
    const ours = await record(scene, { recibo: 'RA300', valor: ownValue() }, without);
    const shownTo = async (profile: 2 | 4): Promise<number[]> => {
      const body = { id_gasto: ours };
      const [expense] = await must(scene.browsers[profile], '/detalleGasto', body);
      return expense?.repetidos ?? [];
    };
    expect(await question(4, 'ra300')).toEqual({ avisos, repetidos: [ours, theirs] });
    expect(await question(2, 'ra300')).toEqual({ avisos, repetidos: [ours] });
    expect(await question(2, 'RA301')).toEqual({ avisos: [], repetidos: [] });
    expect(await shownTo(4)).toEqual([theirs]);
    expect(await shownTo(2)).toEqual([]);
  });

  test('is reported regardless of case', async () => {
    expect(await recorded({ recibo: 'ra100' })).toEqual([anomalySentences.repeatedReceiptNumber]);
  });

  test('is not reported for another supplier', async () => {
    expect(await recorded({ recibo: 'RA100', id_proveedor: scene.suppliers.occasional })).toEqual(
      [],
    );
  });

  test('is reported on exactly one of two expenses recorded simultaneously', async () => {
    const inOtherStore = { recibo: 'RA200', valor: ownValue(), id_tienda: scene.otherStore.id };
    const ids = await Promise.all([
      record(scene, inOtherStore, { as: 4, receipt: false }),
      record(scene, { recibo: 'RA200', valor: ownValue() }, without),
    ]);
    const both = await Promise.all(ids.map(anomaliesOf));
    expect(both.flat()).toEqual([anomalySentences.repeatedReceiptNumber]);
  });
});

describe('the same supplier, date and value', () => {
  test('is reported', async () => {
    const valor = ownValue();
    await recorded({ valor });
    expect(await recorded({ valor })).toEqual([anomalySentences.repeatedPurchase]);
  });

  test('is not reported on another date', async () => {
    const valor = ownValue();
    await recorded({ valor });
    expect(await recorded({ valor, fecha_gasto: '2026-06-16' })).toEqual([]);
  });
});

test('a store cannot detect purchases in the open box of another store', async () => {
  const valor = ownValue();
  const theirs = { valor, recibo: 'RA400', id_tienda: scene.otherStore.id };
  await record(scene, theirs, { as: 4 });
  const question = async (profile: 2 | 4): Promise<readonly string[]> => {
    const { avisos } = await must(scene.browsers[profile], '/gastosRepetidos', {
      id_tienda: scene.store.id,
      id_proveedor: scene.suppliers.known,
      num_doc: '900373923',
      fecha_gasto: today,
      recibo: 'RA401',
      valor: valor + 20,
    });
    return avisos;
  };
  expect(await question(2)).toEqual([]);
  // The coordinator, who sees the other box, gets the warning.
  expect(await question(4)).toEqual([anomalySentences.repeatedPurchase]);
});

describe('the electronic invoice', () => {
  /** On a separate date, so that no purchase repeats another one. */
  const invoiced = async (numero_factura: string, valor: number): Promise<string[]> => {
    const form = { tipo_factura: 1, numero_factura, valor, fecha_gasto: '2026-06-10' } as const;
    const id_gasto = await record(scene, form, without);
    const anomalies = await anomaliesOf(id_gasto);
    // Two expenses with one invoice would be another anomaly.
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda: scene.store.id });
    return anomalies;
  };

  test('is reported when it is not found', async () => {
    expect(await invoiced('FE3', ownValue())).toEqual([anomalySentences.invoiceNotFound]);
  });

  test('is reported when its value differs', async () => {
    expect(await invoiced('FE1', ownValue())).toEqual([anomalySentences.invoiceOfAnotherValue]);
  });

  test('is not reported when its value is the same', async () => {
    expect(await invoiced('FE1', 12_500)).toEqual([]);
  });

  test('is not reported when one of several has the value', async () => {
    expect(await invoiced('FE2', 99_900)).toEqual([]);
  });

  test('is reported when none of several has the value', async () => {
    expect(await invoiced('FE2', ownValue())).toEqual([anomalySentences.invoiceOfAnotherValue]);
  });
});

describe('an occasional supplier above the maximum of a box', () => {
  const bought = (id_tienda: number, valor: number, id_proveedor = scene.suppliers.occasional) =>
    recorded({ id_tienda, valor, id_proveedor });

  test('is reported on the expense that exceeds it', async () => {
    const { id } = await newStore(scene);
    expect(await bought(id, 300_000)).toEqual([]);
    expect(await bought(id, 200_000)).toEqual([]);
    expect(await bought(id, 0.01)).toEqual([anomalySentences.occasionalAboveMaximum]);
  });

  test('is counted per box', async () => {
    const { id } = await newStore(scene);
    expect(await bought(id, 499_999)).toEqual([]);
  });

  test('is not reported for a supplier known to the company', async () => {
    const { id } = await newStore(scene);
    expect(await bought(id, 600_000, scene.suppliers.known)).toEqual([]);
  });
});

describe('the same receipt file', () => {
  const attach = async (idGasto: number, word: string, as: 2 | 4 = 2) =>
    scene.browsers[as].upload(
      '/cargarSoporte',
      { id_gasto: idGasto },
      { filename: 'recibo.pdf', bytes: await pdfFile(word) },
    );

  const withReceipt = async (word: string): Promise<number> => {
    const id = await record(scene, { valor: ownValue() }, without);
    await attach(id, word);
    return id;
  };

  test('is reported when it is attached, and no longer once it is replaced', async () => {
    await withReceipt('repetido');
    const second = await withReceipt('repetido');
    expect(await anomaliesOf(second)).toEqual([anomalySentences.repeatedReceipt]);
    await attach(second, 'propio');
    expect(await anomaliesOf(second)).toEqual([]);
  });

  test('is reported on exactly one of two simultaneous uploads', async () => {
    const form = { valor: ownValue(), id_tienda: scene.otherStore.id };
    const theirs = await record(scene, form, { as: 4, receipt: false });
    const ours = await record(scene, { valor: ownValue() }, without);
    await Promise.all([attach(theirs, 'a la vez', 4), attach(ours, 'a la vez')]);
    const anomalies = await Promise.all([theirs, ours].map(anomaliesOf));
    expect(anomalies.flat()).toEqual([anomalySentences.repeatedReceipt]);
  });
});

test('several anomalies are one line each', async () => {
  await record(scene, { recibo: 'RZ1', valor: 77_777 }, without);
  expect(
    await recorded({ recibo: 'RZ1', valor: 77_777, tipo_factura: 1, numero_factura: 'FE9' }),
  ).toEqual([
    anomalySentences.repeatedReceiptNumber,
    anomalySentences.repeatedPurchase,
    anomalySentences.invoiceNotFound,
  ]);
});
