/**
 * The maximum number of statements of the daily calls: with PostgreSQL each is a round trip. A bound for work on
 * rows allows a few more, but not one more per row.
 */
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
import { testPassword } from '#tests/kit/people.ts';
import { readHere } from '#tests/kit/reading.ts';
import { statementsOf } from '#tests/kit/sent-statements.ts';

const tenExpenses = () => Array.from({ length: 10 }, () => unlike());

describe('the number of statements is bounded for', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene({ oneProcess: true });
  });
  afterAll(() => scene.close());

  const atMost = async (bound: number, work: () => Promise<unknown>) => {
    const sent = await statementsOf(work);
    expect(sent).not.toEqual([]);
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(bound);
  };

  const asked =
    <Path extends CallPath>(profile: 2 | 3 | 6, path: Path, body: RequestOf<Path>) =>
    () =>
      must(scene.browsers[profile], path, body);

  test('a sign-in', async () => {
    const person = { email: scene.people[2].email, password: testPassword };
    await atMost(20, () => must(scene.client(), '/auth/user', person));
  });

  test('reading a session', async () => {
    const unknown = () => scene.browsers[2].call('/obtenerTiendaById', { id_tienda: -1 });
    await atMost(1, unknown);
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
    await atMost(11, asked(2, '/enviarGasto', form));
  });

  test('the receipt of an expense', async () => {
    const id_gasto = await record(scene, {}, { receipt: false });
    await atMost(9, () => attach(scene.browsers[2], id_gasto, 'once'));
  });

  test('a decision and the detail before it, in a box of ten expenses', async () => {
    const box = await boxIn(scene, 'supervision', tenExpenses());
    const [id_gasto = 0] = box.expenses;
    const decision = { id_caja: box.id, id_gasto, estado: 3 as const, ...approval };
    await atMost(5, asked(3, '/detalleGasto', { id_gasto }));
    await atMost(7, asked(3, '/guardarSupervisor', decision));
  });

  test('sending a box of ten expenses, approving them jointly and sending it on', async () => {
    const box = await boxIn(scene, 'open', tenExpenses());
    await atMost(18, asked(2, '/enviarCaja', { id_caja: box.id, id_tienda: box.id_tienda }));
    const approvals = { id_caja: box.id, gastos: box.expenses, observacion: 'Conforme' };
    await atMost(8, asked(3, '/aprobarGastos', approvals));
    expect(await expenseRow(scene, box.expenses[9] ?? 0)).toMatchObject({ estado: 3 });
    await atMost(14, asked(3, '/enviarCajaSupervisor', { id_caja: box.id }));
  });

  test('the lists and the search', async () => {
    await boxIn(scene, 'preliminary', tenExpenses());
    const page = { pagina: 1, limite: 20 };
    await atMost(4, asked(3, '/historialCajas', page));
    await atMost(4, asked(6, '/cajasPendientesContabilidad', { ...page, estado: 1 as const }));
    await atMost(8, asked(3, '/misPendientes', page));
    await atMost(8, () => readHere(scene, 2, '/buscar', { texto: 'bombillos' }));
  });
});
