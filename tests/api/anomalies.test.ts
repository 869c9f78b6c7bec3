/** `informe_novedad`: what the system notices, in one sentence each, and what it never tells. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anomalySentences } from '#server/features/expenses/anomalies.ts';
import { expenseRow } from '#tests/kit/box-rows.ts';
import {
  type ExpenseForm,
  must,
  record,
  type Scene,
  startScene,
  today,
} from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import { pdfFile } from '#tests/kit/files/receipt-files.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());

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

test('an ordinary expense has none', async () => {
  expect(await recorded()).toEqual([]);
});

describe('the same supplier and receipt', () => {
  test('is noticed in another store, and says nothing about it', async () => {
    await record(scene, { recibo: 'RA100', id_tienda: scene.otherStore.id }, { as: 4 });
    expect(await recorded({ recibo: 'RA100' })).toEqual([anomalySentences.repeatedReceiptNumber]);
    expect(anomalySentences.repeatedReceiptNumber).toBe(
      'El proveedor y el número de recibo ya se registraron en otro gasto.',
    );
  });

  test('is shown beside the other one to people who may see it, and to nobody else', async () => {
    const theirs = await record(
      scene,
      { recibo: 'RA300', valor: ownValue(), id_tienda: scene.otherStore.id },
      { as: 4 },
    );
    const ours = await record(scene, { recibo: 'RA300', valor: ownValue() }, without);
    const shownTo = async (profile: 2 | 4): Promise<number[]> => {
      const body = { id_gasto: ours };
      const [expense] = await must(scene.browsers[profile], '/detalleGasto', body);
      return expense?.repetidos ?? [];
    };
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
    expect(await question(4, 'ra300')).toEqual({ avisos, repetidos: [ours, theirs] });
    expect(await question(2, 'ra300')).toEqual({ avisos, repetidos: [ours] });
    expect(await question(2, 'RA301')).toEqual({ avisos: [], repetidos: [] });
    expect(await shownTo(4)).toEqual([theirs]);
    expect(await shownTo(2)).toEqual([]);
  });

  test('is noticed in upper and lower case', async () => {
    expect(await recorded({ recibo: 'ra100' })).toEqual([anomalySentences.repeatedReceiptNumber]);
  });

  test('is another one with another supplier', async () => {
    expect(await recorded({ recibo: 'RA100', id_proveedor: scene.suppliers.occasional })).toEqual(
      [],
    );
  });

  test('is noticed on exactly one of two that two stores record at once', async () => {
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
  test('is noticed', async () => {
    const valor = ownValue();
    await recorded({ valor });
    expect(await recorded({ valor })).toEqual([anomalySentences.repeatedPurchase]);
  });

  test('is not the same on another day', async () => {
    const valor = ownValue();
    await recorded({ valor });
    expect(await recorded({ valor, fecha_gasto: '2026-06-16' })).toEqual([]);
  });
});

test('a store that guesses values learns nothing of a box of others that is not sent', async () => {
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
  // Who sees the other box sees it as before.
  expect(await question(4)).toEqual([anomalySentences.repeatedPurchase]);
});

describe('the electronic invoice', () => {
  /** On a day of their own, so that no purchase is the same as another. */
  const invoiced = (numero_factura: string, valor: number) =>
    recorded({ tipo_factura: 1, numero_factura, valor, fecha_gasto: '2026-06-10' });

  test('that is not found', async () => {
    expect(await invoiced('FE3', ownValue())).toEqual([anomalySentences.invoiceNotFound]);
  });

  test('of another value', async () => {
    expect(await invoiced('FE1', ownValue())).toEqual([anomalySentences.invoiceOfAnotherValue]);
  });

  test('of the same value', async () => {
    expect(await invoiced('FE1', 12_500)).toEqual([]);
  });

  test('of which one of several has the value', async () => {
    expect(await invoiced('FE2', 99_900)).toEqual([]);
  });

  test('of which none of several has the value', async () => {
    expect(await invoiced('FE2', ownValue())).toEqual([anomalySentences.invoiceOfAnotherValue]);
  });
});

describe('an occasional third party above the maximum in one box', () => {
  const bought = (id_tienda: number, valor: number, id_proveedor = scene.suppliers.occasional) =>
    recorded({ id_tienda, valor, id_proveedor });

  test('is noticed with the expense that goes beyond', async () => {
    const { id } = await newStore(scene);
    expect(await bought(id, 300_000)).toEqual([]);
    expect(await bought(id, 200_000)).toEqual([]);
    expect(await bought(id, 0.01)).toEqual([anomalySentences.occasionalAboveMaximum]);
  });

  test('is counted for each box', async () => {
    const { id } = await newStore(scene);
    expect(await bought(id, 499_999)).toEqual([]);
  });

  test('is nothing for a supplier that the company knows', async () => {
    const { id } = await newStore(scene);
    expect(await bought(id, 600_000, scene.suppliers.known)).toEqual([]);
  });
});

describe('the same receipt', () => {
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

  test('is noticed when it is attached, and forgotten when it is replaced', async () => {
    await withReceipt('repetido');
    const second = await withReceipt('repetido');
    expect(await anomaliesOf(second)).toEqual([anomalySentences.repeatedReceipt]);
    await attach(second, 'propio');
    expect(await anomaliesOf(second)).toEqual([]);
  });

  test('is noticed on exactly one of two that two stores attach at once', async () => {
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
