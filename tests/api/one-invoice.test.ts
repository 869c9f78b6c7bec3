/** One invoice, one reimbursement: an electronic invoice that several expenses claim, in any store. */
import { describe, expect, test } from 'vitest';
import { auditOf, expenseRow } from '#tests/kit/box-rows.ts';
import {
  type ExpenseForm,
  must,
  nextReceipt,
  reason,
  record,
  startScene,
  today,
} from '#tests/kit/box-scene.ts';
import { approval, boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { factsOf, imported, linkOf, nextNumber } from '#tests/kit/invoice-import.ts';
import { perFile } from '#tests/kit/per-file.ts';

const elsewhere = 'La factura electrónica ya está en otro gasto.';
const notFound = 'La factura electrónica no se encontró.';

const scene = perFile(startScene);

let values = 20_000;
/** An expense that repeats nothing but, perhaps, its invoice. */
const claim = (numero_factura: string, changes: ExpenseForm = {}): ExpenseForm => {
  values += 100;
  return { tipo_factura: 1, numero_factura, valor: values, recibo: nextReceipt(), ...changes };
};

/** Records it in the other store. */
const recordThere = (form: ExpenseForm) =>
  record(scene, { ...form, id_tienda: scene.otherStore.id }, { as: 4 });

const storedAnomalies = async (id: number): Promise<string[]> =>
  (await expenseRow(scene, id)).informe_novedad.split('\n').filter(Boolean);

/** As a list of the box shows them. */
async function shownAnomalies(id_caja: number, id: number): Promise<string[]> {
  const rows = await must(scene.browsers[6], '/gastosCaja', { id_caja, estado_caja: 0 });
  const row = rows.find((one) => 'id' in one && one.id === id);
  return row !== undefined && 'informe_novedad' in row
    ? row.informe_novedad.split('\n').filter(Boolean)
    : [];
}

const decide = (box: StagedBox, id_gasto: number, estado: 3 | 4) =>
  must(scene.browsers[3], '/guardarSupervisor', {
    id_caja: box.id,
    id_gasto,
    estado,
    ...approval,
    id_rechazo: estado === 4 ? reason : null,
    reembolsar: null,
  });

const approveJointly = (box: StagedBox, gastos: number[]) =>
  scene.browsers[3].call('/aprobarGastos', { id_caja: box.id, gastos, observacion: 'Visto' });

describe('a number that nobody imported', () => {
  test('is an anomaly in the second expense, of another store, however it is written', async () => {
    await recordThere(claim('XY77'));
    const second = await record(scene, claim('xy77'));
    expect(await storedAnomalies(second)).toEqual([elsewhere, notFound]);
    expect(await storedAnomalies(await record(scene, claim('XY78')))).toEqual([notFound]);
    const other = { id_proveedor: scene.suppliers.occasional };
    expect(await storedAnomalies(await record(scene, claim('XY77', other)))).toEqual([notFound]);
  });

  test('keeps both expenses out of a joint approval, also the one that was recorded first', async () => {
    const box = await boxIn(scene, 'supervision', [claim('DOS1'), claim('UNO1')]);
    const [first = 0] = box.expenses;
    // Nothing else is the matter with the first one.
    await scene.db
      .insertInto('factura_electronica')
      .values({
        nit: '800197268',
        numero: 'DOS1',
        numero_normalizado: 'DOS1',
        total: (await expenseRow(scene, first)).valor,
        fecha: today,
        cufe: 'dos1',
        url: 'https://facturas.test/dos1',
        creado: 1,
      })
      .execute();
    await scene.db
      .updateTable('gastos')
      .set({ enlace_factura: 'https://facturas.test/dos1', informe_novedad: '' })
      .where('id', '=', first)
      .execute();
    expect(await shownAnomalies(box.id, first)).toEqual([]);
    const second = await recordThere(claim('dos1'));
    expect(await storedAnomalies(second)).toContain(elsewhere);
    expect(await shownAnomalies(box.id, first)).toEqual([elsewhere]);
    const [shown] = await must(scene.browsers[3], '/detalleGasto', { id_gasto: first });
    expect(shown?.informe_novedad).toBe(elsewhere);
    const refused = await approveJointly(box, [first]);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain(elsewhere);
    // Once the other one is gone the invoice is claimed once.
    await must(scene.browsers[4], '/eliminarGasto', {
      id_gasto: second,
      id_tienda: scene.otherStore.id,
    });
    expect(await shownAnomalies(box.id, first)).toEqual([]);
    expect((await approveJointly(box, [first])).status).toBe(200);
  });

  test('of a rejected expense is free again', async () => {
    const box = await boxIn(scene, 'supervision', [claim('RECH1')]);
    const [first = 0] = box.expenses;
    expect(await storedAnomalies(await recordThere(claim('RECH1')))).toContain(elsewhere);
    await decide(box, first, 4);
    const third = await boxIn(scene, 'supervision', [claim('RECH2')]);
    await decide(third, third.expenses[0] ?? 0, 4);
    expect(await storedAnomalies(await recordThere(claim('RECH2')))).toEqual([notFound]);
  });

  test('is an anomaly once a correction names it', async () => {
    await recordThere(claim('CORR1'));
    const form = claim('CORR2');
    const box = await boxIn(scene, 'supervision', [form]);
    const [id_gasto = 0] = box.expenses;
    await decide(box, id_gasto, 4);
    const { id_proveedor, recibo, valor, concepto } = await expenseRow(scene, id_gasto);
    const corrected = {
      id_gasto,
      id_proveedor,
      recibo,
      valor: valor / 100,
      concepto,
      fecha_gasto: today,
      categoria: [1],
      tipo_factura: 1,
      numero_factura: 'corr1',
    };
    const answer = await scene.browsers[2].upload('/corregirGasto', corrected, null);
    expect(answer.status).toBe(200);
    expect(await storedAnomalies(id_gasto)).toEqual([elsewhere, notFound]);
    expect(await auditOf(scene, box.id)).toEqual([]);
  });

  test('is said while the expense is typed', async () => {
    await recordThere(claim('TIPO1'));
    const ask = (numero_factura?: string) =>
      must(scene.browsers[2], '/gastosRepetidos', {
        id_tienda: scene.store.id,
        id_proveedor: scene.suppliers.known,
        num_doc: '800197268',
        fecha_gasto: today,
        recibo: nextReceipt(),
        valor: 777_777,
        ...(numero_factura !== undefined && { numero_factura }),
      });
    expect(await ask('tipo1')).toEqual({ avisos: [elsewhere], repetidos: [] });
    expect(await ask('TIPO2')).toEqual({ avisos: [], repetidos: [] });
    expect(await ask()).toEqual({ avisos: [], repetidos: [] });
  });
});

describe('an import', () => {
  test('says that several expenses claim the invoice, and each of them says it', async () => {
    const numero = nextNumber();
    const first = await record(scene, claim(numero, { valor: 12_500, fecha_gasto: '2026-06-10' }));
    const second = await recordThere(claim(numero, { valor: 12_500, fecha_gasto: '2026-06-11' }));
    const [result] = await imported(scene, invoiceXml(factsOf(numero)));
    expect(result).toMatchObject({ gastos: 2 });
    expect(result?.aviso).toContain(
      'La factura está en más de un gasto y se reembolsa una sola vez: revíselos.',
    );
    expect(await storedAnomalies(first)).toEqual([elsewhere]);
    expect(await storedAnomalies(second)).toEqual([elsewhere]);
    const [once] = await imported(scene, invoiceXml(factsOf(nextNumber())));
    expect(once?.aviso).not.toContain('más de un gasto');
  });

  test('of a CUFE that an expense under another number is linked to is an anomaly too', async () => {
    const facts = factsOf(nextNumber());
    await imported(scene, invoiceXml(facts));
    const linked = await recordThere(claim(String(facts.numero), { valor: 12_500 }));
    expect(await storedAnomalies(linked)).toEqual([]);
    const box = await boxIn(scene, 'supervision', [claim('OTRO1')]);
    const [second = 0] = box.expenses;
    await scene.db
      .updateTable('gastos')
      .set({ enlace_factura: linkOf(facts) })
      .where('id', '=', second)
      .execute();
    expect(await shownAnomalies(box.id, second)).toContain(elsewhere);
  });

  test.each([
    ['0.00', '12500.00', []],
    ['2500.00', '10000.00', []],
    ['12500.00', '10000.00', []],
    ['0.00', '9000.00', ['El valor de la factura electrónica no coincide con el del gasto.']],
  ])(
    'of %s to pay and %s prepaid agrees with 12,500 but for %o',
    async (total, anticipo, lines) => {
      const facts = factsOf(nextNumber(), { total, anticipo });
      expect((await imported(scene, invoiceXml(facts)))[0]?.resultado).toBe('nueva');
      const id = await record(
        scene,
        claim(String(facts.numero), { valor: 12_500, fecha_gasto: '2026-05-20' }),
      );
      const found = await storedAnomalies(id);
      expect(found.filter((line) => line.includes('factura electrónica'))).toEqual(lines);
    },
  );

  test('offers a prepaid invoice with what it cost', async () => {
    await record(scene, claim('', { tipo_factura: 0 }));
    const facts = factsOf(nextNumber(), { total: '0.00', anticipo: '31000.00', fecha: today });
    await imported(scene, invoiceXml(facts));
    const offered = await must(scene.browsers[2], '/facturasSinGasto', {
      id_tienda: scene.store.id,
      id_proveedor: scene.suppliers.known,
    });
    expect(offered).toContainEqual({
      cufe: facts.cufe,
      numero_factura: String(facts.numero),
      fecha: today,
      valor: 31_000,
      anticipo: 0,
    });
  });
});

describe('an invoice without an expense', () => {
  const offered = async () => {
    const rows = await must(scene.browsers[2], '/facturasSinGasto', {
      id_tienda: scene.store.id,
      id_proveedor: scene.suppliers.known,
    });
    return rows.filter(({ numero_factura }) => numero_factura === 'FE2').map(({ cufe }) => cufe);
  };

  test('is none of a number that an expense has, unless that is linked to the other one', async () => {
    await record(scene, claim('', { tipo_factura: 0 }));
    expect((await offered()).toSorted()).toEqual(['b', 'c']);
    const box = await boxIn(scene, 'supervision', [claim('fe2')]);
    const [id_gasto = 0] = box.expenses;
    expect(await offered()).toEqual([]);
    await must(scene.browsers[3], '/elegirFacturaElectronica', {
      id_gasto,
      recibo: 'FE2',
      url: 'https://facturas.test/b',
    });
    expect(await offered()).toEqual(['c']);
    await decide(box, id_gasto, 4);
    expect((await offered()).toSorted()).toEqual(['b', 'c']);
  });
});

test('a rejected expense proposes nothing for the next one', async () => {
  const box = await boxIn(scene, 'supervision', [claim('PROP1', { concepto: 'Rechazado' })]);
  const proposed = async () => {
    const { proveedores } = await must(scene.browsers[4], '/sugerenciasGasto', {
      id_tienda: box.id_tienda,
    });
    return proveedores.map(({ concepto, tipo_factura }) => [concepto, tipo_factura]);
  };
  expect(await proposed()).toEqual([['Rechazado', 1]]);
  await decide(box, box.expenses[0] ?? 0, 4);
  expect(await proposed()).toEqual([]);
});
