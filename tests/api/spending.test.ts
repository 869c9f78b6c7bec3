/** What was spent by month: each figure equals a query of the test, within what the session sees. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { categories, must, reason, startScene } from '#tests/kit/box-scene.ts';
import { approval, boxIn, split, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const mes = '2026-06-01';

/** Five boxes: expenses of this month and of the last one, one rejected, one split, one reimbursed in part. */
const scene = perFile(async () => {
  const started = await startScene();
  const boxes: StagedBox[] = [];
  for (const [index, valor] of [10_000, 20_000, 60_000].entries())
    boxes.push(
      await boxIn(started, 'preliminary', [
        { valor: valor + 0.5, fecha_gasto: '2026-06-05' },
        { valor: 2 * valor, fecha_gasto: '2026-05-20' },
        { valor: 700 + index, fecha_gasto: '2026-06-06', categoria: [categories.other] },
      ]),
    );
  const rejected = await boxIn(started, 'supervision', [
    { valor: 5_000, fecha_gasto: '2026-06-07' },
  ]);
  await must(started.browsers[3], '/guardarSupervisor', {
    id_caja: rejected.id,
    id_gasto: rejected.expenses[0] ?? 0,
    estado: 4,
    id_rechazo: reason,
    ...approval,
  });
  const [first] = boxes;
  if (first === undefined) throw new Error('No box');
  await must(started.browsers[6], '/guardarContabilidad', {
    id_gasto: first.expenses[0] ?? 0,
    estado: 6,
    observacion: 'Revisado',
    ...split(10_000.5),
    item_valor: [4_000, 6_000.5],
    iva_item: [1, 2],
    categorias: [categories.plain, categories.other],
  });
  return Object.assign(started, { boxes });
});

const figures = (body: object, who: 4 | 6 | 7 | 8 = 6) =>
  must(scene.browsers[who], '/gastosPorMes', { mes, por: 'categoria', ...body });

/** Pesos by the value of an SQL expression, without any code of the program. */
async function summed(key: string, condition = 'true'): Promise<[string, number][]> {
  const { rows } = await sql<{ clave: string; valor: number }>`
    select ${sql.raw(key)} as clave, sum(
        case when g.item = 1 then p.valor_item
          when p.orden = 0 and g.reembolsar is not null then g.reembolsar
          when p.orden = 0 then g.valor else 0 end) as valor
    from gasto_categoria p join gastos g on g.id = p.id_gasto join cajas c on c.id = g.id_caja
      join categoria_gasto k on k.id = p.id_categoria join tiendas t on t.id = c.id_tienda
    where g.estado not in (4, 7, 10, 16) and c.active <> 0
      and g.fecha_gasto like '2026-06-%' and ${sql.raw(condition)}
    group by 1 order by 1`.execute(scene.db);
  return rows.map(({ clave, valor }) => [clave, Number(valor) / 100]);
}

const shown = (rows: readonly { clave: string; valor: number }[]): [string, number][] =>
  rows
    .map(({ clave, valor }): [string, number] => [clave, valor])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

describe('what was spent in a month', () => {
  test('by category, store and supplier equals a query, and so does each filter', async () => {
    const [box] = scene.boxes;
    const store = box?.id_tienda ?? 0;
    const byCategory = await figures({});
    expect(shown(byCategory.filas)).toEqual(await summed('k.nombre'));
    const [[category = ''] = []] = await summed('k.nombre');
    expect(byCategory.total).toBe(
      (await summed('k.nombre')).reduce((sum, [, valor]) => sum + valor, 0),
    );
    expect(shown((await figures({ por: 'tienda', categoria: category })).filas)).toEqual(
      await summed('cast(t.id as text)', `k.nombre = '${category}'`),
    );
    expect(shown((await figures({ por: 'proveedor', id_tienda: store })).filas)).toEqual(
      await summed('cast(g.id_proveedor as text)', `t.id = ${store}`),
    );
    expect(shown((await figures({ id_tienda: store })).filas)).toEqual(
      await summed('k.nombre', `t.id = ${store}`),
    );
  });

  test('is beside the median of the earlier months and that of the format', async () => {
    const { filas } = await figures({ por: 'tienda' });
    const own = scene.boxes.map(({ id_tienda }) =>
      filas.find(({ clave }) => clave === String(id_tienda)),
    );
    expect(own.map((row) => row?.mediana)).toEqual([20_000, 40_000, 120_000]);
    // 10.700,50, 20.701,50 and 60.702,50.
    expect(own.map((row) => row?.mediana_formato)).toEqual([20_701.5, 20_701.5, 20_701.5]);
    const perCategory = await figures({ id_tienda: scene.boxes[0]?.id_tienda });
    expect(perCategory.filas.map(({ mediana_formato }) => mediana_formato)).toEqual([
      702, 20_000.5,
    ]);
  });

  test('opens the expenses behind each figure', async () => {
    const { filas } = await figures({});
    for (const { clave, valor, gastos } of filas) {
      const listed = await must(scene.browsers[6], '/gastosDeMes', { mes, categoria: clave });
      expect(listed).toHaveLength(gastos);
      expect(listed.reduce((sum, row) => sum + Math.round(row.valor * 100), 0)).toBe(
        Math.round(valor * 100),
      );
    }
  });

  test('is empty in a month without expenses', async () => {
    expect(await figures({ mes: '2025-01-31' })).toEqual({
      tienda: '',
      total: 0,
      filas: [],
    });
  });
});

describe('the scope', () => {
  test('of a gerente is his stores; another one sees nothing of them', async () => {
    const all = await figures({ por: 'tienda' });
    expect((await figures({ por: 'tienda' }, 7)).filas).toEqual(all.filas);
    const store = scene.boxes[0]?.id_tienda ?? 0;
    await scene.db
      .updateTable('tiendas')
      .set({ id_gerente: scene.others.gerente.id })
      .where('id', '=', store)
      .execute();
    const own = await figures({ por: 'tienda' }, 8);
    expect(own.filas.map(({ clave }) => clave)).not.toContain(String(store));
    expect(own.filas.length).toBe(all.filas.length - 1);
    const refused = await scene.browsers[8].call('/gastosPorMes', {
      mes,
      por: 'categoria',
      id_tienda: store,
    });
    expect(refused.status).toBe(403);
    const listed = await must(scene.browsers[8], '/gastosDeMes', { mes });
    const expenses = new Set(listed.map(({ id_gasto }) => id_gasto));
    expect(scene.boxes[0]?.expenses.some((id) => expenses.has(id))).toBe(false);
  });
});
