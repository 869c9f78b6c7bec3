/**
 * Stores, boxes, payments and what is owed, by calls of the people whose turn it is or is not: after each of them the cash that a
 * drawer would hold, counted here, is what the fund says. tests/domain/fund-walk.test.ts does the same with the machines alone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { sql } from 'kysely';
import { auditStore } from '#server/operate/audit/audit-rows.ts';
import { seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { fundOfStore } from '#server/features/cases/fund.repository.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { boxRow, openBoxOf, openPdf } from '#tests/kit/box-rows.ts';
import { type Scene, attach, categories, must, startScene, today } from '#tests/kit/box-scene.ts';
import { approval, newStore, split } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { lengthOf, seed } from '#tests/kit/full-length.ts';
import { treasurer } from '#tests/kit/payment-scene.ts';

const CALLS = lengthOf('FUND_CALLS', { full: 2_500, short: 600 });
const base = 1_000_000;

let scene: Scene;
let treasury: TestClient;
beforeAll(async () => {
  scene = await startScene();
  treasury = await treasurer(scene);
});
afterAll(() => scene.close());

interface Expense {
  valor: number;
  box: number;
  isRejected: boolean;
  /** What its store answers for. */
  owed: number;
  /** The expense that it records again, and how much of it. */
  again: { origin: number; salda: number } | null;
}

interface Store {
  id: number;
  cash: number;
  /** From the oldest; the last one is open. */
  boxes: number[];
}

/** Money of a closed box on its way. */
interface Payment {
  granted: number;
  lote: number;
  isPaid: boolean;
}

test('keep the identity of the fund after every call', async () => {
  const { between, chance, pick } = seededRandom(seed);
  const stores: Store[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { id } = await newStore(scene);
    stores.push({ id, cash: base, boxes: [await openBoxOf(scene, id)] });
  }
  const expenses = new Map<number, Expense>();
  const payments = new Map<number, Payment>();
  let follows = true;
  let calls = 0;
  const accepted = new Map<string, number>();

  /** The answer of an accepted call; null for a refused one. */
  const ask = async <Path extends CallPath>(
    browser: TestClient,
    path: Path,
    body: RequestOf<Path>,
  ) => {
    calls += 1;
    const result = await browser.call(path, body);
    expect(result.status, `${path} ${JSON.stringify(result.body)}`).toBeLessThan(500);
    if (result.status !== 200) return null;
    accepted.set(path, (accepted.get(path) ?? 0) + 1);
    return result.answer;
  };

  const ofBox = (box: number) => [...expenses].filter(([, one]) => one.box === box);

  const recordIn = async (store: Store): Promise<void> => {
    const owing = [...expenses].filter(
      ([, { box, isRejected }]) => isRejected && store.boxes.includes(box),
    );
    const origin = owing.length > 0 && chance(0.5) ? pick(owing) : undefined;
    const valor = between(1, 90) * 1_000;
    const answer = await ask(scene.browsers[2], '/enviarGasto', {
      ...{ id_tienda: store.id, fecha_gasto: today, id_proveedor: scene.suppliers.known },
      ...{ recibo: `PASO${calls}`, valor, concepto: 'Compra', tipo_factura: 0 },
      ...{ categoria: [categories.plain], origen: origin?.[0] ?? null },
    });
    const id = answer?.[0]?.id_gasto;
    if (id === undefined) return;
    await attach(scene.browsers[2], id, 'un recibo');
    const salda = Math.min(valor, origin?.[1].owed ?? 0);
    if (origin !== undefined) origin[1].owed -= salda;
    const again = origin === undefined ? null : { origin: origin[0], salda };
    const box = store.boxes.at(-1) ?? 0;
    expenses.set(id, { valor, box, isRejected: false, owed: 0, again });
    // What is recorded again was bought once: its money had left the drawer the first time.
    store.cash += salda - valor;
  };

  const deleteIn = async (store: Store): Promise<void> => {
    const [id, expense] = ofBox(store.boxes.at(-1) ?? 0).at(-1) ?? [];
    if (id === undefined || expense === undefined) return;
    const body = { id_gasto: id, id_tienda: store.id };
    if ((await ask(scene.browsers[2], '/eliminarGasto', body)) === null) return;
    expenses.delete(id);
    store.cash += expense.valor;
    const origin = expenses.get(expense.again?.origin ?? 0);
    if (origin === undefined || expense.again === null || isReleased(origin.box)) return;
    origin.owed += expense.again.salda;
    store.cash -= expense.again.salda;
  };

  const closed = new Set<number>();
  const released = new Set<number>();
  const isReleased = (box: number): boolean => released.has(box);

  /** What a closing grants is to be paid; where nobody follows it, all of it is back at once. */
  const close = (store: Store, box: number): void => {
    closed.add(box);
    const own = ofBox(box).map(([, one]) => one);
    const sum = (some: readonly Expense[]) => some.reduce((all, { valor }) => all + valor, 0);
    if (follows) {
      const granted = sum(own.filter(({ isRejected }) => !isRejected));
      if (granted > 0) payments.set(box, { granted, lote: 0, isPaid: false });
      return;
    }
    released.add(box);
    for (const one of own) {
      // What was recorded again counts where it was recorded.
      store.cash += one.isRejected ? one.owed : one.valor;
      one.owed = 0;
    }
  };

  const decide = async (
    id_caja: number,
    active: number,
    id_gasto: number,
    one: Expense,
  ): Promise<void> => {
    const isRejected = chance(0.3);
    const own = { id_caja, id_gasto, observacion: approval.observacion, item: 0 as const };
    const reason = isRejected ? { id_rechazo: 1 } : {};
    const { browsers } = scene;
    const decided = {
      2: () =>
        ask(browsers[3], '/guardarSupervisor', { ...own, ...reason, estado: isRejected ? 4 : 3 }),
      9: () =>
        ask(browsers[6], '/guardarContabilidad', {
          ...own,
          ...(isRejected ? { ...reason, estado: 7 as const } : { estado: 6 as const }),
          ...(isRejected ? {} : split(one.valor)),
        }),
      4: () =>
        ask(browsers[6], '/guardarContabilidadFinal', {
          ...{ id_gasto, observacion: approval.observacion, ...reason },
          estado: isRejected ? 16 : 15,
        }),
    }[active];
    if (decided === undefined || (await decided()) === null || !isRejected) return;
    one.isRejected = true;
    one.owed = one.valor;
  };

  /** The states of an expense that wait for the people of a state of the box. */
  const waiting: Record<number, number> = { 2: 1, 9: 3, 4: 3 };

  const moveOn = async (store: Store, id_caja: number): Promise<void> => {
    const { browsers } = scene;
    const { active } = await boxRow(scene, id_caja);
    const undecided = await scene.db
      .selectFrom('gastos')
      .select('id')
      .where('id_caja', '=', id_caja)
      .where('estado', '=', waiting[active] ?? -1)
      .limit(1)
      .executeTakeFirst();
    const one = undecided && expenses.get(undecided.id);
    if (undecided && one) return decide(id_caja, active, undecided.id, one);
    switch (active) {
      case 0:
        if ((await ask(browsers[2], '/enviarCaja', { id_caja, id_tienda: store.id })) !== null)
          store.boxes.push(await openBoxOf(scene, store.id));
        return;
      case 2:
        await ask(browsers[3], '/enviarCajaSupervisor', { id_caja });
        return;
      case 9:
        await ask(browsers[6], '/enviarCajaContabilidadPrevia', { id_caja });
        await openPdf(scene, id_caja);
        return;
      case 3:
        await ask(browsers[2], '/enviarSoporteCaja', {
          ...{ id_caja, id_empresa: scene.companies.national, codigo: 'GUIA0001' },
        });
        return;
      case 4:
        if ((await ask(browsers[6], '/enviarCajaContabilidad', { id_caja })) !== null)
          close(store, id_caja);
        return;
    }
  };

  const payOn = async (store: Store, box: number): Promise<void> => {
    const payment = payments.get(box);
    const cajas = [box];
    const id_lote = payment?.lote ?? 1;
    const accounting = scene.browsers[6];
    const becomes = (isPaid: boolean) => {
      if (payment === undefined || payment.isPaid === isPaid) return;
      payment.isPaid = isPaid;
      store.cash += isPaid ? payment.granted : -payment.granted;
    };
    const answered = async (recibido: 0 | 1) => {
      const nota = recibido === 0 ? 'No está' : '';
      const body = { id_caja: box, recibido, nota };
      if ((await ask(scene.browsers[2], '/responderGiro', body)) !== null) becomes(recibido === 1);
    };
    const prepare = async () => {
      const answer = await ask(accounting, '/prepararGiros', { cajas });
      if (answer !== null && payment) payment.lote = answer[0]?.id_lote ?? 0;
    };
    const authorise = () => ask(treasury, '/autorizarGiros', { id_lote });
    const send = () => ask(accounting, '/enviarGiros', { id_lote, formato: 'csv' });
    const confirm = async () => {
      const body = { dia: today, giros: [{ id_caja: box, referencia: String(calls) }] };
      if ((await ask(accounting, '/confirmarGiros', body)) !== null) becomes(true);
    };
    const takeOut = () => ask(accounting, '/retirarGiros', { cajas });
    const giveBack = () => ask(accounting, '/devolverGiros', { cajas, motivo: 'Cuenta cerrada' });
    const [arrived, missing] = [() => answered(1), () => answered(0)];
    const acts: Record<string, (() => Promise<unknown>)[]> = {
      porGirar: [prepare],
      preparado: [authorise, authorise, takeOut],
      autorizado: [send, send, takeOut],
      enviado: [confirm, confirm, giveBack],
      girado: [arrived, missing],
      noRecibido: [confirm, giveBack, arrived],
    };
    const possible = acts[(await boxRow(scene, box)).giro ?? ''] ?? [];
    await pick(chance(0.9) && possible.length > 0 ? possible : Object.values(acts).flat())();
  };

  const settle = async (store: Store, box: number): Promise<void> => {
    const [id_gasto, one] = pick(ofBox(box));
    const answer = chance(0.5)
      ? await ask(scene.browsers[2], '/consignarGasto', { id_gasto, dia: today, nota: 'Al cajón' })
      : await ask(scene.browsers[6], '/asumirGasto', { id_gasto, motivo: 'Se perdió' });
    if (answer === null) return;
    store.cash += one.owed;
    one.owed = 0;
  };

  while (calls < CALLS) {
    const store = pick(stores);
    const turn = between(1, 24);
    const [open, done] = [false, true].map((is) =>
      store.boxes.filter((id) => closed.has(id) === is),
    );
    const paying = done?.filter((id) => payments.has(id)).slice(-3) ?? [];
    if (turn === 1) {
      follows = chance(0.8);
      const control_giros = follows ? 'si' : 'no';
      await ask(scene.browsers[1], '/configGeneral', { monto_maximo: base, control_giros });
    } else if (turn <= 5) await recordIn(store);
    else if (turn === 6) await deleteIn(store);
    else if (turn <= 8 && done?.length) await settle(store, pick(done));
    else if (turn <= 17 && paying.length) await payOn(store, pick(paying));
    else await moveOn(store, pick(open?.slice(0, 2) ?? []));
    const fund = await inSnapshot(scene.db, (trx) => fundOfStore(trx, store.id));
    const { current, enProceso, porGirar, aCargo, disponible } = fund;
    expect(disponible + current + enProceso + porGirar + aCargo).toBe(base * 100);
    expect(Math.min(current, enProceso, porGirar, aCargo)).toBeGreaterThanOrEqual(0);
    expect(disponible).toBe(store.cash * 100);
  }
  const listed = await must(scene.browsers[1], '/obtenerTiendas', { limite: 100 });
  for (const { id } of stores) {
    const count = await must(scene.browsers[6], '/arqueos', { id_tienda: id });
    const { en_proceso, por_girar, a_cargo_tienda, disponible } = count;
    const parts = { en_proceso, por_girar, a_cargo_tienda, disponible };
    const reembolso = en_proceso + por_girar;
    const fund = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda: id });
    const { total } = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda: id });
    expect(fund).toMatchObject({ ...parts, reembolso });
    expect(listed.find((one) => one.id === id)).toMatchObject({ ...parts, reembolso });
    expect(total).toBe(count.en_caja);
    expect((await inSnapshot(scene.db, (trx) => auditStore(trx, id))).differences).toEqual([]);
  }
  const { rows } = await sql<{ id_caja: number; vivos: number; valor: number }>`
    select id_caja, sum(case when estado in ('retirado', 'devuelto') then 0 else 1 end) as vivos,
      max(valor) as valor from giro group by id_caja`.execute(scene.db);
  for (const { id_caja, vivos, valor } of rows) {
    expect(Number(vivos)).toBeLessThanOrEqual(1);
    expect(Number(valor)).toBe((payments.get(id_caja)?.granted ?? 0) * 100);
  }
  const money = [
    ...['/prepararGiros', '/autorizarGiros', '/enviarGiros', '/confirmarGiros', '/retirarGiros'],
    ...['/devolverGiros', '/responderGiro', '/consignarGasto', '/asumirGasto', '/eliminarGasto'],
  ];
  expect(money.filter((path) => !accepted.has(path))).toEqual([]);
}, 600_000);
