/** What happened to one box of the past, drawn by lot: purchases, decisions, sends, until today cuts it off. */
import type { ProfileId } from '#machines/domain/profiles.ts';
import { type StageName, stages } from '#machines/domain/stages.ts';
import { boxStateOf, type ExpenseStateName, expenseStateOf } from '#machines/domain/states.ts';
import type { SeededRandom } from '#server/demonstration/seeded-random.ts';
import { PastBox, type PastPurchase } from './past-box.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const pastDay = 24 * HOUR;

export interface PastPeople {
  store: number;
  supervisor: number;
  maintenance: number;
  accounting: number;
}

/** Keys of what the boxes name. */
export interface PastWorld {
  supplier: number;
  company: { id: number; nombre: string };
  categories: { plain: number; maintenance: number };
  reasons: readonly [number, ...number[]];
  tax: number;
  documentClass: number;
}

export interface PastPlan {
  id: number;
  /** Epoch milliseconds. */
  opened: number;
  sent: number;
  /** What has not happened by then did not happen. */
  now: number;
  consecutivo: number;
  people: PastPeople;
}

/** Which expenses wait at a stage. */
const waiting: Record<StageName, readonly ExpenseStateName[]> = {
  supervisor: ['unreviewed'],
  maintenance: ['pendingMaintenance'],
  accounting: ['supervisorApproved', 'maintenanceApproved'],
  final: ['supervisorApproved'],
};

const sends = {
  supervisor: 'BOX.SEND_SUPERVISOR',
  maintenance: 'BOX.SEND_MAINTENANCE',
  accounting: 'BOX.SEND_PRELIMINARY',
  final: 'BOX.SEND_FINAL',
} as const satisfies Record<StageName, string>;

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
  readonly #random: SeededRandom;
  readonly #actors: ReturnType<typeof actors>;
  /** Only grows. */
  #at: number;

  constructor(plan: PastPlan, world: PastWorld, random: SeededRandom) {
    this.box = new PastBox(plan.id, plan.opened);
    this.#plan = plan;
    this.#world = world;
    this.#random = random;
    this.#actors = actors(plan.people);
    this.#at = plan.opened;
  }

  /** @param nextExpense gives a key that no other expense has */
  live(nextExpense: () => number): PastBox {
    const steps = [
      () => this.#record(nextExpense),
      () => this.#send(),
      () => this.#review('supervisor'),
      () => this.#review('maintenance'),
      () => this.#review('accounting'),
      () => this.#ship(),
      () => this.#review('final'),
    ];
    for (const step of steps) if (this.#isPast(0)) step();
    return this.box;
  }

  /** Lets time pass; false when it leads beyond today, and then nothing may happen any more. */
  #isPast(milliseconds: number): boolean {
    this.#at += milliseconds;
    return this.#at <= this.#plan.now;
  }

  /** Most things take hours; now and then one takes weeks. */
  #pause(hours: number): boolean {
    const rare = this.#random.chance(0.04) ? 12 : 1;
    return this.#isPast(Math.round((0.2 + this.#random.next()) * hours * rare * HOUR));
  }

  #record(nextExpense: () => number): void {
    const { opened, sent } = this.#plan;
    const count = this.#random.pick([1, 2, 2, 3, 3, 4]);
    for (let index = 0; index < count; index += 1) {
      const latest = sent - (count - index) * 3 * MINUTE;
      const wait = this.#random.next() * Math.max(0, (sent - opened) / count - 5 * MINUTE);
      if (!this.#isPast(Math.max(0, Math.min(Math.round(wait), latest - this.#at)))) return;
      const id = nextExpense();
      this.#buy(id);
      if (!this.#isPast(MINUTE)) return;
      if (index > 0 && this.#random.chance(0.06))
        this.box.fireOn(this.#at, id, { type: 'EXPENSE.REMOVE', actor: this.#actors.store });
      else this.#attach(id);
    }
  }

  #buy(id: number): void {
    const needsMaintenance = this.#random.chance(0.15);
    const row: PastPurchase = {
      fecha_gasto: new Date(this.#at - 5 * HOUR).toISOString().slice(0, 10),
      id_proveedor: this.#world.supplier,
      proveedor_nombre: 'Ferretería El Tornillo S.A.S.',
      recibo: `R${id}`,
      valor: this.#random.between(5_000, 250_000) * 100,
      concepto: `Compra de la tienda, n.º ${id}`,
      factura_elec: 0,
      numero_factura: '',
      enlace_factura: '',
      data_factura: '[]',
      informe_novedad: '',
      requiere_mantenimiento: needsMaintenance ? 1 : 0,
    };
    const { plain, maintenance } = this.#world.categories;
    const categoria = needsMaintenance ? maintenance : plain;
    this.box.record(this.#at, this.#actors.store, id, row, categoria);
  }

  #attach(id: number): void {
    const cambios = {
      soporte: `recibo-${id}.pdf`,
      soporte_sha256: id.toString(16).padStart(64, '0'),
      soporte_nombre: 'recibo.pdf',
      soporte_tipo: 'application/pdf',
      soporte_bytes: 12_345,
    };
    const event = { type: 'EXPENSE.ATTACH_SUPPORT', actor: this.#actors.store } as const;
    this.box.fireOn(this.#at, id, event, cambios);
  }

  #send(): void {
    if (!this.#isPast(Math.max(0, this.#plan.sent - this.#at))) return;
    const { consecutivo } = this.#plan;
    this.box.fire(this.#at, { type: 'BOX.SEND', actor: this.#actors.store }, { consecutivo });
  }

  #review(stage: StageName): void {
    if (boxStateOf(this.box.active) !== stages[stage].boxState) return;
    for (const [id, { estado }] of [...this.box.expenses]) {
      if (!waiting[stage].includes(expenseStateOf(estado))) continue;
      if (!this.#pause(8)) return;
      this.#decide(stage, id, this.#random.chance(0.09));
      // Whoever decides twice has second thoughts; the first pass of accounting cannot.
      if ((stage === 'supervisor' || stage === 'final') && this.#random.chance(0.05)) {
        if (!this.#pause(1)) return;
        this.#decide(stage, id, this.#random.chance(0.3));
      }
    }
    if (this.#pause(48))
      this.box.fire(this.#at, { type: sends[stage], actor: this.#actors[stage] });
  }

  #decide(stage: StageName, id: number, rejects: boolean): void {
    const { sufijo, approve, reject } = stages[stage];
    const actor = this.#actors[stage];
    const observacion = rejects
      ? 'No corresponde a la tienda'
      : 'Revisado contra el soporte físico';
    const id_rechazo = rejects ? this.#random.pick(this.#world.reasons) : null;
    const extras = {
      supervisor: rejects ? {} : { reembolsar: null },
      maintenance: {},
      accounting: { desglose: rejects ? null : this.#splitOf(id) },
      final: {},
    } satisfies Record<StageName, object>;
    const event = { type: rejects ? reject : approve, actor, observacion, id_rechazo };
    const before = this.box.events.length;
    this.box.fireOn(this.#at, id, { ...event, ...extras[stage] } as never, {
      [`estado_${sufijo}`]: this.#codeAfter(stage, rejects),
      [`obs_${sufijo}`]: observacion,
      [`id_rechazo_${sufijo}`]: id_rechazo,
      [`id_usuario_${sufijo}`]: actor.id,
      [`fecha_${sufijo}`]: this.#at,
    });
    if (this.box.events.length !== before + 1) throw new Error('a decision is one event');
  }

  #codeAfter(stage: StageName, rejects: boolean): number {
    const codes = { supervisor: [3, 4], maintenance: [9, 10], accounting: [6, 7], final: [15, 16] };
    return codes[stage][rejects ? 1 : 0] ?? 0;
  }

  #splitOf(id: number) {
    const context = this.box.expenses.get(id)?.context;
    return {
      indicador: this.#world.documentClass,
      tipo_persona: 'PJ',
      categorias: context?.categoryIds ?? [],
      valores: [context?.valor ?? 0],
      impuestos: [this.#world.tax],
    };
  }

  #ship(): void {
    if (boxStateOf(this.box.active) !== 'readyToShip' || !this.#pause(96)) return;
    const { id, nombre } = this.#world.company;
    const codigo = String(9_140_000_000 + this.box.id);
    this.box.fire(
      this.#at,
      { type: 'BOX.SHIP', actor: this.#actors.store, empresa: nombre, codigo },
      { id_empresa: id, codigo_soporte: codigo },
    );
  }
}
