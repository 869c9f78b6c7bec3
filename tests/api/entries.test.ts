/** Entries for accounting: derived from what happened, exported once, taken back, reversed, and posted in an open period. */
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { EntryPath } from '#machines/flows/entries/entry.kinds.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { boxIn, moveTo, newStore, split } from '#tests/kit/box-stages.ts';
import { categories, must, record, type Scene, startScene, today } from '#tests/kit/box-scene.ts';
import {
  addWithholding,
  entryOfBox,
  everyEntry,
  exportAll,
  splitWithheld,
  writeAccounts,
} from '#tests/kit/entries.ts';
import { movementsOf, shortage } from '#tests/kit/movement-scene.ts';
import { confirmedBox, partlyGranted } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const preview = () => must(scene.browsers[6], '/comprobantes', {});

/** The cells of the file of an export, as an accounting program reads them. */
async function linesOf(numero: number): Promise<string[][]> {
  const { rawPayload } = await scene.browsers[6].get(`/documentos/comprobantes/${numero}`);
  const [, ...lines] = rawPayload.toString('utf8').trim().split('\r\n');
  return lines.map((line) => line.split(';'));
}

/** `cuenta documento débito crédito` of the lines of an entry in a file. */
async function shownLines(numero: number, entry: number): Promise<string[]> {
  return (await linesOf(numero))
    .filter(([number]) => number === String(entry))
    .map(([, , , cuenta, documento, , , , , debito, credito]) =>
      [cuenta, documento, debito, credito].join(' '),
    );
}

/** Accounts are set, and nothing is left to export. */
async function everythingExported(): Promise<void> {
  await writeAccounts(scene);
  await exportAll(scene);
}

/** Status and sentence of a refused call. */
async function refusalOf(path: EntryPath, body: object) {
  const { status, refusal } = await scene.browsers[6].call(path, body);
  return [status, refusal.motivos?.[0]?.mensaje];
}

describe('an export', () => {
  test('names the accounts that are missing, and leaves out the entries that lack one', async () => {
    const own: Scene = await startScene();
    await partlyGranted(own);
    const ask = () => must(own.browsers[6], '/comprobantes', {});
    const before = await ask();
    expect(before.comprobantes).toBe(0);
    expect(before.faltan.map(({ falta }) => falta)).toEqual([
      'la cuenta «Caja menor» en Configuración',
      'la cuenta «Apertura de fondos» en Configuración',
    ]);
    const refused = await own.browsers[6].call('/exportarComprobantes', { hasta: today });
    expect(refused.status).toBe(409);
    // The bases of the stores still lack one.
    await writeAccounts(own, { cuenta_apertura: '' });
    const after = await ask();
    expect(after.tipos).toEqual([{ nombre: 'Caja cerrada', comprobantes: 1, valor: 90_000 }]);
    expect([after.debitos, after.creditos]).toEqual([90_000, 90_000]);
    expect(after.faltan.map(({ falta }) => falta)).toEqual([
      'la cuenta «Apertura de fondos» en Configuración',
    ]);
    const [exported] = await must(own.browsers[6], '/exportarComprobantes', { hasta: today });
    expect(exported).toMatchObject({ numero: 1, comprobantes: 1 });
    expect((await ask()).comprobantes).toBe(0);
    await own.close();
  });

  test('has the lines of a box, its payment and a shortage, with debits equal to credits', async () => {
    await everythingExported();
    const box = await boxIn(scene, 'preliminary', [{ valor: 129_500 }]);
    await must(scene.browsers[6], '/guardarContabilidad', {
      id_gasto: box.expenses[0] ?? 0,
      estado: 6,
      observacion: 'Revisado',
      ...split(129_500),
      item_valor: [119_000, 10_500],
      iva_item: [1, 2],
      categorias: [categories.plain, categories.other],
    });
    await moveTo(scene, box, 'closed');
    const paid = await confirmedBox(scene);
    const store = await newStore(scene);
    await shortage(scene, store.id, 20_000);
    const numero = await exportAll(scene);
    const entry = await entryOfBox(scene, box.id);
    const accounts = await scene.db
      .selectFrom('categoria_gasto')
      .select(['id', 'cuenta'])
      .where('id', 'in', [categories.plain, categories.other])
      .orderBy('id')
      .execute();
    const [plain, other] = accounts.map(({ cuenta }) => cuenta);
    expect(await shownLines(numero, entry.numero)).toEqual([
      `${plain} 800197268 100000,00 0,00`,
      '24080201 800197268 19000,00 0,00',
      `${other} 800197268 10000,00 0,00`,
      '24080201 800197268 500,00 0,00',
      '11051001 900123456 0,00 129500,00',
    ]);
    const other2 = await scene.db
      .selectFrom('comprobante')
      .select(['numero', 'tipo', 'valor', 'id_tienda'])
      .where('tipo', 'in', ['giro', 'faltante'])
      .where('vigente', '=', 1)
      .execute();
    const payment = other2.find(
      ({ tipo, id_tienda }) => tipo === 'giro' && id_tienda === paid.id_tienda,
    );
    expect(await shownLines(numero, payment?.numero ?? 0)).toEqual([
      '11051001 900123456 90000,00 0,00',
      '11100501 900123456 0,00 90000,00',
    ]);
    const owed = other2.find(
      ({ tipo, id_tienda }) => tipo === 'faltante' && id_tienda === store.id,
    );
    const [debit, credit] = await shownLines(numero, owed?.numero ?? 0);
    expect([debit?.split(' ')[0], credit?.split(' ')[0]]).toEqual(['13659501', '11051001']);
    for (const row of await scene.db
      .selectFrom('comprobante')
      .select(['lineas', 'valor'])
      .execute()) {
      const lines = JSON.parse(row.lineas) as { debito: number; credito: number }[];
      expect(lines.reduce((sum, { debito }) => sum + debito, 0)).toBe(Number(row.valor));
      expect(lines.reduce((sum, { credito }) => sum + credito, 0)).toBe(Number(row.valor));
    }
  });

  test('credits what was withheld; the box is credited with what its supplier got', async () => {
    await everythingExported();
    const withholding = await addWithholding(scene);
    const box = await boxIn(scene, 'preliminary', [{ valor: 115_000 }, { valor: 10_000 }]);
    const [first = 0, second = 0] = box.expenses;
    const save = (withheld: number) =>
      scene.browsers[6].call('/guardarContabilidad', {
        id_gasto: first,
        estado: 6,
        observacion: 'Revisado',
        ...splitWithheld(115_000, withheld, withholding),
        item_valor: [119_000, withheld],
      });
    const refused = await save(0);
    expect(refused.refusal.motivos?.map(({ guardia }) => guardia)).toEqual([
      'itemisationIsBalanced',
    ]);
    expect((await save(4_000)).status).toBe(200);
    // The next expense of the supplier is not proposed the withholding.
    const [next] = await must(scene.browsers[6], '/detalleGasto', { id_gasto: second });
    expect(next?.ultima_vez?.categorias).toMatchObject([{ id: categories.plain, iva_item: 1 }]);
    await moveTo(scene, box, 'closed');
    const numero = await exportAll(scene);
    const { cuenta } = await scene.db
      .selectFrom('categoria_gasto')
      .select('cuenta')
      .where('id', '=', categories.plain)
      .executeTakeFirstOrThrow();
    expect(await shownLines(numero, (await entryOfBox(scene, box.id)).numero)).toEqual([
      `${cuenta} 800197268 100000,00 0,00`,
      '24080201 800197268 19000,00 0,00',
      '23652501 800197268 0,00 4000,00',
      `${cuenta} 800197268 8403,36 0,00`,
      '24080201 800197268 1596,64 0,00',
      '11051001 900123456 0,00 125000,00',
    ]);
    const spent = await must(scene.browsers[6], '/gastosDeMes', {
      mes: today,
      id_tienda: box.id_tienda,
    });
    expect(spent.map(({ valor }) => valor)).toEqual([115_000, 10_000]);
  });

  test('happens once: a second one of the same days has nothing, and numbers have no gap', async () => {
    await everythingExported();
    await partlyGranted(scene);
    const numero = await exportAll(scene);
    expect(await refusalOf('/exportarComprobantes', { hasta: today })).toEqual([
      409,
      'No hay comprobantes por exportar hasta ese día.',
    ]);
    expect((await preview()).exportaciones[0]).toMatchObject({
      numero,
      hasta: today,
      retirada: '',
    });
    const numbers = await scene.db
      .selectFrom('comprobante')
      .select('numero')
      .orderBy('numero')
      .execute();
    expect(numbers.map((row) => Number(row.numero))).toEqual(numbers.map((_, place) => place + 1));
    const exports = await scene.db
      .selectFrom('exportacion_contable')
      .select('numero')
      .orderBy('numero')
      .execute();
    expect(exports.map((row) => Number(row.numero))).toEqual(exports.map((_, place) => place + 1));
  });

  test('stores its file, which is served byte for byte and never changes', async () => {
    await everythingExported();
    await partlyGranted(scene);
    const numero = await exportAll(scene);
    const { rawPayload } = await scene.browsers[6].get(`/documentos/comprobantes/${numero}`);
    const { sha256, nombre } = (await preview()).exportaciones[0] ?? {};
    expect([sha256Of(rawPayload), `comprobantes-${numero}.csv`]).toEqual([sha256, nombre]);
    const change = (table: 'exportacion_contable' | 'comprobante') =>
      scene.db.updateTable(table).set({ valor: 1 }).execute();
    await expect(change('exportacion_contable')).rejects.toThrow();
    await expect(change('comprobante')).rejects.toThrow();
    await expect(scene.db.deleteFrom('comprobante').execute()).rejects.toThrow();
  });

  test('that fails between two statements leaves nothing, and the next one has the same numbers', async () => {
    await everythingExported();
    const box = await partlyGranted(scene);
    const { comprobantes } = await preview();
    const { engine } = scene.database;
    const [create, drop] =
      engine === 'sqlite'
        ? [
            `create trigger corte_de_luz before insert on comprobante begin
              select raise(abort, 'se fue la luz'); end`,
            'drop trigger corte_de_luz',
          ]
        : [
            'alter table comprobante add constraint corte_de_luz check (numero < 0) not valid',
            'alter table comprobante drop constraint corte_de_luz',
          ];
    await sql.raw(create).execute(scene.db);
    const { status } = await scene.browsers[6].call('/exportarComprobantes', { hasta: today });
    await sql.raw(drop).execute(scene.db);
    expect(status).toBe(500);
    const before = (await preview()).exportaciones[0]?.numero ?? 0;
    expect((await preview()).comprobantes).toBe(comprobantes);
    expect(await exportAll(scene)).toBe(before + 1);
    expect((await entryOfBox(scene, box.id)).valor).toBe(90_000_00);
  });

  test('in the form of the settings: a workbook', async () => {
    await everythingExported();
    await writeAccounts(scene, { plantilla_comprobantes: 'excel' });
    await partlyGranted(scene);
    const numero = await exportAll(scene);
    const { rawPayload } = await scene.browsers[6].get(`/documentos/comprobantes/${numero}`);
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<v>90000</v>');
    await writeAccounts(scene, { plantilla_comprobantes: 'generica' });
  });

  test('has nothing from before the day of the settings', async () => {
    const own: Scene = await startScene();
    await partlyGranted(own);
    await writeAccounts(own, { comprobantes_desde: today });
    const count = async () => (await must(own.browsers[6], '/comprobantes', {})).comprobantes;
    expect(await count()).toBeGreaterThan(0);
    await writeAccounts(own, { comprobantes_desde: '2026-06-18' });
    expect(await count()).toBe(0);
    await own.close();
  });
});

test('an export is taken back with a reason: its number is not used again, its entries are', async () => {
  await everythingExported();
  const box = await partlyGranted(scene);
  const numero = await exportAll(scene);
  const first = await entryOfBox(scene, box.id);
  const body = { numero, motivo: 'El programa lo rechazó' };
  await must(scene.browsers[6], '/retirarExportacion', body);
  expect(await refusalOf('/retirarExportacion', body)).toEqual([
    409,
    'Esta exportación ya se retiró.',
  ]);
  expect(await refusalOf('/reversarComprobante', { numero: first.numero, motivo: 'x' })).toEqual([
    409,
    'La exportación de este comprobante se retiró.',
  ]);
  const next = await exportAll(scene);
  expect(next).toBe(numero + 1);
  const again = await entryOfBox(scene, box.id);
  expect(Number(again.numero)).toBeGreaterThan(Number(first.numero));
  expect(again.lineas).toBe(first.lineas);
});

test('a reversed entry and its reversal add to zero, and a new one books the box as it is now', async () => {
  await everythingExported();
  const box = await partlyGranted(scene);
  const exported = await exportAll(scene);
  const first = await entryOfBox(scene, box.id);
  await writeAccounts(scene, { cuenta_fondo: '11051002' });
  const body = { numero: Number(first.numero), motivo: 'Otra cuenta' };
  await must(scene.browsers[6], '/reversarComprobante', body);
  expect(await refusalOf('/reversarComprobante', body)).toEqual([
    409,
    'Este comprobante ya se reversó.',
  ]);
  expect(await refusalOf('/retirarExportacion', { numero: exported, motivo: 'x' })).toEqual([
    409,
    'Uno de sus comprobantes ya se reversó: no se retira.',
  ]);
  const numero = await exportAll(scene);
  const rows = await scene.db
    .selectFrom('comprobante')
    .innerJoin('exportacion_contable', 'exportacion_contable.id', 'comprobante.id_exportacion')
    .select(['comprobante.numero', 'comprobante.origen', 'comprobante.lineas'])
    .where('exportacion_contable.numero', '=', numero)
    .execute();
  const reversal = rows.find(({ origen }) => origen === 'reversa');
  const balances = new Map<string, number>();
  for (const { lineas } of [first, reversal ?? first])
    for (const { cuenta, debito, credito } of JSON.parse(lineas) as {
      cuenta: string;
      debito: number;
      credito: number;
    }[])
      balances.set(cuenta, (balances.get(cuenta) ?? 0) + debito - credito);
  expect([...balances.values()].every((balance) => balance === 0)).toBe(true);
  expect((await entryOfBox(scene, box.id)).lineas).toContain('11051002');
  const number = Number(reversal?.numero);
  expect(await refusalOf('/reversarComprobante', { numero: number, motivo: 'x' })).toEqual([
    409,
    'Este comprobante ya es una reversa.',
  ]);
  await writeAccounts(scene);
});

test('a closed period takes no entry: it is posted on the first day after it', async () => {
  const own: Scene = await startScene();
  await writeAccounts(own);
  const box = await partlyGranted(own);
  let accountant = own.browsers[6];
  const close = (hasta: string) => accountant.call('/cerrarPeriodo', { hasta });
  expect((await close(today)).status).toBe(422);
  own.clock.advance(3 * 24 * 3_600_000);
  accountant = await own.signIn(6);
  expect((await close('2026-06-18')).status).toBe(200);
  expect((await close('2026-06-18')).status).toBe(409);
  await must(accountant, '/exportarComprobantes', { hasta: today });
  expect(await entryOfBox(own, box.id)).toMatchObject({ dia: '2026-06-19' });
  expect((await must(accountant, '/comprobantes', {})).cerrado).toBe('2026-06-18');
  await own.close();
});

test('the entry stands beside its box, before and after its export', async () => {
  await everythingExported();
  const box = await partlyGranted(scene);
  const ask = () => must(scene.browsers[6], '/comprobanteDeCaja', { id_caja: box.id });
  const before = await ask();
  expect(before).toMatchObject({ numero: null, dia: today, faltan: [] });
  expect(before.lineas.map(({ debito, credito }) => [debito, credito])).toEqual([
    [75_630.25, 0],
    [14_369.75, 0],
    [0, 90_000],
  ]);
  await exportAll(scene);
  const { numero, ...after } = await ask();
  expect(numero).toBe(Number((await entryOfBox(scene, box.id)).numero));
  expect({ numero: null, ...after }).toEqual(before);
});

test('the cut lists what was recorded and not closed at a day', async () => {
  const own: Scene = await startScene();
  const open = await record(own, { valor: 31_400 });
  const box = await partlyGranted(own);
  const cellsOf = async (hasta: string) => {
    const { rawPayload } = await own.browsers[6].get(`/documentos/corte?hasta=${hasta}`);
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    return [31_400, 90_000].filter((value) => sheet.includes(`<v>${value}</v>`));
  };
  expect([open > 0, box.id > 0, await cellsOf(today)]).toEqual([true, true, [31_400]]);
  expect(await cellsOf('2026-06-16')).toEqual([]);
  const corteOf = async (hasta: string) =>
    (await must(own.browsers[6], '/comprobantes', { hasta })).corte;
  expect(await corteOf(today)).toEqual({ gastos: 1, valor: 31_400 });
  expect(await corteOf('2026-06-16')).toEqual({ gastos: 0, valor: 0 });
  await own.close();
});

test('the petty cash is in the name of the main person in charge, where the settings say so', async () => {
  await everythingExported();
  await writeAccounts(scene, { contrapartida: 'responsable' });
  const { id, id_tienda } = await confirmedBox(scene);
  const numero = await exportAll(scene);
  await writeAccounts(scene, { contrapartida: 'caja' });
  const person = await scene.db
    .selectFrom('responsable_tienda')
    .innerJoin('usuarios', 'usuarios.id', 'responsable_tienda.id_usuario')
    .select('usuarios.num_doc')
    .where('responsable_tienda.id_tienda', '=', id_tienda)
    .where('responsable_tienda.tipo', '=', 1)
    .executeTakeFirstOrThrow();
  const entry = await entryOfBox(scene, id);
  expect((await shownLines(numero, entry.numero)).at(-1)).toBe(
    `11051001 ${person.num_doc} 0,00 90000,00`,
  );
});

test('a vale is booked with its box, not when it is given', async () => {
  await everythingExported();
  const store = await boxIn(scene, 'open', [{ valor: 20_000 }]);
  const given = await must(scene.browsers[2], '/darVale', {
    id_tienda: store.id_tienda,
    valor: 15_000,
    persona: 'Luis',
    motivo: 'Taxi',
    dia: today,
  });
  expect(given[0]?.status).toBe('200');
  const entries = await everyEntry(scene);
  expect(
    entries.filter(({ id_tienda }) => id_tienda === store.id_tienda).map(({ tipo }) => tipo),
  ).toEqual(['fondoInicial']);
  expect(await movementsOf(scene, store.id_tienda)).toEqual([]);
});
