/**
 * Random calls about stores, boxes, movements, payments, owed amounts, vales, cash counts and handovers, and a ledger of
 * the cash of each store: a line of it is cash that somebody spent, brought, handed in or missed, never what an event
 * should have brought.
 */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { denominations } from '#contract/cash.ts';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import type { SeededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { boxRow, openBoxOf, openPdf } from './box-rows.ts';
import { attach, categories, must, type Scene, today } from './box-scene.ts';
import { approval, newStore, split } from './box-stages.ts';
import type { TestClient } from './client.ts';
import { addWithholding, splitWithheld } from './entries.ts';
import { formWithBase, movementsOf } from './movement-scene.ts';
import { treasurer } from './payment-scene.ts';
import { addPerson, type Person } from './people.ts';

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

/** A movement that somebody owes. */
interface Debt {
  kind: 'faltante' | 'vale a cargo';
  valor: number;
  debtor: number;
}

/** Cash that was handed out before its receipt. */
interface Vale {
  valor: number;
  giver: number;
  /** The receipts of an opening: several expenses use it up, and no difference comes back. */
  isOfOpening?: true;
}

/** A count whose difference nobody has settled. */
interface Count {
  id: number;
  /** Counted less expected cash. */
  difference: number;
  custodian: number;
}

interface Store {
  id: number;
  base: number;
  /** Cash that the drawer has once each confirmed payment has arrived, as far as anybody knows. */
  cash: number;
  /** Cash that was lost (negative) or left over, and that no settled count has found. */
  extra: number;
  /** The part of the base that it is asked to hand in. */
  asked: number;
  /** By the id of the movement. */
  debts: Map<number, Debt>;
  /** Vales that are out, by id. */
  vales: Map<number, Vale>;
  /** From the oldest. */
  counts: Count[];
  /** Place in `keepers` of the person in charge. */
  keeper: number;
  /** Id of the last movement of a vale that became a debt. */
  charged: number;
  /** From the oldest to the open box. */
  boxes: number[];
  /** What was opened; null for a store without an opening. */
  opening: Opening | null;
}

interface Opening {
  /** The movement of the opening. */
  id: number;
  /** The store before it. */
  before: Pick<Store, 'base' | 'cash'>;
  /** Keys of the boxes from before it. */
  boxes: number[];
  custodian: number;
}

/** Payment of a closed box or of a movement. */
interface Payment {
  granted: number;
  /** What was kept back of it. */
  kept: number;
  lote: number;
  isPaid: boolean;
  /** What the store said since it was last paid. */
  isReceived: boolean;
  isClaimed: boolean;
}

/** A person in charge of stores. */
interface Keeper {
  id: number;
  browser: TestClient;
}

const unpaid = (granted: number): Payment => ({
  granted,
  kept: 0,
  lote: 0,
  isPaid: false,
  isReceived: false,
  isClaimed: false,
});

/** Pieces that have this value. @param cash pesos, of whole coins of 50 */
function piecesOf(cash: number): number[] {
  let rest = cash;
  return denominations.map(({ valor }) => {
    const pieces = Math.floor(rest / valor);
    rest -= pieces * valor;
    return pieces;
  });
}

/** What a walk counts: movements, vales, counts and handovers. */
export const fundMovements = [
  ...(['aumento', 'disminución pedida', 'disminución consignada', 'disminución retenida'] as const),
  ...(['gasto asumido', 'faltante', 'faltante consignado', 'faltante asumido'] as const),
  ...(['giro de un movimiento', 'giro devuelto', 'vale dado', 'vale legalizado'] as const),
  ...([
    'vale devuelto',
    'vale a cargo',
    'vale a cargo consignado',
    'vale a cargo asumido',
  ] as const),
  ...(['arqueo que cuadra', 'arqueo con faltante', 'arqueo con sobrante'] as const),
  ...(['arqueo corregido', 'sobrante entregado', 'relevo'] as const),
  ...(['apertura', 'apertura deshecha'] as const),
  ...(['caja anterior reconocida en parte', 'recibos de la apertura'] as const),
];
type FundMovement = (typeof fundMovements)[number];

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
  readonly #keepers: readonly [Keeper, Keeper];
  readonly #random: SeededRandom;
  /** Tax that is a withholding. */
  readonly #withholding: number;
  #follows = true;
  /** A store that nothing has touched since it was created, or since its opening was taken back. */
  #untouched: Store | null = null;
  #calls = 0;

  private constructor(
    scene: Scene,
    treasury: TestClient,
    second: Keeper,
    random: SeededRandom,
    withholding: number,
  ) {
    this.#scene = scene;
    this.#treasury = treasury;
    this.#keepers = [{ id: scene.people[2].id, browser: scene.browsers[2] }, second];
    this.#random = random;
    this.#withholding = withholding;
  }

  static async start(scene: Scene, random: SeededRandom): Promise<FundWalk> {
    const { id, email }: Person = await addPerson(scene.db, {
      profile: 2,
      email: 'relevo.paseo@cajamenor.test',
    });
    const second = { id, browser: await scene.signIn(email) };
    const withholding = await addWithholding(scene);
    return new FundWalk(scene, await treasurer(scene), second, random, withholding);
  }

  #keeperOf({ keeper }: Store): Keeper {
    return this.#keepers[keeper === 0 ? 0 : 1];
  }

  async open(): Promise<Store> {
    const { id } = await newStore(this.#scene);
    const boxes = [await openBoxOf(this.#scene, id)];
    const store: Store = {
      id,
      base,
      cash: base,
      extra: 0,
      asked: 0,
      boxes,
      keeper: 0,
      charged: 0,
      debts: new Map(),
      vales: new Map(),
      counts: [],
      opening: null,
    };
    this.stores.push(store);
    return store;
  }

  /** A store that begins, which nothing has touched: half of its fund, at least, is out of its drawer. */
  async #openFund(): Promise<Store> {
    const store = this.#untouched ?? (await this.open());
    const { between } = this.#random;
    const [efectivo, debe, recibos] = [
      between(1, 400) * 1_000,
      between(1, 40) * 1_000,
      between(1, 60) * 1_000,
    ];
    const cajas = [1, 2].map((numero) => ({
      numero,
      valor: between(20, 200) * 1_000,
      dia: '2026-06-02',
    }));
    const boxes = cajas.reduce((sum, { valor }) => sum + valor, 0);
    const wanted = base + between(0, 50) * 1_000;
    const answer = await this.#ask(this.#scene.browsers[1], '/abrirFondo', {
      id_tienda: store.id,
      base: wanted,
      efectivo,
      debe,
      sin_registrar: recibos,
      siguiente: 3,
      cajas,
    });
    this.#untouched = null;
    const id = answer?.[0]?.id_movimiento;
    if (id === undefined) return store;
    this.#count('apertura');
    this.#scene.clock.advance(1);
    const custodian = this.#keeperOf(store).id;
    const lines = await this.#scene.db
      .selectFrom('movimiento_fondo')
      .select(['id', 'valor', 'caja_externa', 'id_deudor'])
      .where('id_movimiento', '=', id)
      .execute();
    const toBring = lines.filter(({ id_deudor }) => id_deudor === null);
    store.opening = {
      id,
      before: { base: store.base, cash: store.cash },
      boxes: toBring.flatMap((line) => (line.caja_externa === null ? [] : [-line.id])),
      custodian,
    };
    store.base = wanted;
    store.cash = efectivo;
    const rest = wanted - efectivo - debe - recibos - boxes;
    expect(toBring.map(({ valor }) => Number(valor) / 100)).toEqual([
      ...cajas.map(({ valor }) => valor),
      rest,
    ]);
    // The company brings at once what is not followed.
    if (!this.#follows) store.cash += boxes + rest;
    else
      for (const line of toBring) {
        this.payments.set(-line.id, unpaid(Number(line.valor) / 100));
        this.#movements.set(store.id, [...(this.#movements.get(store.id) ?? []), -line.id]);
      }
    const owed = lines.find(({ id_deudor }) => id_deudor !== null);
    store.debts.set(owed?.id ?? 0, { kind: 'faltante', valor: debe, debtor: custodian });
    const [vale] = (await must(this.#scene.browsers[4], '/vales', { id_tienda: store.id })).vales;
    store.vales.set(vale?.id ?? 0, { valor: recibos, giver: custodian, isOfOpening: true });
    return store;
  }

  /** The administrator takes an opening back; of a store where something followed it, the server refuses it. */
  async #takeBack(): Promise<void> {
    const store = await this.#openFund();
    const { opening } = store;
    if (opening === null) return;
    const body = { id_movimiento: opening.id, motivo: 'Era otra tienda' };
    if ((await this.#ask(this.#scene.browsers[1], '/deshacerApertura', body)) === null) return;
    Object.assign(store, { ...opening.before, opening: null });
    store.debts.clear();
    store.vales.clear();
    for (const key of this.#movements.get(store.id) ?? []) this.payments.delete(key);
    this.#movements.delete(store.id);
    this.#untouched = store;
    this.#count('apertura deshecha');
  }

  /** Accounting grants less of a box from before the opening: no cash moves, and the difference is owed. */
  async #grantLess(): Promise<void> {
    const { between, chance } = this.#random;
    const isOpen = (key: number) => this.payments.get(key)?.isPaid === false;
    const store =
      this.stores.find(({ opening }) => opening?.boxes.some(isOpen)) ?? (await this.#openFund());
    const key = store.opening?.boxes.find(isOpen);
    const payment = this.payments.get(key ?? 0);
    if (key === undefined || payment === undefined || store.opening === null) return;
    const left = payment.granted - payment.kept;
    const valor = chance(0.3) ? 0 : between(1, left / 1_000) * 1_000 - 1_000;
    const motivo = `Sin soporte ${this.#calls}`;
    const body = { id_movimiento: -key, valor, motivo };
    if ((await this.#ask(this.#scene.browsers[6], '/reconocerMenos', body)) === null) return;
    const { id } = await this.#scene.db
      .selectFrom('movimiento_fondo')
      .select('id')
      .where('motivo', '=', motivo)
      .executeTakeFirstOrThrow();
    const debt = { kind: 'faltante' as const, valor: left - valor };
    store.debts.set(id, { ...debt, debtor: store.opening.custodian });
    payment.kept += left - valor;
    if (valor === 0) {
      this.payments.delete(key);
      const others = (this.#movements.get(store.id) ?? []).filter((one) => one !== key);
      this.#movements.set(store.id, others);
    }
    this.#count('caja anterior reconocida en parte');
  }

  /** A part of the receipts of an opening is recorded. */
  async #recordReceipt(): Promise<void> {
    const hasReceipts = ({ vales }: Store) => [...vales.values()].some((one) => one.isOfOpening);
    await this.#record(this.stores.find(hasReceipts) ?? (await this.#openFund()));
  }

  /** Tries one random action. @returns the store */
  async step(): Promise<Store> {
    const { between, chance, pick } = this.#random;
    const store = pick(this.stores);
    if (this.#copies(store).length > 0 && chance(0.4)) {
      await (chance(0.5) ? this.#delete(store) : this.#correct(store));
      return store;
    }
    if (chance(0.4)) {
      await this.#ways()[this.#rarest()](store);
      return store;
    }
    const turn = between(1, 33);
    if (turn === 1) await this.#changeSetting();
    else if (turn <= 4) await this.#record(store);
    else if (turn === 5) await this.#correct(store);
    else if (turn === 6) await this.#delete(store);
    else if (turn <= 8) await this.#settle(store);
    else if (turn <= 16) await this.#payBox(store);
    else if (turn <= 18) await this.#payMovement(store);
    else if (turn === 19) await this.#changeBase(store);
    else if (turn === 20) await this.#handIn(store);
    else if (turn <= 22) await this.#settleDebt(store);
    else if (turn === 23) await this.#giveVale(store);
    else if (turn === 24) await this.#returnVale(store);
    else if (turn === 25) await this.#countCash(store);
    else if (turn === 26) await this.#settleCount(store);
    else
      await this.#move(store, pick(store.boxes.filter((id) => !this.#closed.has(id)).slice(0, 2)));
    return store;
  }

  /** What leads to each movement. */
  #ways(): Record<FundMovement, (store: Store) => Promise<unknown>> {
    const [count, settleCount] = [this.#countCash.bind(this), this.#settleCount.bind(this)];
    const [settleDebt, changeBase] = [this.#settleDebt.bind(this), this.#changeBase.bind(this)];
    const [handOver, giveVale] = [this.#handOver.bind(this), this.#giveVale.bind(this)];
    return {
      aumento: changeBase,
      'disminución pedida': changeBase,
      'disminución consignada': (store) => this.#handIn(store),
      'disminución retenida': (store) =>
        store.asked === 0 ? changeBase(store) : this.#payBox(store),
      'gasto asumido': (store) => this.#settle(store),
      faltante: count,
      'arqueo que cuadra': count,
      'arqueo con faltante': count,
      'arqueo con sobrante': count,
      'sobrante entregado': settleCount,
      'arqueo corregido': settleCount,
      'faltante consignado': settleDebt,
      'faltante asumido': settleDebt,
      'vale a cargo consignado': settleDebt,
      'vale a cargo asumido': settleDebt,
      relevo: handOver,
      'vale a cargo': handOver,
      'vale dado': giveVale,
      'vale legalizado': (store) => this.#record(store),
      'vale devuelto': (store) => this.#returnVale(store),
      'giro de un movimiento': (store) => this.#payMovement(store),
      'giro devuelto': (store) => this.#payMovement(store),
      apertura: () => this.#openFund(),
      'apertura deshecha': () => this.#takeBack(),
      'caja anterior reconocida en parte': () => this.#grantLess(),
      'recibos de la apertura': () => this.#recordReceipt(),
    };
  }

  /** The movement that occurred least often under the present setting. */
  #rarest(): FundMovement {
    const often = (one: FundMovement) => this.moved.get(this.#nameOf(one)) ?? 0;
    const least = Math.min(...fundMovements.map(often));
    return this.#random.pick(fundMovements.filter((one) => often(one) <= least + 1));
  }

  async #payBox(store: Store): Promise<void> {
    const paying = store.boxes.filter((id) => this.payments.has(id)).slice(-3);
    if (paying.length > 0) await this.#pay(store, this.#random.pick(paying));
  }

  async #payMovement(store: Store): Promise<void> {
    const moving = (this.#movements.get(store.id) ?? []).slice(-2);
    if (moving.length > 0) await this.#pay(store, this.#random.pick(moving));
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
    const { browser } = this.#keeperOf(store);
    const rejected = [...this.#expenses].filter(
      ([, { box, isRejected }]) => isRejected && store.boxes.includes(box),
    );
    // The latest ones have boxes that are not closed.
    const origin = rejected.length > 0 && chance(0.5) ? pick(rejected.slice(-3)) : undefined;
    const valor = between(1, 90) * 1_000;
    const [id_vale, vale] = [...store.vales].find(() => chance(0.5)) ?? [null];
    const answer = await this.#ask(browser, '/enviarGasto', {
      id_tienda: store.id,
      fecha_gasto: today,
      id_proveedor: this.#scene.suppliers.known,
      recibo: `PASO${this.#calls}`,
      valor,
      concepto: 'Compra',
      tipo_factura: 0,
      categoria: [categories.plain],
      origen: origin?.[0] ?? null,
      id_vale,
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
    if (vale === undefined || id_vale === null) return;
    if (vale.isOfOpening && valor < vale.valor) {
      // Their cash was spent before the opening.
      store.cash += valor;
      vale.valor -= valor;
      this.#count('recibos de la apertura');
      return;
    }
    // Its cash was handed out before; the difference comes back or is added.
    store.cash += vale.valor;
    store.vales.delete(id_vale);
    this.#count('vale legalizado');
  }

  async #delete(store: Store): Promise<void> {
    const open = this.#ofBox(store.boxes.at(-1) ?? 0);
    const [id, expense] = open.find(([, { again }]) => again !== null) ?? open.at(-1) ?? [];
    if (id === undefined || expense === undefined) return;
    const body = { id_gasto: id, id_tienda: store.id };
    const { browser } = this.#keeperOf(store);
    if ((await this.#ask(browser, '/eliminarGasto', body)) === null) return;
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
    const { db, suppliers } = this.#scene;
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
    const { status, body } = await this.#keeperOf(store).browser.upload(
      '/corregirGasto',
      {
        id_gasto: id,
        fecha_gasto: today,
        id_proveedor: suppliers.known,
        valor,
        recibo: `PASO${this.#calls}`,
        concepto: 'Compra',
        tipo_factura: 0,
        categoria: [categories.plain],
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
        if ((await this.#ask(this.#keeperOf(store).browser, '/enviarCaja', body)) !== null)
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
        await this.#ask(this.#keeperOf(store).browser, '/enviarSoporteCaja', {
          id_caja,
          id_empresa: companies.national,
          codigo: 'GUIA0001',
        });
        return;
      case 4:
        if ((await this.#ask(browsers[6], '/enviarCajaContabilidad', { id_caja })) !== null)
          this.#close(store, id_caja);
        return;
    }
  }

  /** Of every third expense something was withheld. */
  #splitOf(id: number, valor: number) {
    const withheld = Math.round(valor / 25);
    return id % 3 === 0 ? splitWithheld(valor, withheld, this.#withholding) : split(valor);
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
          ...own,
          ...reason,
          estado: isRejected ? 4 : 3,
        }),
      9: () =>
        this.#ask(browsers[6], '/guardarContabilidad', {
          ...own,
          ...(isRejected ? { ...reason, estado: 7 as const } : { estado: 6 as const }),
          ...(isRejected ? {} : this.#splitOf(id_gasto, one.valor)),
        }),
      4: () =>
        this.#ask(browsers[6], '/guardarContabilidadFinal', {
          id_gasto,
          observacion,
          ...reason,
          estado: isRejected ? 16 : 15,
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
      if (granted > 0) this.payments.set(box, unpaid(granted));
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
      Object.assign(payment, { isPaid, isReceived: false, isClaimed: false });
      const paid = payment.granted - payment.kept;
      store.cash += isPaid ? paid : -paid;
      if (box < 0) this.#count(isPaid ? 'giro de un movimiento' : 'giro devuelto');
    };
    const answered = async (recibido: 0 | 1) => {
      const body = { id_caja: box, recibido, nota: recibido === 0 ? 'No está' : '' };
      // Whatever the store says, no cash moves.
      const answer = await this.#ask(this.#keeperOf(store).browser, '/responderGiro', body);
      if (answer === null || payment === undefined) return;
      Object.assign(payment, { isReceived: recibido === 1, isClaimed: recibido === 0 });
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

  #nameOf(movement: FundMovement): string {
    return `${movement}, control_giros = ${this.#follows ? 'sí' : 'no'}`;
  }

  #count(movement: FundMovement): void {
    const name = this.#nameOf(movement);
    this.moved.set(name, (this.moved.get(name) ?? 0) + 1);
  }

  /** A movement that its own payment brings; when payments are not followed, the company brings it at once. */
  async #brought(store: Store, movement: FundMovement, granted: number): Promise<void> {
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
    this.payments.set(-id, unpaid(granted));
    this.#movements.set(store.id, [...(this.#movements.get(store.id) ?? []), -id]);
  }

  /** An administrator raises or lowers the base; the form of a store with a decrease shows the asked base. */
  async #changeBase(store: Store): Promise<void> {
    const { between, chance } = this.#random;
    // Mostly up while the drawer is nearly empty, so that vales and shortages stay possible.
    const up = this.#drawerOf(store) < 300_000 ? 0.8 : 0.4;
    const change = chance(up) ? between(1, 300) * 1_000 : between(1, 60) * -1_000;
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
    const { browser } = this.#keeperOf(store);
    const by = this.#random.chance(0.5) ? browser : this.#scene.browsers[6];
    const body = { id_movimiento: row.id, dia: today, referencia: String(this.#calls) };
    if ((await this.#ask(by, '/consignarMovimiento', body)) === null) return;
    store.cash -= store.asked;
    store.base -= store.asked;
    store.asked = 0;
    this.#count('disminución consignada');
  }

  /** Who is in charge, or accounting naming the debtor, pays a debt in; or the company takes it over. */
  async #settleDebt(store: Store): Promise<void> {
    const { chance, pick } = this.#random;
    const wanted = chance(0.5) ? 'faltante' : 'vale a cargo';
    const debts = [...store.debts].filter(([, { kind }]) => kind === wanted);
    if (debts.length === 0)
      return wanted === 'faltante' ? this.#countCash(store) : this.#handOver(store);
    const [id_movimiento, { kind, valor, debtor }] = pick(debts);
    if (chance(0.5)) {
      const body = { id_movimiento, dia: today, referencia: 'Al cajón' };
      const paid = chance(0.5)
        ? await this.#ask(this.#keeperOf(store).browser, '/consignarMovimiento', body)
        : await this.#ask(this.#scene.browsers[6], '/consignarMovimiento', {
            ...body,
            id_deudor: debtor,
          });
      if (paid === null) return;
      store.cash += valor;
      this.#count(`${kind} consignado`);
    } else {
      const body = { id_movimiento, motivo: 'Lo robaron' };
      if ((await this.#ask(this.#treasury, '/asumirMovimiento', body)) === null) return;
      await this.#brought(store, `${kind} asumido`, valor);
    }
    store.debts.delete(id_movimiento);
  }

  async #giveVale(store: Store): Promise<void> {
    const { id, browser } = this.#keeperOf(store);
    const valor = this.#random.between(1, 40) * 1_000;
    const answer = await this.#ask(browser, '/darVale', {
      id_tienda: store.id,
      valor,
      persona: 'Ana Ruiz',
      dia: today,
      motivo: 'Taxi',
    });
    const id_vale = answer?.[0]?.id_vale;
    if (id_vale === undefined) return;
    expect(valor, 'a vale of more than the drawer has').toBeLessThanOrEqual(this.#drawerOf(store));
    store.vales.set(id_vale, { valor, giver: id });
    store.cash -= valor;
    this.#count('vale dado');
  }

  async #returnVale(store: Store): Promise<void> {
    if (store.vales.size === 0) return;
    const [id_vale, { valor }] = this.#random.pick([...store.vales]);
    const { browser } = this.#keeperOf(store);
    if ((await this.#ask(browser, '/devolverVale', { id_vale })) === null) return;
    store.vales.delete(id_vale);
    store.cash += valor;
    this.#count('vale devuelto');
  }

  #payeesOf({ id, boxes }: Store): number[] {
    return [...boxes, ...(this.#movements.get(id) ?? [])];
  }

  /** Cash less the payments that the store has not received. */
  #drawerOf(store: Store): number {
    return this.#payeesOf(store).reduce((cash, key) => {
      const payment = this.payments.get(key);
      const isOnItsWay = payment?.isPaid === true && !payment.isReceived;
      return cash - (isOnItsWay ? payment.granted - payment.kept : 0);
    }, store.cash);
  }

  /** Cash is lost, left over or found again, and somebody counts what is there. */
  async #countCash(store: Store): Promise<void> {
    const { between, chance, pick } = this.#random;
    const { browsers } = this.#scene;
    const isChanged = chance(0.4);
    if (isChanged) store.extra += between(1, 20) * 1_000 * (chance(0.5) ? 1 : -1);
    if (!isChanged && chance(0.4)) store.extra = chance(0.5) ? 0 : 50;
    const drawer = this.#drawerOf(store);
    const counted = Math.max(0, drawer + store.extra);
    const counter = pick([
      this.#keeperOf(store).browser,
      browsers[3],
      browsers[4],
      browsers[6],
      browsers[7],
    ]);
    const body = { id_tienda: store.id, cantidades: piecesOf(counted) };
    const id = (await this.#ask(counter, '/guardarArqueo', body))?.[0]?.id_arqueo;
    if (id === undefined) return;
    const difference = counted - drawer;
    // No expense of the walk has centavos.
    const agrees = Math.abs(difference) <= 50;
    expect(await this.#found(id)).toEqual([difference, agrees ? 'cuadra' : 'conDiferencia']);
    const found = difference < 0 ? 'con faltante' : 'con sobrante';
    this.#count(`arqueo ${agrees ? 'que cuadra' : found}`);
    if (agrees) return;
    store.counts.push({ id, difference, custodian: this.#keeperOf(store).id });
    if (chance(0.7)) await this.#settleCount(store);
  }

  /** Pesos of difference and state of a count, in own SQL. */
  async #found(id: number): Promise<[number, string]> {
    const { rows } = await sql<{ diferencia: number; estado: string }>`select estado,
      efectivo - (base - en_caja - en_proceso - por_girar - a_cargo - sin_recibir) as diferencia
      from arqueo where id = ${id}`.execute(this.#scene.db);
    return [Number(rows[0]?.diferencia) / 100, rows[0]?.estado ?? ''];
  }

  /** A difference is charged to who was in charge, handed to the company, or corrected by a later count. */
  async #settleCount(store: Store): Promise<void> {
    if (store.counts.length === 0) return this.#countCash(store);
    const { chance, pick } = this.#random;
    const { browsers } = this.#scene;
    // A claim hinders it.
    const claimed = this.#payeesOf(store).find((key) => this.payments.get(key)?.isClaimed);
    if (claimed !== undefined && chance(0.7)) await this.#pay(store, claimed);
    const count = (chance(0.6) ? store.counts.at(-1) : undefined) ?? pick(store.counts);
    const { id: id_arqueo, difference, custodian } = count;
    const settler = pick([browsers[3], browsers[6], this.#treasury]);
    const byMoney = difference < 0 ? ('aCargo' as const) : ('entregado' as const);
    const como = count === store.counts.at(-1) && chance(0.8) ? byMoney : 'recontado';
    const given = como === 'entregado' ? { dia: today, referencia: 'ENT1' } : { motivo: 'Sí' };
    if ((await this.#ask(settler, '/resolverArqueo', { id_arqueo, como, ...given })) === null)
      return;
    store.counts = store.counts.filter(({ id }) => id !== id_arqueo);
    if (como === 'recontado') return this.#count('arqueo corregido');
    store.extra -= difference;
    if (como === 'entregado') return this.#count('sobrante entregado');
    store.cash += difference;
    this.#count('faltante');
    const { id, id_deudor } = await this.#scene.db
      .selectFrom('movimiento_fondo')
      .select(['id', 'id_deudor'])
      .where('id_arqueo', '=', id_arqueo)
      .executeTakeFirstOrThrow();
    expect(id_deudor).toBe(custodian);
    store.debts.set(id, { kind: 'faltante', valor: -difference, debtor: custodian });
  }

  /** Another person takes the store over: vales that are out are owed by who gave them, older debts stay as they are. */
  async #handOver(store: Store): Promise<void> {
    if (store.vales.size === 0) await this.#giveVale(store);
    const next = { ...store, keeper: 1 - store.keeper };
    const form = await formWithBase(this.#scene, store.id, store.base - store.asked);
    const responsable = this.#keeperOf(next).id;
    const body = { ...form, responsable };
    if ((await this.#ask(this.#scene.browsers[1], '/editarTienda', body)) === null) return;
    store.keeper = next.keeper;
    this.#count('relevo');
    const owed = await this.#scene.db
      .selectFrom('movimiento_fondo')
      .select(['id', 'valor', 'id_deudor'])
      .where('id_tienda', '=', store.id)
      .where('tipo', '=', 'vale')
      .where('id', '>', store.charged)
      .orderBy('id')
      .execute();
    store.charged = owed.at(-1)?.id ?? store.charged;
    expect(owed.map(({ valor, id_deudor }) => [Number(valor), id_deudor])).toEqual(
      [...store.vales.values()].map(({ valor, giver }) => [valor * 100, giver]),
    );
    for (const { id, valor, id_deudor } of owed) {
      const debt = { valor: Number(valor) / 100, debtor: id_deudor ?? 0 };
      store.debts.set(id, { kind: 'vale a cargo', ...debt });
      this.#count('vale a cargo');
    }
    store.vales.clear();
  }

  /** The boxes with an owed expense; all of them when none has one, or sometimes. */
  #withDebts(boxes: readonly number[]): readonly number[] {
    const owing = boxes.filter((box) => this.#ofBox(box).some(([, { owed }]) => owed > 0));
    return owing.length === 0 || this.#random.chance(0.2) ? boxes : owing;
  }

  /** The owed amount of an expense is paid in, or taken over by the company, which then has to bring it. */
  async #settle(store: Store): Promise<void> {
    const { chance, pick } = this.#random;
    const done = store.boxes.filter((id) => this.#closed.has(id));
    if (done.length === 0) return;
    const own = this.#ofBox(pick(this.#withDebts(done)));
    const [id_gasto, one] = own.find(([, { owed }]) => owed > 0) ?? pick(own);
    const { owed } = one;
    if (chance(0.5)) {
      const body = { id_gasto, dia: today, nota: 'Al cajón' };
      if ((await this.#ask(this.#keeperOf(store).browser, '/consignarGasto', body)) === null)
        return;
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
