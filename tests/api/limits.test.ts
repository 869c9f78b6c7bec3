/** Limits by category at the till: what they refuse, what they mark, and that a new rule judges nothing of before. */
import { millisecondsInDay } from 'date-fns/constants';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { RequestOf } from '#contract/contract.ts';
import { auditOf, expenseRow } from '#tests/kit/box-rows.ts';
import { categories, must, nextReceipt, startScene, today } from '#tests/kit/box-scene.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { perFile } from '#tests/kit/per-file.ts';

type Limit = RequestOf<'/guardarTope'>;

const aboveLimit = 'Supera un tope de su categoría.';
const needsInvoice = 'Su categoría exige factura electrónica.';
const withholding = 'Lleva retención en la fuente, por su categoría y su valor.';

const scene = perFile(startScene);

const save = async (limit: Partial<Limit>): Promise<number> => {
  const whole = {
    id_categoria: categories.plain,
    clase: 'gasto',
    valor: 50_000,
    efecto: 'impedir',
    ...limit,
  } as Limit;
  return (await must(scene.browsers[1], '/guardarTope', whole))[0]?.id_elemento ?? 0;
};

const end = (id_elemento: number) => must(scene.browsers[1], '/quitarTope', { id_elemento });

const body = (valor: number, more: object = {}) => ({
  id_tienda: scene.store.id,
  fecha_gasto: today,
  id_proveedor: scene.suppliers.known,
  recibo: nextReceipt(),
  valor,
  concepto: 'Bombillos',
  categoria: [categories.plain],
  tipo_factura: 0 as const,
  ...more,
});

const send = (valor: number, more: object = {}) =>
  scene.browsers[2].call('/enviarGasto', body(valor, more));

const refusedFields = async (valor: number, more: object = {}) => {
  const { status, body: answer } = await send(valor, more);
  const [first] = answer as { motivos?: { guardia: string }[] }[];
  return [status, ...(first?.motivos ?? []).map(({ guardia }) => guardia)];
};

const limitsIn = async (id: number): Promise<string[]> =>
  (await expenseRow(scene, id)).informe_novedad
    .split('\n')
    .filter((line) => [aboveLimit, needsInvoice, withholding].includes(line));

const recorded = async (valor: number, more: object = {}): Promise<number> =>
  (await send(valor, more)).answer[0]?.id_gasto ?? 0;

/** Centavos of a category in the open box of the store, by a statement of this test. */
async function sumInBox(): Promise<number> {
  const { rows } = await sql<{ total: number | null }>`
    select sum(gastos.valor) as total from gastos
    inner join gasto_categoria on gasto_categoria.id_gasto = gastos.id
    inner join cajas on cajas.id = gastos.id_caja
    where cajas.id_tienda = ${scene.store.id} and cajas.active = 0
      and gasto_categoria.id_categoria = ${categories.plain}`.execute(scene.db);
  return Number(rows[0]?.total ?? 0);
}

describe('a limit of each expense', () => {
  test('refuses above its value, marks what a queue brings, and judges nothing of before', async () => {
    const before = await recorded(61_300);
    const id = await save({ valor: 50_000 });
    expect(await refusedFields(50_100)).toEqual([422, 'valor']);
    expect(await refusedFields(50_000)).toEqual([200]);
    // Another category, and another store format, have no limit.
    expect(await refusedFields(62_400, { categoria: [categories.maintenance] })).toEqual([200]);
    const queued = await recorded(63_500, { sin_senal: 1 });
    expect(await limitsIn(queued)).toEqual([aboveLimit]);
    expect(await limitsIn(before)).toEqual([]);
    await save({ id_elemento: id, valor: 70_000, efecto: 'avisar' });
    expect(await limitsIn(await recorded(69_200))).toEqual([]);
    const marked = await recorded(71_700);
    expect(await limitsIn(marked)).toEqual([aboveLimit]);
    const rows = await scene.db
      .selectFrom('tope_categoria')
      .select(['valor', 'hasta'])
      .where('id_categoria', '=', categories.plain)
      .orderBy('id')
      .execute();
    expect(rows.map(({ valor, hasta }) => [valor, hasta !== null])).toEqual([
      [50_000_00, true],
      [70_000_00, false],
    ]);
    const [current] = await must(scene.browsers[1], '/topes', {});
    await end(current?.id ?? 0);
    expect(await limitsIn(await recorded(72_900))).toEqual([]);
    // What was found stays found when the report is written again.
    await scene.browsers[2].upload(
      '/cargarSoporte',
      { id_gasto: marked },
      { filename: 'r.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), type: 'application/pdf' },
    );
    expect(await limitsIn(marked)).toEqual([aboveLimit]);
  });

  test('is of one store where it is wanted', async () => {
    const id = await save({ id_tienda: scene.otherStore.id, valor: 1_000 });
    expect(await refusedFields(34_600)).toEqual([200]);
    await end(id);
    const both = { id_tienda: scene.store.id, id_formato: 1 };
    const { status } = await scene.browsers[1].call('/guardarTope', {
      id_categoria: categories.plain,
      clase: 'gasto',
      valor: 1,
      efecto: 'avisar',
      ...both,
    });
    expect(status).toBe(422);
  });
});

describe('a limit of each box', () => {
  test('is passed by one of two recordings at once', async () => {
    const sum = (await sumInBox()) / 100;
    const id = await save({ clase: 'caja', valor: sum + 30_000 });
    const answers = await Promise.all([send(20_300), send(20_700)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await sumInBox()).toBeLessThanOrEqual((sum + 30_000) * 100);
    // The form says it while it is typed.
    const { topes } = await must(scene.browsers[2], '/sugerenciasGasto', {
      id_tienda: scene.store.id,
    });
    expect(topes).toMatchObject([
      {
        clase: 'caja',
        ids: [categories.plain],
        sumas: [{ mes: '', valor: (await sumInBox()) / 100 }],
      },
    ]);
    await end(id);
  });
});

describe('a limit of each month', () => {
  test('counts the month of the purchase', async () => {
    const id = await save({ clase: 'mes', valor: 40_000, id_categoria: categories.maintenance });
    const form = { categoria: [categories.maintenance] };
    const { rows } = await sql<{ total: number | null }>`
      select sum(gastos.valor) as total from gastos
      inner join gasto_categoria on gasto_categoria.id_gasto = gastos.id
      where gasto_categoria.id_categoria = ${categories.maintenance}
        and substr(gastos.fecha_gasto, 1, 7) = ${today.slice(0, 7)}`.execute(scene.db);
    const spent = Number(rows[0]?.total ?? 0) / 100;
    await save({
      id_elemento: id,
      clase: 'mes',
      valor: spent + 10_000,
      id_categoria: categories.maintenance,
    });
    expect(await refusedFields(10_100, form)).toEqual([422, 'valor']);
    expect(await refusedFields(10_000, form)).toEqual([200]);
    for (const { id: one } of await must(scene.browsers[1], '/topes', {})) await end(one);
  });
});

describe('a required electronic invoice', () => {
  test('is asked from its value on, and its absence marked where that only warns', async () => {
    const id = await save({ clase: 'factura', valor: 30_000 });
    expect(await refusedFields(30_000)).toEqual([422, 'tipo_factura']);
    expect(await refusedFields(29_900)).toEqual([200]);
    expect(await refusedFields(31_600, { tipo_factura: 1, numero_factura: 'TOPE1' })).toEqual([
      200,
    ]);
    await save({ id_elemento: id, clase: 'factura', valor: 0, efecto: 'avisar' });
    const marked = await recorded(8_150);
    expect(await limitsIn(marked)).toEqual([needsInvoice]);
    const { id_caja } = await expenseRow(scene, marked);
    expect(await auditOf(scene, id_caja)).toEqual([]);
    expect(await auditSentences(scene)).toEqual([]);
  });
});

describe('a withholding', () => {
  beforeEach(async () => {
    for (const { id } of await must(scene.browsers[1], '/topes', {})) await end(id);
  });

  const settings = (more: object) =>
    scene.browsers[1].call('/configGeneral', { monto_maximo: 500_000, ...more });

  test('is marked from two UVT of 2026 on for a service, also when a queue brings it', async () => {
    const id = await save({ clase: 'servicio', valor: 9, efecto: 'avisar' });
    const { topes } = await must(scene.browsers[2], '/sugerenciasGasto', {
      id_tienda: scene.store.id,
    });
    expect(topes).toMatchObject([{ clase: 'servicio', valor: 104_748, ids: [categories.plain] }]);
    expect(await limitsIn(await recorded(104_747))).toEqual([]);
    expect(await limitsIn(await recorded(104_748))).toEqual([withholding]);
    expect(await limitsIn(await recorded(104_749, { sin_senal: 1 }))).toEqual([withholding]);
    // A category is a service or a purchase.
    const other = { id_categoria: categories.plain, clase: 'compra', valor: 0, efecto: 'avisar' };
    expect((await scene.browsers[1].call('/guardarTope', other)).status).toBe(409);
    await save({ id_elemento: id, clase: 'compra', efecto: 'impedir' });
    expect(await refusedFields(523_740)).toEqual([422, 'categoria']);
    expect(await refusedFields(523_739)).toEqual([200]);
  });

  test('follows a rule from its day on, which is to come and names its source', async () => {
    const rule = { uvt: 10_000, uvt_servicio: 1, uvt_compra: 1 };
    expect((await settings(rule)).status).toBe(422);
    expect((await settings({ ...rule, uvt_fuente: 'x', uvt_desde: today })).status).toBe(422);
    await save({ clase: 'servicio', efecto: 'avisar' });
    const before = await recorded(10_350);
    expect((await settings({ ...rule, uvt_fuente: 'Decreto de prueba' })).status).toBe(200);
    expect(await limitsIn(await recorded(10_450))).toEqual([]);
    scene.clock.advance(millisecondsInDay);
    // The sessions of the scene have ended: this test is the last one of the file.
    const clerk = await scene.signIn(2);
    const { answer } = await clerk.call('/enviarGasto', body(10_550));
    expect(await limitsIn(answer[0]?.id_gasto ?? 0)).toEqual([withholding]);
    expect(await limitsIn(before)).toEqual([]);
    expect(await auditSentences(scene)).toEqual([]);
  });
});
