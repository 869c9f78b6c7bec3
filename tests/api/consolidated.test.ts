/** The consolidated workbook: which expenses it has, its cells, and who may download it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { MOST_ROWS, consolidatedOf } from '#server/features/consolidated/consolidated.ts';
import { queryRunner } from '#server/app/reads.ts';
import { countConsolidated } from '#server/features/consolidated/consolidated.repository.ts';
import type { RunQuery } from '#server/platform/http/operation.ts';
import { categories, must, reason, record, startScene, tax } from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, newStore, split } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { momentOf, readWorkbook } from '#tests/kit/files/workbook.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { sessionOf } from '#tests/kit/reading.ts';

const scene = perFile(startScene);

type Asked = Record<string, string | number>;

const address = (asked: Asked = {}): string =>
  `${documents.consolidated.path}?${new URLSearchParams(
    Object.entries(asked).map(([name, value]) => [name, String(value)]),
  )}`;

const download = (who: ProfileId | TestClient, asked?: Asked) =>
  (typeof who === 'number' ? scene.browsers[who] : who).get(address(asked));

/** @param place of the sheet: 1 the expenses, 2 the parts of their splits */
async function sheetOf(who: ProfileId | TestClient, asked?: Asked, place = 1) {
  const { statusCode, rawPayload, body } = await download(who, asked);
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  return readWorkbook(rawPayload, place);
}

/** The receipt numbers in a sheet that are among the given ones. */
async function receiptsOf(
  among: readonly string[],
  who: ProfileId | TestClient,
  asked?: Asked,
): Promise<string[]> {
  const { rows } = await sheetOf(who, asked);
  return rows.flatMap((row) => {
    const receipt = row['Recibo n.º'];
    return receipt?.type === 'text' && among.includes(receipt.value) ? [receipt.value] : [];
  });
}

async function rowOf(receipt: string, asked?: Asked) {
  const { rows } = await sheetOf(6, asked);
  const found = rows.filter((row) => {
    const cell = row['Recibo n.º'];
    return cell?.type === 'text' && cell.value === receipt;
  });
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

const text = (value: string) => ({ type: 'text', value });
const money = (value: number) => ({ type: 'number', value, format: '"$" #,##0.00' });

describe('a row', () => {
  test('has the data of a reviewed expense as texts, numbers and dates', async () => {
    const { id: id_tienda, idCaja: id } = await newStore(scene);
    const store = await scene.db
      .updateTable('tiendas')
      .set({ nombre: 'Almacén Ñandú', centro_costo: '0012', centro_beneficio: 'CB-7' })
      .where('id', '=', id_tienda)
      .returningAll()
      .executeTakeFirstOrThrow();
    const good = await record(scene, {
      id_tienda,
      recibo: '000777',
      valor: 20_000.5,
      concepto: 'Café & piñón <suave>',
      categoria: [categories.plain, categories.other],
      tipo_factura: 1,
      numero_factura: 'FE3',
      fecha_gasto: '2026-06-03',
    });
    const bad = await record(scene, { id_tienda, recibo: 'MALO1', valor: 9_000 });
    const box = { id, id_tienda, expenses: [good, bad] };
    await moveTo(scene, box, 'supervision');
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: id,
      id_gasto: bad,
      estado: 4,
      id_rechazo: reason,
      ...approval,
      observacion: 'No se lee',
    });
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: id,
      id_gasto: good,
      estado: 3,
      ...approval,
    });
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: id });

    const row = await rowOf('000777');
    expect(row).toMatchObject({
      Tienda: text(store.nombre),
      'Centro de costo': text('0012'),
      'Centro de beneficio': text('CB-7'),
      'Caja n.º': { type: 'number', value: 1, format: '0' },
      'Estado de la caja': text('En contabilidad (primera)'),
      'Documento del proveedor': text('800197268'),
      'Dígito de verificación': text('4'),
      'Recibo n.º': text('000777'),
      'Factura electrónica': text('Sí'),
      'Factura n.º': text('FE3'),
      Concepto: text('Café & piñón <suave>'),
      Valor: money(20_000.5),
      'Valor a reembolsar': null,
      'Valor aprobado': money(20_000.5),
      'Estado del gasto': text('Pendiente de contabilidad (primera)'),
      'Motivo de rechazo': null,
      'Observación del supervisor': text(approval.observacion),
      'Observación de contabilidad (final)': null,
      Responsable: text(scene.people[2].nombre),
      Supervisor: text(scene.people[3].nombre),
      Gerente: text(scene.people[8].nombre),
      'Registrado por': text(scene.people[2].nombre),
    });
    expect(row.Categorías).toMatchObject({ value: expect.stringMatching(/^[^;]+; [^;]+$/) });
    expect(row.Cuentas).toMatchObject({ value: expect.stringMatching(/^\d+(; \d+)?$/) });
    expect(row.Novedades).toMatchObject({ value: expect.stringContaining('factura') });
    expect(momentOf(row['Fecha de compra'])).toBe('2026-06-03 00:00');
    expect(momentOf(row['Fecha de creación de la caja'])).toBe('2026-06-17 00:00');
    // The test clock is at 10:00 in Bogotá.
    expect(momentOf(row['Fecha de envío de la caja'])).toBe('2026-06-17 10:00');
    expect(momentOf(row['Fecha del supervisor'])).toBe('2026-06-17 10:00');

    expect(await rowOf('MALO1')).toMatchObject({
      'Valor aprobado': money(0),
      'Estado del gasto': text('Rechazado por supervisor'),
      'Motivo de rechazo': text('Soporte ilegible o incompleto'),
      'Observación del supervisor': text('No se lee'),
    });
  });

  test('has no approved value before a decision, and no reimbursement before the closing', async () => {
    const taxi = { categoria: [categories.reimbursable], valor: 12_000 };
    const box = await boxIn(scene, 'supervision', [
      { ...taxi, recibo: 'TAXI1' },
      { recibo: 'NEGADO1', valor: 8_000 },
    ]);
    const columns = [
      'Valor',
      'Valor a reembolsar',
      'Valor aprobado',
      'Rechazado',
      'No reconocido',
      'Por decidir',
      'Total reembolso',
    ];
    const names: unknown[] = [];
    const figures = async () => {
      const { rows } = await sheetOf(4);
      const own = rows.filter(({ 'Recibo n.º': receipt }) =>
        ['TAXI1', 'NEGADO1'].includes(String(receipt?.value)),
      );
      names.push(own[0]?.Categorías?.value);
      return own.map((row) => columns.map((name) => row[name]?.value ?? null));
    };
    expect(await figures()).toEqual([
      [12_000, null, null, 0, 0, 12_000, null],
      [8_000, null, null, 0, 0, 8_000, null],
    ]);
    const [taxiId = 0, deniedId = 0] = box.expenses;
    const mark = (id_gasto: number, decision: object) =>
      must(scene.browsers[3], '/guardarSupervisor', {
        id_caja: box.id,
        id_gasto,
        estado: 3,
        ...approval,
        ...decision,
      });
    await mark(taxiId, { reembolsar: 9_000 });
    await mark(deniedId, { estado: 4, id_rechazo: reason });
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: box.id });
    expect(await figures()).toEqual([
      [12_000, 9_000, 9_000, 0, 3_000, 0, null],
      [8_000, null, 0, 8_000, 0, 0, null],
    ]);
    await must(scene.browsers[6], '/guardarContabilidad', {
      id_caja: box.id,
      id_gasto: taxiId,
      estado: 6,
      observacion: 'Repartido en dos renglones',
      ...split(0),
      item_valor: [5_000, 4_000],
      iva_item: [tax, tax],
      categorias: [categories.plain, categories.plain],
    });
    await moveTo(scene, box, 'closed');
    expect(await figures()).toEqual([
      [12_000, 9_000, 9_000, 0, 3_000, 0, 9_000],
      [8_000, null, 0, 8_000, 0, 0, 0],
    ]);
    // A category that is itemised twice is named once.
    expect(names.at(-1)).toMatch(/^[^;]+$/);
  });

  test('of a shipped box has the shipping company and the guide number', async () => {
    await boxIn(scene, 'finalAccounting', [{ recibo: 'ENVIADO1' }]);
    expect(await rowOf('ENVIADO1')).toMatchObject({
      'Empresa de envío': text('Servientrega'),
      Guía: text('GUIA0001'),
      'Clase de documento': expect.objectContaining({ type: 'text' }),
      'Tipo de persona': text('PJ'),
      Itemización: expect.objectContaining({
        value: expect.stringMatching(/^[^;·]+ · \$ [\d.,]+ · [^;·]+$/),
      }),
    });
  });

  test('has the texts of users as text, never as formulas', async () => {
    const concepto = `=HYPERLINK("https://malo.test","Ver")`;
    await boxIn(scene, 'supervision', [{ recibo: 'FORMULA1', concepto, encargado: '@SUMA(A1)' }]);
    expect(await rowOf('FORMULA1')).toMatchObject({
      Concepto: text(concepto),
      Encargado: text('@SUMA(A1)'),
    });
  });
});

describe('the sheet of the splits', () => {
  /** The parts of an expense: its accounts, taxes and values. */
  const partsOf = async (receipt: string) => {
    const { rows } = await sheetOf(7, {}, 2);
    return rows
      .filter((row) => row['Recibo n.º']?.value === receipt)
      .map((row) =>
        ['Tarifa %', 'Base', 'Valor del impuesto', 'Valor', 'Valor aprobado'].map(
          (name) => row[name]?.value,
        ),
      );
  };

  test('has a row for each part, with its account and tax, that adds up to its expense', async () => {
    const box = await boxIn(scene, 'preliminary', [{ recibo: 'PARTES1', valor: 30_000.5 }]);
    expect(await partsOf('PARTES1')).toEqual([]);
    const [id_gasto = 0] = box.expenses;
    await must(scene.browsers[6], '/guardarContabilidad', {
      id_caja: box.id,
      id_gasto,
      estado: 6,
      observacion: approval.observacion,
      ...split(0),
      item_valor: [10_000.5, 20_000],
      iva_item: [1, 2],
      categorias: [categories.plain, categories.other],
    });
    expect(await partsOf('PARTES1')).toEqual([
      [19, 8_403.78, 1_596.72, 10_000.5, 10_000.5],
      [5, 19_047.62, 952.38, 20_000, 20_000],
    ]);
    const stored = await scene.db
      .selectFrom('categoria_gasto')
      .innerJoin('gasto_categoria', 'gasto_categoria.id_categoria', 'categoria_gasto.id')
      .innerJoin('impuestos', 'impuestos.id', 'gasto_categoria.iva_item')
      .select(['categoria_gasto.nombre', 'cuenta', 'impuestos.nombre as impuesto'])
      .where('id_gasto', '=', id_gasto)
      .orderBy('orden')
      .execute();
    const { rows } = await sheetOf(7, {}, 2);
    expect(rows.filter((row) => row['Recibo n.º']?.value === 'PARTES1')).toEqual(
      stored.map(({ nombre, cuenta, impuesto }) =>
        expect.objectContaining({
          'Recibo n.º': text('PARTES1'),
          Categoría: text(nombre),
          Cuenta: text(cuenta),
          Impuesto: text(impuesto),
        }),
      ),
    );
  });

  test('grants nothing of an expense that the final pass rejects', async () => {
    const box = await boxIn(scene, 'finalAccounting', [{ recibo: 'PARTES2', valor: 9_000 }]);
    const [id_gasto = 0] = box.expenses;
    expect(await partsOf('PARTES2')).toEqual([[19, 7_563.03, 1_436.97, 9_000, 9_000]]);
    await must(scene.browsers[6], '/guardarContabilidadFinal', {
      id_caja: box.id,
      id_gasto,
      estado: 16,
      observacion: approval.observacion,
      id_rechazo: reason,
    });
    expect(await partsOf('PARTES2')).toEqual([[19, 7_563.03, 1_436.97, 9_000, 0]]);
  });

  test('is of the stores of who asks', async () => {
    expect((await sheetOf(2, {}, 2)).rows).not.toEqual([]);
    const { email } = scene.others.responsable;
    expect((await sheetOf(await scene.signIn(email), {}, 2)).rows).toEqual([]);
  });
});

describe('the rows', () => {
  test('are of sent boxes, within an inclusive range of dates, ordered by date', async () => {
    const days = ['2026-06-05', '2026-06-02', '2026-06-09', '2026-05-31'];
    const among = days.map((day) => `D${day.replaceAll('-', '')}`);
    await boxIn(
      scene,
      'supervision',
      days.map((fecha_gasto, index) => ({ fecha_gasto, recibo: among[index] ?? '' })),
    );
    await record(scene, { recibo: 'ABIERTA1', fecha_gasto: '2026-06-05' });
    const all = [...among, 'ABIERTA1'];
    const of = (asked: Asked) => receiptsOf(all, 6, asked);
    expect(await of({})).toEqual(among.toSorted());
    expect(await of({ desde: '2026-06-02', hasta: '2026-06-05' })).toEqual([
      'D20260602',
      'D20260605',
    ]);
    expect(await of({ desde: '2026-06-06' })).toEqual(['D20260609']);
    expect(await of({ desde: '', hasta: '2026-06-01' })).toEqual(['D20260531']);
    expect(await of({ desde: '2020-01-01', hasta: '2020-01-31' })).toEqual([]);
  });

  test('are complete across many pages', async () => {
    const { id, expenses } = await boxIn(scene, 'supervision', [{ recibo: 'PAGINA' }]);
    const { id: _, ...row } = await scene.db
      .selectFrom('gastos')
      .selectAll()
      .where('id', '=', expenses[0] ?? 0)
      .executeTakeFirstOrThrow();
    const among = Array.from({ length: 450 }, (_unused, copy) => `P${id}-${copy}`);
    for (let from = 0; from < among.length; from += 50)
      await scene.db
        .insertInto('gastos')
        .values(
          among.slice(from, from + 50).map((recibo, index) => ({
            ...row,
            recibo,
            fecha_gasto: index % 3 === 0 ? '2026-06-10' : '2026-06-11',
          })),
        )
        .execute();
    const found = await receiptsOf(among, 7);
    expect(found.toSorted()).toEqual(among.toSorted());
  });
});

describe('each user', () => {
  let other: TestClient;
  const own = 'PROPIO1';
  const foreign = 'AJENO1';
  /** A date that no other test uses. */
  const fecha_gasto = '2026-05-15';
  const receipts = (who: ProfileId | TestClient, asked?: Asked) =>
    receiptsOf([own, foreign], who, { desde: fecha_gasto, hasta: fecha_gasto, ...asked });

  beforeAll(async () => {
    await boxIn(scene, 'supervision', [{ recibo: own, fecha_gasto }]);
    const { id, idCaja } = scene.otherStore;
    await record(scene, { id_tienda: id, recibo: foreign, fecha_gasto }, { as: 4 });
    await must(scene.browsers[4], '/enviarCaja', { id_caja: idCaja, id_tienda: id });
    other = await scene.signIn(scene.others.responsable.email);
  });

  test('of a store gets only expenses of their stores, regardless of the filters', async () => {
    expect(await receipts(2)).toEqual([own]);
    expect(await receipts(other)).toEqual([foreign]);
    const { responsable, supervisor } = scene.others;
    expect(await receipts(2, { id_responsable: responsable.id })).toEqual([own]);
    expect(await receipts(2, { id_supervisor: supervisor.id })).toEqual([]);
  });

  test('who is an additional manager of a store gets its expenses', async () => {
    const person = await addPerson(scene.db, { profile: 2, email: 'adicional@cajamenor.test' });
    await scene.db
      .insertInto('responsable_tienda')
      .values({ id_tienda: scene.otherStore.id, id_usuario: person.id, tipo: 2 })
      .execute();
    expect(await receipts(await scene.signIn(person.email))).toEqual([foreign]);
    expect(await receipts(6, { id_responsable: person.id })).toEqual([foreign]);
  });

  test('who supervises gets only expenses of their stores, regardless of the filters', async () => {
    expect(await receipts(3)).toEqual([own]);
    const { responsable, supervisor } = scene.others;
    expect(await receipts(3, { id_supervisor: supervisor.id })).toEqual([own]);
    expect(await receipts(3, { id_responsable: responsable.id })).toEqual([]);
    expect(await receipts(await scene.signIn(supervisor.email))).toEqual([foreign]);
  });

  test.each([1, 4, 6, 7] as const)(
    'of profile %i gets all expenses, or those of the filters',
    async (profile) => {
      expect((await receipts(profile)).toSorted()).toEqual([foreign, own]);
      const { responsable, supervisor } = scene.others;
      expect(await receipts(profile, { id_responsable: responsable.id })).toEqual([foreign]);
      expect(await receipts(profile, { id_supervisor: supervisor.id })).toEqual([foreign]);
      expect(await receipts(profile, { id_supervisor: scene.people[3].id })).toEqual([own]);
      expect(
        await receipts(profile, {
          id_responsable: responsable.id,
          id_supervisor: scene.people[3].id,
        }),
      ).toEqual([]);
    },
  );

  test('with the permission but another profile gets no rows', async () => {
    const { email } = await addPerson(scene.db, {
      profile: 8,
      email: 'gerente.con.permiso@cajamenor.test',
      permisos: ['consolidado'],
    });
    expect(await receipts(await scene.signIn(email))).toEqual([]);
  });

  test.each([5, 8] as const)('of profile %i gets 403', async (profile) => {
    expect((await download(profile)).statusCode).toBe(403);
  });

  test('without a session gets 401', async () => {
    expect((await download(scene.client())).statusCode).toBe(401);
  });
});

test('a workbook with too many rows is refused by a correct count before it is built', async () => {
  const session = sessionOf(scene, 6);
  const filter = { desde: null, hasta: null, idResponsable: null, idSupervisor: null };
  const direct = queryRunner(scene.database.options);
  const count = await direct(countConsolidated, session, filter, MOST_ROWS);
  expect(count).toBe((await sheetOf(6)).rows.length);
  expect(await direct(countConsolidated, session, filter, 1)).toBe(1);
  const asked: unknown[] = [];
  const ask = (async (query: unknown) => {
    asked.push(query);
    return MOST_ROWS + 1;
  }) as RunQuery;
  await expect(consolidatedOf({ session, ask }, filter)).rejects.toMatchObject({ status: 422 });
  expect(asked).toEqual([countConsolidated]);
});

describe('the query string', () => {
  test.each<[string, Asked, string]>([
    ['a day that does not exist', { desde: '2026-02-30' }, 'La fecha «desde»'],
    ['a day in another form', { hasta: '17/06/2026' }, 'La fecha «hasta»'],
    ['text', { desde: "x' or 1=1" }, 'La fecha «desde»'],
    [
      'a span that ends before it begins',
      { desde: '2026-06-10', hasta: '2026-06-01' },
      'La fecha final no puede ser anterior a la inicial.',
    ],
    ['the last day of time', { hasta: '9999-12-31' }, 'El año debe estar entre 2000 y 2199.'],
    ['no key', { id_responsable: 'yo' }, '«id_responsable»'],
    ['a negative key', { id_supervisor: -1 }, '«id_supervisor»'],
  ])('with %s answers 400 with a message in Spanish', async (_, asked, msg) => {
    const response = await download(6, asked);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual([{ status: '400', msg: expect.stringContaining(msg) }]);
  });

  test('may not repeat a parameter', async () => {
    const url = `${documents.consolidated.path}?desde=2026-06-01&desde=2026-06-02`;
    expect((await scene.browsers[6].get(url)).statusCode).toBe(400);
  });

  test.each<[Asked, string]>([
    [{ desde: '2026-06-01', hasta: '2026-06-30' }, 'consolidado_2026-06-01_2026-06-30.xlsx'],
    [{ desde: '2026-06-01' }, 'consolidado_desde_2026-06-01.xlsx'],
    [{ hasta: '2026-06-30' }, 'consolidado_hasta_2026-06-30.xlsx'],
    [{}, 'consolidado.xlsx'],
  ])('%j gives the file name %s', async (asked, filename) => {
    const { statusCode, headers } = await download(6, asked);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${filename}"`,
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});
