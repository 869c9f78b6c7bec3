/** How many statements the database is sent for the calls of every day: with PostgreSQL each is a way there and back. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { LibsqlDatabase } from '#server/platform/database/sqlite-dialect.ts';
import { approval, boxIn } from '#tests/kit/box-stages.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { expenseRow } from '#tests/kit/box-rows.ts';
import {
  attach,
  categories,
  record,
  type Scene,
  startScene,
  today,
  unlike,
} from '#tests/kit/box-scene.ts';

/** Statements of one piece of work, those that begin and end its transactions counted. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const ofPostgres = vi.spyOn(pg.Client.prototype, 'query');
  const ofSqlite = vi.spyOn(LibsqlDatabase.prototype, 'prepare');
  try {
    await work();
    const calls: unknown[][] = [...ofPostgres.mock.calls, ...ofSqlite.mock.calls];
    return calls.map(([text]) => String(text));
  } finally {
    ofPostgres.mockRestore();
    ofSqlite.mockRestore();
  }
}

describe('the statements of', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene({ oneProcess: true });
  });
  afterAll(() => scene.close());

  const asked =
    <Path extends CallPath>(profile: 2 | 3 | 6, path: Path, body: RequestOf<Path>) =>
    async () => {
      const { status, body: answer } = await scene.browsers[profile].call(path, body);
      expect({ status, answer }).toMatchObject({ status: 200 });
    };

  const nothing = async () => undefined;

  test('a session are one: what counts them works', async () => {
    const unknown = () => scene.browsers[2].call('/obtenerTiendaById', { id_tienda: -1 });
    expect(await statementsOf(nothing)).toEqual([]);
    expect((await statementsOf(unknown)).length).toBe(1);
  });

  test('recording an expense are at most twelve', async () => {
    const { id } = scene.store;
    const form = {
      id_tienda: id,
      fecha_gasto: today,
      id_proveedor: scene.suppliers.known,
      recibo: 'UNO',
      valor: 10_000,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0 as const,
    };
    expect((await statementsOf(asked(2, '/enviarGasto', form))).length).toBeLessThanOrEqual(12);
  });

  test('a receipt are at most nine, and one for a content that is in the database', async () => {
    const id_gasto = await record(scene, {}, { receipt: false });
    const sent = await statementsOf(() => attach(scene.browsers[2], id_gasto, 'once'));
    expect(sent.length).toBeLessThanOrEqual(testEngine() === 'postgres' ? 10 : 9);
  });

  test('a decision are at most eight, whatever else is in the box', async () => {
    const box = await boxIn(scene, 'supervision', [{}, {}, {}]);
    const [id_gasto = 0] = box.expenses;
    const decision = { id_caja: box.id, id_gasto, estado: 3 as const, ...approval };
    expect(
      (await statementsOf(asked(3, '/guardarSupervisor', decision))).length,
    ).toBeLessThanOrEqual(8);
  });

  test('an approval of ten expenses at once are at most nine', async () => {
    const box = await boxIn(
      scene,
      'supervision',
      Array.from({ length: 10 }, () => unlike()),
    );
    const approvals = { id_caja: box.id, gastos: box.expenses, observacion: 'Conforme' };
    const sent = await statementsOf(asked(3, '/aprobarGastos', approvals));
    expect(await expenseRow(scene, box.expenses[9] ?? 0)).toMatchObject({ estado: 3 });
    expect(sent.length).toBeLessThanOrEqual(9);
  });

  test('the detail of an expense are at most five', async () => {
    const box = await boxIn(scene, 'supervision', [{ valor: 91_700 }]);
    const detail = { id_gasto: box.expenses[0] ?? 0 };
    expect((await statementsOf(asked(3, '/detalleGasto', detail))).length).toBeLessThanOrEqual(5);
  });

  test('a page of the history are at most three, and of what waits for accounting', async () => {
    const page = { pagina: 1, limite: 20 };
    expect((await statementsOf(asked(3, '/historialCajas', page))).length).toBeLessThanOrEqual(3);
    await boxIn(scene, 'preliminary', [{}]);
    const pending = asked(6, '/cajasPendientesContabilidad', { ...page, estado: 1 as const });
    expect((await statementsOf(pending)).length).toBeLessThanOrEqual(3);
  });
});
