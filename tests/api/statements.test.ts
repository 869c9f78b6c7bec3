/**
 * The maximum number of statements of the daily calls, and how often they wait for PostgreSQL. A bound for work on
 * rows allows a few more, but not one more per row.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { approval, boxIn } from '#tests/kit/box-stages.ts';
import { expenseRow } from '#tests/kit/box-rows.ts';
import {
  attach,
  categories,
  must,
  record,
  type Scene,
  startScene,
  today,
  unlike,
} from '#tests/kit/box-scene.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { testPassword } from '#tests/kit/people.ts';
import { readHere } from '#tests/kit/reading.ts';
import { sentBy } from '#tests/kit/sent-statements.ts';

const tenExpenses = () => Array.from({ length: 10 }, () => unlike());

describe('the number of statements is bounded for', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene({ oneProcess: true });
  });
  afterAll(() => scene.close());

  const atMost = async (
    { statements, waits }: { statements: number; waits: number },
    work: () => Promise<unknown>,
  ) => {
    const sent = await sentBy(work);
    expect(sent.texts).not.toEqual([]);
    expect(sent.texts.length, sent.texts.join('\n')).toBeLessThanOrEqual(statements);
    expect(sent.waits, sent.texts.join('\n')).toBeLessThanOrEqual(waits);
  };

  const asked =
    <Path extends CallPath>(profile: 2 | 3 | 6, path: Path, body: RequestOf<Path>) =>
    () =>
      must(scene.browsers[profile], path, body);

  test('a sign-in', async () => {
    const person = { email: scene.people[2].email, password: testPassword };
    await atMost({ statements: 21, waits: 16 }, () => must(scene.client(), '/auth/user', person));
  });

  test('reading a session', async () => {
    const unknown = () => scene.browsers[2].call('/obtenerTiendaById', { id_tienda: -1 });
    await atMost({ statements: 1, waits: 1 }, unknown);
  });

  test('recording an expense', async () => {
    const form = {
      id_tienda: scene.store.id,
      fecha_gasto: today,
      id_proveedor: scene.suppliers.known,
      recibo: 'UNO',
      valor: 10_000,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0 as const,
    };
    await atMost({ statements: 10, waits: 5 }, asked(2, '/enviarGasto', form));
  });

  test('the receipt of an expense', async () => {
    const id_gasto = await record(scene, {}, { receipt: false });
    await atMost({ statements: 10, waits: 6 }, () => attach(scene.browsers[2], id_gasto, 'once'));
  });

  test('a decision and the detail before it, in a box of ten expenses', async () => {
    const box = await boxIn(scene, 'supervision', tenExpenses());
    const [id_gasto = 0] = box.expenses;
    const decision = { id_caja: box.id, id_gasto, estado: 3 as const, ...approval };
    await atMost({ statements: 4, waits: 3 }, asked(3, '/detalleGasto', { id_gasto }));
    await atMost({ statements: 7, waits: 4 }, asked(3, '/guardarSupervisor', decision));
  });

  test('the detail of an expense that repeats another', async () => {
    const bought = unlike();
    const { expenses } = await boxIn(scene, 'supervision', [bought, bought]);
    const [first, id_gasto = 0] = expenses;
    const answers: unknown[] = [];
    await atMost({ statements: 5, waits: 4 }, async () => {
      answers.push(await must(scene.browsers[3], '/detalleGasto', { id_gasto }));
    });
    expect(answers).toEqual([[expect.objectContaining({ repetidos: [first] })]]);
  });

  const onPostgres = [testEngine()].filter((engine) => engine === 'postgres');
  test.each(onPostgres)('receipts and details, which %s plans once', async () => {
    const { expenses } = await boxIn(scene, 'open', tenExpenses());
    for (const id_gasto of expenses) {
      await attach(scene.browsers[2], id_gasto, `otra ${id_gasto}`);
      await must(scene.browsers[2], '/detalleGasto', { id_gasto });
    }
    const { rows } = await sql<{ statement: string; planned: number }>`
      select statement, custom_plans as planned from pg_prepared_statements
      where statement like '%"gastos"%' and custom_plans + generic_plans >= 10`.execute(scene.db);
    const repetitions = rows.filter(({ statement }) => statement.includes('recibo_normalizado'));
    expect(repetitions).not.toEqual([]);
    // PostgreSQL plans a statement five times before it decides for one plan.
    expect(rows.filter(({ planned }) => planned > 5)).toEqual([]);
  });

  test('sending a box of ten expenses, approving them jointly and sending it on', async () => {
    const box = await boxIn(scene, 'open', tenExpenses());
    await atMost(
      { statements: 13, waits: 8 },
      asked(2, '/enviarCaja', { id_caja: box.id, id_tienda: box.id_tienda }),
    );
    const approvals = { id_caja: box.id, gastos: box.expenses, observacion: 'Conforme' };
    await atMost({ statements: 8, waits: 5 }, asked(3, '/aprobarGastos', approvals));
    expect(await expenseRow(scene, box.expenses[9] ?? 0)).toMatchObject({ estado: 3 });
    await atMost(
      { statements: 12, waits: 9 },
      asked(3, '/enviarCajaSupervisor', { id_caja: box.id }),
    );
  });

  test('the lists and the search', async () => {
    await boxIn(scene, 'preliminary', tenExpenses());
    const page = { pagina: 1, limite: 20 };
    await atMost({ statements: 4, waits: 3 }, asked(3, '/historialCajas', page));
    await atMost(
      { statements: 4, waits: 4 },
      asked(6, '/cajasPendientesContabilidad', { ...page, estado: 1 as const }),
    );
    await atMost({ statements: 8, waits: 8 }, asked(3, '/misPendientes', page));
    await atMost({ statements: 8, waits: 8 }, () =>
      readHere(scene, 2, '/buscar', { texto: 'bombillos' }),
    );
  });
});
