/** The life of one box of the past, drawn by lot: purchases, decisions, sends, until today cuts it off. */
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { type StageName, stages, waitsAt } from '#machines/domain/box/stages.ts';
import { boxStateOf, expenseStateOf } from '#machines/domain/box/states.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import { columnsOfStage } from '../../features/cases/box.repository.ts';
import { PastBox, type PastPlace, type PastPurchase, type Precedent } from './past-box.ts';
import type { SeededRandom, Some } from './seeded-random.ts';

export interface PastPeople {
  store: number;
  supervisor: number;
  maintenance: number;
  accounting: number;
}

/** A thing that stores buy; every expense for it names the same supplier and category. */
export interface PastArticle {
  supplier: number;
  nombre: string;
  concepto: string;
  categoria: number;
  /** Pesos, both ends included. */
  valor: readonly [minimum: number, maximum: number];
}

/** Columns of the file of an expense. */
export type PastReceipt = Pick<
  NewRow<'gastos'>,
  'soporte_sha256' | 'soporte_contenido' | 'soporte_nombre' | 'soporte_tipo' | 'soporte_bytes'
>;

/** Keys of what the boxes name. Of boxes that share a precedent, the worlds differ in nothing but keys. */
export interface PastWorld {
  company: { id: number; nombre: string };
  articles: { plain: Some<PastArticle>; maintenance: Some<PastArticle> };
  receipts: Some<PastReceipt>;
  /** Contents of the receipts, in their order, when every expense gets a file of its own; else none. */
  contents: readonly Buffer[];
  reasons: Some<number>;
  tax: number;
  documentClass: number;
}

/** The file of one expense: what is behind the end of a page is not shown. */
export const ownFile = (contents: PastWorld['contents'], key: number): Buffer =>
  Buffer.concat([contents[key % contents.length] ?? Buffer.alloc(0), Buffer.from(`% ${key}\n`)]);

interface PastPlan extends PastPlace {
  sent: number;
  /** Nothing happens after it; epoch milliseconds. */
  now: number;
  consecutivo: number;
  people: PastPeople;
}

/** Lots: what people do, which boxes of one precedent share, and how long they take, which is each one's own. */
interface PastLots {
  choices: SeededRandom;
  paces: SeededRandom;
}

const actors = ({ store, supervisor, maintenance, accounting }: PastPeople) => {
  const actor = (id: number, profile: ProfileId) => ({ id, profile });
  return {
    store: actor(store, 2),
    supervisor: actor(supervisor, 3),
    maintenance: actor(maintenance, 5),
    accounting: actor(accounting, 6),
    final: actor(accounting, 6),
  };
};

export class PastLife {
  readonly box: PastBox;
  readonly #plan: PastPlan;
  readonly #world: PastWorld;
  readonly #lots: PastLots;
  readonly #actors: ReturnType<typeof actors>;
  /** Only grows. */
  #at: number;
  /** Recorded expenses, those that were removed again included. */
  readonly #bought: { categoria: number; valor: number }[] = [];

  constructor(plan: PastPlan, world: PastWorld, lots: PastLots, precedent?: Precedent) {
    this.box = new PastBox(plan, precedent);
    this.#plan = plan;
    this.#world = world;
    this.#lots = lots;
    this.#actors = actors(plan.people);
    this.#at = plan.opened;
  }

  /** Keys that its expenses have used up, those that were removed again included. */
  get recorded(): number {
    return this.#bought.length;
  }

  live(): this {
    const steps = [
      () => this.#record(),
      () => this.#send(),
      () => this.#review('supervisor'),
      () => this.#review('maintenance'),
      () => this.#review('accounting'),
      () => this.#ship(),
      () => this.#review('final'),
    ];
    for (const step of steps) if (this.#isPast(0)) step();
    return this;
  }

  /** Lets time pass; false when it leads beyond today, and then nothing may happen any more. */
  #isPast(milliseconds: number): boolean {
    this.#at += milliseconds;
    return this.#at <= this.#plan.now;
  }

  /** Most things take hours; now and then one takes weeks. */
  #pause(hours: number): boolean {
    const { paces } = this.#lots;
    const rare = paces.chance(0.04) ? 12 : 1;
    return this.#isPast(Math.round((0.2 + paces.next()) * hours * rare * millisecondsInHour));
  }

  #record(): void {
    const { opened, sent } = this.#plan;
    const count = this.#lots.choices.pick([1, 2, 2, 3, 3, 4]);
    for (let index = 0; index < count; index += 1) {
      const latest = sent - (count - index) * 3 * millisecondsInMinute;
      const wait =
        this.#lots.paces.next() * Math.max(0, (sent - opened) / count - 5 * millisecondsInMinute);
      if (!this.#isPast(Math.max(0, Math.min(Math.round(wait), latest - this.#at)))) return;
      const id = this.#bought.length;
      this.#buy(id);
      if (!this.#isPast(millisecondsInMinute)) return;
      if (index > 0 && this.#lots.choices.chance(0.06))
        this.box.fireOn(this.#at, id, { type: 'EXPENSE.REMOVE', actor: this.#actors.store });
      else this.#attach(id);
    }
  }

  #buy(index: number): void {
    const { choices } = this.#lots;
    const needsMaintenance = choices.chance(0.15);
    const { plain, maintenance } = this.#world.articles;
    const article = choices.pick(needsMaintenance ? maintenance : plain);
    const row: PastPurchase = {
      fecha_gasto: dateInBogota(this.#at),
      id_proveedor: article.supplier,
      proveedor_nombre: article.nombre,
      recibo: `R${this.box.keyOf(index)}`,
      valor: toCentavos(choices.between(...article.valor)),
      concepto: article.concepto,
      factura_elec: 0,
      numero_factura: '',
      enlace_factura: '',
      data_factura: '[]',
      informe_novedad: '',
      requiere_mantenimiento: needsMaintenance ? 1 : 0,
    };
    this.#bought.push({ categoria: article.categoria, valor: row.valor });
    this.box.record(this.#at, this.#actors.store, index, row, article.categoria);
  }

  #attach(index: number): void {
    const key = this.box.keyOf(index);
    const { receipts, contents } = this.#world;
    const shared = receipts[key % receipts.length] ?? receipts[0];
    const bytes = contents.length === 0 ? null : ownFile(contents, key);
    const own = bytes && { soporte_sha256: sha256Of(bytes), soporte_bytes: bytes.length };
    const event = { type: 'EXPENSE.ATTACH_SUPPORT', actor: this.#actors.store } as const;
    this.box.fireOn(this.#at, index, event, { soporte: `recibo-${key}.pdf`, ...shared, ...own });
  }

  #send(): void {
    if (!this.#isPast(Math.max(0, this.#plan.sent - this.#at))) return;
    const { consecutivo } = this.#plan;
    this.box.fire(this.#at, { type: 'BOX.SEND', actor: this.#actors.store }, { consecutivo });
  }

  #review(stage: StageName): void {
    if (boxStateOf(this.box.active) !== stages[stage].boxState) return;
    for (const [id, { estado }] of [...this.box.expenses]) {
      if (!waitsAt(stage, expenseStateOf(estado))) continue;
      if (!this.#pause(8)) return;
      this.#decide(stage, id, this.#lots.choices.chance(0.09));
      // Whoever decides twice has second thoughts; the first pass of accounting cannot.
      if ((stage === 'supervisor' || stage === 'final') && this.#lots.choices.chance(0.05)) {
        if (!this.#pause(1)) return;
        this.#decide(stage, id, this.#lots.choices.chance(0.3));
      }
    }
    if (this.#pause(48))
      this.box.fire(this.#at, { type: stages[stage].send, actor: this.#actors[stage] });
  }

  #decide(stage: StageName, id: number, rejects: boolean): void {
    const { approve, reject, codes } = stages[stage];
    const actor = this.#actors[stage];
    const observacion = rejects
      ? 'No corresponde a la tienda'
      : 'Revisado contra el soporte físico';
    const id_rechazo = rejects ? this.#lots.choices.pick(this.#world.reasons) : null;
    const extras = {
      supervisor: rejects ? {} : { reembolsar: null },
      maintenance: {},
      accounting: { desglose: rejects ? null : this.#splitOf(id) },
      final: {},
    } satisfies Record<StageName, object>;
    const event = { type: rejects ? reject : approve, actor, observacion, id_rechazo };
    const before = this.box.events.length;
    const facts = { estado: codes[rejects ? 1 : 0], obs: observacion, id_rechazo };
    const columns = columnsOfStage(stage, { ...facts, id_usuario: actor.id, fecha: this.#at });
    this.box.fireOn(this.#at, id, { ...event, ...extras[stage] } as never, columns);
    if (this.box.events.length !== before + 1) throw new Error('a decision is one event');
  }

  #splitOf(index: number) {
    const { categoria, valor } = this.#bought[index] ?? { categoria: 0, valor: 0 };
    return {
      indicador: this.#world.documentClass,
      tipo_persona: 'PJ',
      categorias: [categoria],
      valores: [valor],
      impuestos: [this.#world.tax],
    };
  }

  #ship(): void {
    if (boxStateOf(this.box.active) !== 'readyToShip' || !this.#pause(96)) return;
    const { id, nombre } = this.#world.company;
    const codigo = String(9_140_000_000 + this.#plan.id);
    this.box.fire(
      this.#at,
      { type: 'BOX.SHIP', actor: this.#actors.store, empresa: nombre, codigo },
      { id_empresa: id, codigo_soporte: codigo },
    );
  }
}
