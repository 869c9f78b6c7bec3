/**
 * Random calls about stores, boxes, movements, payments and owed amounts, and a ledger of the cash of each store: a line
 * of it is cash that somebody spent, brought or handed in, never what an event should have brought.
 */
import { expect } from 'vitest';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import type { SeededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { boxRow, openBoxOf, openPdf } from './box-rows.ts';
import { attach, categories, type Scene, today } from './box-scene.ts';
import { approval, newStore, split } from './box-stages.ts';
import type { TestClient } from './client.ts';
import { formWithBase, movementsOf, shortage } from './movement-scene.ts';

/** Base of each new fund, in pesos. */
const base = 1_000_000;

interface Expense {
  valor: number;
  box: number;
  isRejected: boolean;
  /** Amount owed by the person in charge. */
  owed: number;
  /** The expense that it records again, and the amount settled by it. */
  again: { origin: number; salda: number } | null;
}

interface Store {
  id: number;
  base: number;
  cash: number;
  /** The part of the base that it is asked to hand in. */
  asked: number;
  /** Shortages that are owed, by the id of the movement. */
  debts: Map<number, number>;
  /** From the oldest to the open box. */
  boxes: number[];
}

/** Payment of a closed box or of a movement. */
interface Payment {
  granted: number;
  /** What was kept back of it. */
  kept: number;
  lote: number;
  isPaid: boolean;
}

/** Undecided expense state for each box state with decisions, by code. */
const waiting: Record<number, number> = { 2: 1, 9: 3, 4: 3 };

const sumOf = (some: readonly Expense[]) => some.reduce((all, { valor }) => all + valor, 0);

export class FundWalk {
  readonly stores: Store[] = [];
  /** By key of the box or movement. */
  readonly payments = new Map<number, Payment>();
  /** Number of movements by kind and by whether payments are followed. */
  readonly moved = new Map<string, number>();
  /** Number of accepted calls by path. */
  readonly accepted = new Map<string, number>();
  readonly #expenses = new Map<number, Expense>();
  /** Keys of the movements with a payment, by store. */
  readonly #movements = new Map<number, number[]>();
  readonly #closed = new Set<number>();
  /** Boxes closed while payments were not tracked. */
  readonly #released = new Set<number>();
  readonly #scene: Scene;
  readonly #treasury: TestClient;
  readonly #random: SeededRandom;
  #follows = true;
  #calls = 0;

  constructor(scene: Scene, treasury: TestClient, random: SeededRandom) {
    this.#scene = scene;
    this.#treasury = treasury;
    this.#random = random;
  }

  async open(): Promise<void> {
    const { id } = await newStore(this.#scene);
    const boxes = [await openBoxOf(this.#scene, id)];
    this.stores.push({ id, base, cash: base, asked: 0, debts: new Map(), boxes });
  }

  /** Tries one random action. @returns the store */
  async step(): Promise<Store> {
    const { between, chance, pick } = this.#random;
    const store = pick(this.stores);
    if (this.#copies(store).length > 0 && chance(0.4)) {
      await (chance(0.5) ? this.#delete(store) : this.#correct(store));
      return store;
    }
    const turn = between(1, 30);
    const done = store.boxes.filter((id) => this.#closed.has(id));
    const paying = done.filter((id) => this.payments.has(id)).slice(-3);
    const moving = (this.#movements.get(store.id) ?? []).slice(-2);
    if (turn === 1) await this.#changeSetting();
    else if (turn <= 4) await this.#record(store);
    else if (turn === 5) await this.#correct(store);
    else if (turn === 6) await this.#delete(store);
    else if (turn <= 8 && done.length > 0) await this.#settle(store, pick(done));
    else if (turn <= 17 && paying.length > 0) await this.#pay(store, pick(paying));
    else if (turn <= 19 && moving.length > 0) await this.#pay(store, pick(moving));
    else if (turn === 20) await this.#changeBase(store);
    else if (turn === 21) await this.#handIn(store);
    else if (turn === 22) await this.#shortage(store);
    else if (turn === 23) await this.#settleShortage(store);
    else
      await this.#move(store, pick(store.boxes.filter((id) => !this.#closed.has(id)).slice(0, 2)));
    return store;
  }

  /** The answer of an accepted call; null for a refused one. */
  async #ask<Path extends CallPath>(browser: TestClient, path: Path, body: RequestOf<Path>) {
    this.#calls += 1;
    const result = await browser.call(path, body);
    expect(result.status, `${path} ${JSON.stringify(result.body)}`).toBeLessThan(500);
    if (result.status !== 200) return null;
    this.accepted.set(path, (this.accepted.get(path) ?? 0) + 1);
    return result.answer;
  }

  /** True for an expense that had settled another one before the box of that one counted as paid. */
  #isCopy({ again }: Expense): boolean {
    const origin = this.#expenses.get(again?.origin ?? 0);
    return again !== null && again.salda > 0 && !!origin && this.#released.has(origin.box);
  }

  /** Such expenses in the two latest boxes of a store. */
  #copies({ boxes }: Store): [number, Expense][] {
    return boxes
      .slice(-2)
      .flatMap((box) => this.#ofBox(box))
      .filter(([, one]) => this.#isCopy(one));
  }

  #note(act: 'deleted' | 'corrected', one: Expense): void {
    if (!this.#isCopy(one)) return;
    this.accepted.set(`${act} copy`, (this.accepted.get(`${act} copy`) ?? 0) + 1);
  }

  #ofBox(box: number): [number, Expense][] {
    return [...this.#expenses].filter(([, one]) => one.box === box);
  }

  async #changeSetting(): Promise<void> {
    this.#follows = this.#random.chance(0.6);
    const control_giros = this.#follows ? 'si' : 'no';
    const body = { monto_maximo: base, control_giros } as const;
    await this.#ask(this.#scene.browsers[1], '/configGeneral', body);
  }

  async #record(store: Store): Promise<void> {
    const { between, chance, pick } = this.#random;
    const browser = this.#scene.browsers[2];
    const rejected = [...this.#expenses].filter(
      ([, { box, isRejected }]) => isRejected && store.boxes.includes(box),
    );
    // The latest ones have boxes that are not closed.
    const origin = rejected.length > 0 && chance(0.5) ? pick(rejected.slice(-3)) : undefined;
    const valor = between(1, 90) * 1_000;
    const answer = await this.#ask(browser, '/enviarGasto', {
      ...{ id_tienda: store.id, fecha_gasto: today, id_proveedor: this.#scene.suppliers.known },
      ...{ recibo: `PASO${this.#calls}`, valor, concepto: 'Compra', tipo_factura: 0 },
      ...{ categoria: [categories.plain], origen: origin?.[0] ?? null },
    });
    const id = answer?.[0]?.id_gasto;
    if (id === undefined) return;
    await attach(browser, id, 'un recibo');
    const salda = Math.min(valor, origin?.[1].owed ?? 0);
    if (origin !== undefined) origin[1].owed -= salda;
    const again = origin === undefined ? null : { origin: origin[0], salda };
    const box = store.boxes.at(-1) ?? 0;
    this.#expenses.set(id, { valor, box, isRejected: false, owed: 0, again });
    // The cash for an expense that is recorded again was spent the first time.
    store.cash += salda - valor;
  }

  async #delete(store: Store): Promise<void> {
    const open = this.#ofBox(store.boxes.at(-1) ?? 0);
    const [id, expense] = open.find(([, { again }]) => again !== null) ?? open.at(-1) ?? [];
    if (id === undefined || expense === undefined) return;
    const body = { id_gasto: id, id_tienda: store.id };
    if ((await this.#ask(this.#scene.browsers[2], '/eliminarGasto', body)) === null) return;
    this.#note('deleted', expense);
    this.#expenses.delete(id);
    store.cash += expense.valor;
    this.#oweAgain(store, expense);
  }

  /** What an expense took over from a rejected one is owed again, unless the box of that one counts as paid. */
  #oweAgain(store: Store, { again }: Expense): void {
    const origin = this.#expenses.get(again?.origin ?? 0);
    if (!origin || again === null || this.#released.has(origin.box)) return;
    origin.owed += again.salda;
    store.cash -= again.salda;
    again.salda = 0;
  }

  /** The store corrects the value of an expense that the supervisor rejected and still has. */
  async #correct(store: Store): Promise<void> {
    const { between, pick } = this.#random;
    const { db, browsers, suppliers } = this.#scene;
    const rows = await db
      .selectFrom('gastos')
      .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
      .select('gastos.id')
      .where('cajas.id_tienda', '=', store.id)
      .where('cajas.active', '=', 2)
      .where('gastos.estado', '=', 4)
      .orderBy('gastos.id')
      .execute();
    const rejected = rows.flatMap(({ id }) => {
      const one = this.#expenses.get(id);
      return one === undefined ? [] : [[id, one] as const];
    });
    if (rejected.length === 0) return;
    const [id, one] = rejected.find(([, each]) => this.#isCopy(each)) ?? pick(rejected);
    const valor = between(1, 90) * 1_000;
    this.#calls += 1;
    const { status, body } = await browsers[2].upload(
      '/corregirGasto',
      {
        ...{ id_gasto: id, fecha_gasto: today, id_proveedor: suppliers.known, valor },
        ...{ recibo: `PASO${this.#calls}`, concepto: 'Compra', tipo_factura: 0 },
        ...{ categoria: [categories.plain] },
      },
      null,
    );
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    if (status !== 200) return;
    this.accepted.set('/corregirGasto', (this.accepted.get('/corregirGasto') ?? 0) + 1);
    this.#note('corrected', one);
    store.cash += one.valor - valor;
    const changed = one.valor !== valor;
    Object.assign(one, { valor, isRejected: false, owed: 0 });
    if (!changed || one.again === null) return;
    this.#oweAgain(store, one);
    const origin = this.#expenses.get(one.again.origin);
    if (origin === undefined || this.#released.has(origin.box)) return;
    one.again.salda = Math.min(valor, origin.owed);
    origin.owed -= one.again.salda;
    store.cash += one.again.salda;
  }

  /** One step of a box: decides a pending expense, otherwise sends the box. */
  async #move(store: Store, id_caja: number): Promise<void> {
    const { browsers, companies, db } = this.#scene;
    const { active } = await boxRow(this.#scene, id_caja);
    const undecided = await db
      .selectFrom('gastos')
      .select('id')
      .where('id_caja', '=', id_caja)
      .where('estado', '=', waiting[active] ?? -1)
      .limit(1)
      .executeTakeFirst();
    const one = undecided && this.#expenses.get(undecided.id);
    if (undecided && one) return this.#decide(id_caja, active, undecided.id, one);
    switch (active) {
      case 0: {
        const body = { id_caja, id_tienda: store.id };
        if ((await this.#ask(browsers[2], '/enviarCaja', body)) !== null)
          store.boxes.push(await openBoxOf(this.#scene, store.id));
        return;
      }
      case 2:
        await this.#ask(browsers[3], '/enviarCajaSupervisor', { id_caja });
        return;
      case 9:
        await this.#ask(browsers[6], '/enviarCajaContabilidadPrevia', { id_caja });
        await openPdf(this.#scene, id_caja);
        return;
      case 3:
        await this.#ask(browsers[2], '/enviarSoporteCaja', {
          ...{ id_caja, id_empresa: companies.national, codigo: 'GUIA0001' },
        });
        return;
      case 4:
        if ((await this.#ask(browsers[6], '/enviarCajaContabilidad', { id_caja })) !== null)
          this.#close(store, id_caja);
        return;
    }
  }

  async #decide(id_caja: number, active: number, id_gasto: number, one: Expense): Promise<void> {
    const isRejected = this.#random.chance(one.again === null ? 0.3 : 0.6);
    const { browsers } = this.#scene;
    const { observacion } = approval;
    const own = { id_caja, id_gasto, observacion, item: 0 as const };
    const reason = isRejected ? { id_rechazo: 1 } : {};
    const decided = {
      2: () =>
        this.#ask(browsers[3], '/guardarSupervisor', {
          ...{ ...own, ...reason, estado: isRejected ? 4 : 3 },
        }),
      9: () =>
        this.#ask(browsers[6], '/guardarContabilidad', {
          ...own,
          ...(isRejected ? { ...reason, estado: 7 as const } : { estado: 6 as const }),
          ...(isRejected ? {} : split(one.valor)),
        }),
      4: () =>
        this.#ask(browsers[6], '/guardarContabilidadFinal', {
          ...{ id_gasto, observacion, ...reason, estado: isRejected ? 16 : 15 },
        }),
    }[active];
    if (decided === undefined || (await decided()) === null || !isRejected) return;
    one.isRejected = true;
    one.owed = one.valor;
  }

  /** The granted amount of a closed box is to be paid; without tracked payments it is back at once. */
  #close(store: Store, box: number): void {
    this.#closed.add(box);
    const own = this.#ofBox(box).map(([, one]) => one);
    if (this.#follows) {
      const granted = sumOf(own.filter(({ isRejected }) => !isRejected));
      if (granted > 0) this.payments.set(box, { granted, kept: 0, lote: 0, isPaid: false });
      return;
    }
    this.#released.add(box);
    for (const one of own) {
      // An expense recorded again counts where it was recorded again.
      store.cash += one.isRejected ? one.owed : one.valor;
      one.owed = 0;
    }
  }

  /** A call that the state of the payment allows, or occasionally another one. */
  async #pay(store: Store, box: number): Promise<void> {
    const { chance, pick } = this.#random;
    const payment = this.payments.get(box);
    const cajas = [box];
    const id_lote = payment?.lote ?? 1;
    const accounting = this.#scene.browsers[6];
    const becomes = (isPaid: boolean) => {
      if (payment === undefined || payment.isPaid === isPaid) return;
      payment.isPaid = isPaid;
      const paid = payment.granted - payment.kept;
      store.cash += isPaid ? paid : -paid;
      if (box < 0) this.#count(isPaid ? 'giro de un movimiento' : 'giro devuelto');
    };
    const answered = async (recibido: 0 | 1) => {
      const body = { id_caja: box, recibido, nota: recibido === 0 ? 'No está' : '' };
      // Whatever the store says, no cash moves.
      await this.#ask(this.#scene.browsers[2], '/responderGiro', body);
    };
    const prepare = async () => {
      const keeps = box > 0 && store.asked > 0 && chance(0.7);
      const body = { cajas, ...(keeps && { retener: cajas }) };
      const answer = await this.#ask(accounting, '/prepararGiros', body);
      if (answer === null || !payment) return;
      payment.lote = answer[0]?.id_lote ?? 0;
      if (!keeps) return;
      // No cash moves: less is paid, and less is asked of the store.
      payment.kept += store.asked;
      store.base -= store.asked;
      store.asked = 0;
      this.#count('disminución retenida');
    };
    const authorise = () => this.#ask(this.#treasury, '/autorizarGiros', { id_lote });
    const send = () => this.#ask(accounting, '/enviarGiros', { id_lote });
    const confirm = async () => {
      const body = { dia: today, giros: [{ id_caja: box, referencia: String(this.#calls) }] };
      if ((await this.#ask(accounting, '/confirmarGiros', body)) !== null) becomes(true);
    };
    const takeOut = () => this.#ask(accounting, '/retirarGiros', { cajas });
    const giveBack = () =>
      this.#ask(accounting, '/devolverGiros', { cajas, motivo: 'Cuenta cerrada' });
    const propose = () =>
      this.#ask(accounting, '/proponerDevolucion', { cajas, motivo: 'El banco lo devolvió' });
    const agree = async () => {
      const agreed = await this.#ask(this.#treasury, '/resolverDevolucion', { cajas, aprueba: 1 });
      if (agreed !== null) becomes(false);
    };
    const refuse = () => this.#ask(this.#treasury, '/resolverDevolucion', { cajas, aprueba: 0 });
    const [arrived, missing] = [() => answered(1), () => answered(0)];
    const acts: Record<string, (() => Promise<unknown>)[]> = {
      porGirar: [prepare],
      preparado: [authorise, authorise, takeOut],
      autorizado: [send, send, takeOut],
      enviado: [confirm, confirm, giveBack],
      girado: [arrived, missing, propose],
      noRecibido: [confirm, propose, arrived],
      recibido: [propose],
      devolucionPropuesta: [agree, refuse, arrived],
    };
    const possible = acts[await this.#stateOf(box)] ?? [];
    await pick(chance(0.9) && possible.length > 0 ? possible : Object.values(acts).flat())();
  }

  async #stateOf(key: number): Promise<string> {
    if (key > 0) return (await boxRow(this.#scene, key)).giro ?? '';
    const row = await this.#scene.db
      .selectFrom('movimiento_fondo')
      .select('giro')
      .where('id', '=', -key)
      .executeTakeFirstOrThrow();
    return row.giro ?? '';
  }

  #count(movement: string): void {
    const name = `${movement}, control_giros = ${this.#follows ? 'sí' : 'no'}`;
    this.moved.set(name, (this.moved.get(name) ?? 0) + 1);
  }

  /** A movement that its own payment brings; when payments are not followed, the company brings it at once. */
  async #brought(store: Store, movement: string, granted: number): Promise<void> {
    this.#count(movement);
    if (!this.#follows) {
      store.cash += granted;
      return;
    }
    const { id } = await this.#scene.db
      .selectFrom('movimiento_fondo')
      .select('id')
      .where('id_tienda', '=', store.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    this.payments.set(-id, { granted, kept: 0, lote: 0, isPaid: false });
    this.#movements.set(store.id, [...(this.#movements.get(store.id) ?? []), -id]);
  }

  /** An administrator raises or lowers the base; the form of a store with a decrease shows the asked base. */
  async #changeBase(store: Store): Promise<void> {
    const { between, chance } = this.#random;
    const change = between(1, 60) * 1_000 * (chance(0.5) ? 1 : -1);
    const wanted = Math.max(0, store.base + change);
    const form = await formWithBase(this.#scene, store.id, wanted);
    if ((await this.#ask(this.#scene.browsers[1], '/editarTienda', form)) === null) return;
    if (wanted > store.base) {
      await this.#brought(store, 'aumento', wanted - store.base);
      store.base = wanted;
    }
    store.asked = Math.max(0, store.base - wanted);
    if (store.asked > 0) this.#count('disminución pedida');
  }

  /** The store, or accounting, hands in the asked part of the base. */
  async #handIn(store: Store): Promise<void> {
    const [row] = (await movementsOf(this.#scene, store.id)).filter(
      ({ estado }) => estado === 'pedida',
    );
    if (row === undefined) return;
    const browser = this.#scene.browsers[this.#random.chance(0.5) ? 2 : 6];
    const body = { id_movimiento: row.id, dia: today, referencia: String(this.#calls) };
    if ((await this.#ask(browser, '/consignarMovimiento', body)) === null) return;
    store.cash -= store.asked;
    store.base -= store.asked;
    store.asked = 0;
    this.#count('disminución consignada');
  }

  async #shortage(store: Store): Promise<void> {
    const valor = this.#random.between(1, 20) * 1_000;
    store.debts.set(await shortage(this.#scene, store.id, valor), valor);
    store.cash -= valor;
    this.#count('faltante');
  }

  async #settleShortage(store: Store): Promise<void> {
    const [id_movimiento, valor = 0] = [...store.debts][0] ?? [];
    if (id_movimiento === undefined) return;
    if (this.#random.chance(0.5)) {
      const body = { id_movimiento, dia: today, referencia: 'Al cajón' };
      if ((await this.#ask(this.#scene.browsers[2], '/consignarMovimiento', body)) === null) return;
      store.cash += valor;
      this.#count('faltante consignado');
    } else {
      const body = { id_movimiento, motivo: 'Lo robaron' };
      if ((await this.#ask(this.#treasury, '/asumirMovimiento', body)) === null) return;
      await this.#brought(store, 'faltante asumido', valor);
    }
    store.debts.delete(id_movimiento);
  }

  /** The owed amount of an expense is paid in, or taken over by the company, which then has to bring it. */
  async #settle(store: Store, box: number): Promise<void> {
    const { chance, pick } = this.#random;
    const { browsers } = this.#scene;
    const [id_gasto, one] = pick(this.#ofBox(box));
    const { owed } = one;
    if (chance(0.5)) {
      const body = { id_gasto, dia: today, nota: 'Al cajón' };
      if ((await this.#ask(browsers[2], '/consignarGasto', body)) === null) return;
      store.cash += owed;
    } else {
      // Another person than the accountant who prepares the payments.
      const body = { id_gasto, motivo: 'Se perdió' };
      if ((await this.#ask(this.#treasury, '/asumirGasto', body)) === null) return;
      await this.#brought(store, 'gasto asumido', owed);
    }
    one.owed = 0;
  }
}
