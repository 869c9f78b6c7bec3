/** Imported invoices and waiting expenses are matched in both directions. */
import { describe, expect, test } from 'vitest';
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import { anomalySentences } from '#server/features/expenses/anomalies.ts';
import { auditOf, eventsOf, expenseRow } from '#tests/kit/box-rows.ts';
import { type ExpenseForm, must, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { type InvoiceFacts, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import {
  factsOf,
  imported as importedFile,
  importInvoice as importOne,
  linkOf,
  nextNumber,
  waiting as waitingExpense,
} from '#tests/kit/invoice-import.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const imported = (xml: string) => importedFile(scene, xml);
const importInvoice = (numero: string, changes?: Partial<InvoiceFacts>) =>
  importOne(scene, numero, changes);
const waiting = (numero: string, form?: ExpenseForm) => waitingExpense(scene, numero, form);

let values = 15_000;
/** A value that no other expense of the file has. */
const ownValue = (): number => {
  values += 100;
  return values;
};

describe('an expense that waits for its invoice', () => {
  test.each<BoxStateName>(['open', 'supervision', 'preliminary', 'readyToShip', 'finalAccounting'])(
    'in a box in state %s is linked by the import',
    async (state) => {
      const numero = nextNumber();
      const box = await boxIn(scene, state, [{ tipo_factura: 1, numero_factura: numero }]);
      const [id = 0] = box.expenses;
      const before = await expenseRow(scene, id);
      expect(before.enlace_factura).toBe(invoiceNotFound);
      expect(before.informe_novedad).toContain(anomalySentences.invoiceNotFound);
      // Suppliers write the number with a dash, the store without it.
      const facts = factsOf(numero.replace('SETP', 'setp-'));
      expect(await imported(invoiceXml(facts))).toMatchObject([
        { gastos: 1, mensaje: 'Factura importada. Se enlazó con 1 gasto.' },
      ]);
      const after = await expenseRow(scene, id);
      expect(after).toMatchObject({
        estado: before.estado,
        numero_factura: numero,
        enlace_factura: linkOf(facts),
        data_factura: '[]',
        version: before.version + 1,
      });
      expect(after.informe_novedad).not.toContain('factura electrónica');
      expect((await eventsOf(scene, box.id)).at(-1)).toMatchObject({
        evento: 'EXPENSE.INVOICE_FOUND',
        id_gasto: id,
        id_actor: scene.people[6].id,
        perfil: 6,
      });
      expect(await auditOf(scene, box.id)).toEqual([]);
    },
  );

  test('in a closed box is not changed', async () => {
    const numero = nextNumber();
    const box = await boxIn(scene, 'closed', [{ tipo_factura: 1, numero_factura: numero }]);
    const before = await expenseRow(scene, box.expenses[0] ?? 0);
    expect(await importInvoice(numero)).toMatchObject([{ resultado: 'nueva', gastos: 0 }]);
    expect(await expenseRow(scene, before.id)).toEqual(before);
    expect(await auditOf(scene, box.id)).toEqual([]);
  });

  test('is linked in every store, and only by its supplier and number', async () => {
    const numero = nextNumber();
    const here = await waiting(numero);
    const there = await record(
      scene,
      { tipo_factura: 1, numero_factura: numero.toLowerCase(), id_tienda: scene.otherStore.id },
      { as: 4 },
    );
    const others = [
      await waiting(`${numero}0`),
      await waiting(numero, { id_proveedor: scene.suppliers.occasional }),
      await record(scene, { tipo_factura: 0 }),
    ];
    expect(await importInvoice(numero)).toMatchObject([
      { gastos: 2, mensaje: 'Factura importada. Se enlazó con 2 gastos.' },
    ]);
    const linked = linkOf(factsOf(numero));
    for (const id of [here, there])
      expect((await expenseRow(scene, id)).enlace_factura).toBe(linked);
    for (const id of others) expect((await expenseRow(scene, id)).enlace_factura).not.toBe(linked);
  });

  test('is linked when it is recorded after the import', async () => {
    const numero = nextNumber();
    await importInvoice(numero);
    const row = await expenseRow(scene, await waiting(numero));
    expect(row.enlace_factura).toBe(linkOf(factsOf(numero)));
  });

  test('is linked when it is recorded during the import', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const numero = nextNumber();
      const [id] = await Promise.all([
        record(scene, { tipo_factura: 1, numero_factura: numero }, { receipt: false }),
        importInvoice(numero),
      ]);
      expect((await expenseRow(scene, id)).enlace_factura).toBe(linkOf(factsOf(numero)));
    }
    expect(await auditOf(scene, scene.store.idCaja)).toEqual([]);
  });
});

describe('several invoices of one number', () => {
  const valor = ownValue();
  const first = (numero: string) => factsOf(numero, { total: `${valor}.00` });
  const second = (numero: string) => factsOf(numero, { total: '99900.00' });
  const third = (numero: string) => factsOf(numero, { total: '5000.00' });

  test('are left to the supervisor, and later imports do not change the choice', async () => {
    const numero = nextNumber();
    const form = { tipo_factura: 1, numero_factura: numero, valor } as const;
    const box = await boxIn(scene, 'supervision', [form]);
    const [id_gasto = 0] = box.expenses;
    await imported(invoiceXml(first(numero)));
    await imported(invoiceXml(second(numero)));
    const open = await expenseRow(scene, id_gasto);
    expect(open.enlace_factura).toBe('');
    expect(JSON.parse(open.data_factura)).toEqual([
      { numero_factura: numero, url: linkOf(first(numero)) },
      { numero_factura: numero, url: linkOf(second(numero)) },
    ]);
    expect(open.informe_novedad).toBe('');

    const url = linkOf(second(numero));
    const choice = { id_gasto, recibo: numero, url };
    await must(scene.browsers[3], '/elegirFacturaElectronica', choice);
    await imported(invoiceXml(third(numero)));
    const chosen = await expenseRow(scene, id_gasto);
    expect(chosen.enlace_factura).toBe(url);
    expect(JSON.parse(chosen.data_factura)).toHaveLength(3);
    expect(chosen.informe_novedad).toBe(anomalySentences.invoiceOfAnotherValue);
    expect(await auditOf(scene, box.id)).toEqual([]);
  });

  test('do not remove the link of an expense that has left supervision', async () => {
    const numero = nextNumber();
    await imported(invoiceXml(first(numero)));
    const box = await boxIn(scene, 'preliminary', [{ tipo_factura: 1, numero_factura: numero }]);
    await imported(invoiceXml(second(numero)));
    const row = await expenseRow(scene, box.expenses[0] ?? 0);
    expect(row.enlace_factura).toBe(linkOf(first(numero)));
    expect(JSON.parse(row.data_factura)).toHaveLength(2);
    expect(await auditOf(scene, box.id)).toEqual([]);
  });
});

describe('anomalies of a matched expense', () => {
  const setCompany = (nit: string) =>
    scene.db
      .updateTable('config')
      .set({ field_content: nit })
      .where('field_name', '=', 'nit_empresa')
      .execute();
  const anomaliesWith = async (changes: Partial<InvoiceFacts>): Promise<string> => {
    const [numero, valor] = [nextNumber(), ownValue()];
    const id = await waiting(numero, { valor });
    await importInvoice(numero, { total: `${valor}.00`, ...changes });
    return (await expenseRow(scene, id)).informe_novedad;
  };

  test('report an invoice of another value', async () => {
    expect(await anomaliesWith({ total: '1.00' })).toBe(anomalySentences.invoiceOfAnotherValue);
  });

  test('report another buyer once the company is configured', async () => {
    expect(await anomaliesWith({ comprador: '1', digitoComprador: '' })).toBe('');
    await setCompany('900.373.923-8');
    expect(await anomaliesWith({ comprador: '1', digitoComprador: '' })).toBe(
      'La factura electrónica no está a nombre de la empresa.',
    );
    expect(await anomaliesWith({ comprador: '900373923-8', digitoComprador: '' })).toBe('');
    expect(await anomaliesWith({ comprador: '1', total: '1.00' })).toBe(
      `${anomalySentences.invoiceOfAnotherValue}\n${anomalySentences.invoiceOfAnotherBuyer}`,
    );
    await setCompany('');
  });
});
