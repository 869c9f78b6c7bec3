/** One box of the past: what happens to it is decided by the law and chained into its log, without a server. */
import type { BoxEvent } from '#machines/domain/box.machine.ts';
import type { ExpenseContext, ExpenseEvent } from '#machines/domain/expense-guards.ts';
import { approvedTotalOf, totalOf } from '#machines/domain/fund.ts';
import {
  consequenceOf,
  decideBox,
  decideExpense,
  firstExpenseCode,
  type Refused,
} from '#machines/domain/law.ts';
import type { Actor } from '#machines/domain/permissions.ts';
import type { ReplayedExpense } from '#machines/domain/replay.ts';
import { boxStateOf, boxStates, expenseStateOf } from '#machines/domain/states.ts';
import type { NewRow } from '#server/database/schema.ts';
import {
  eventHash,
  type EventRow,
  type EventToAppend,
} from '#server/repositories/event.repository.ts';
import { type ToldRows, toldRows } from '#server/workflow/told-rows.ts';

export type PastPurchase = Omit<NewRow<'gastos'>, 'id_caja' | 'estado' | 'id_usuario' | 'creado'>;

export class PastBox {
  readonly events: EventToAppend[] = [];
  readonly expenses = new Map<number, ReplayedExpense>();
  readonly id: number;
  readonly opened: number;
  active: number = boxStates.open.codigo;
  private consecutivo: number | null = null;

  constructor(id: number, opened: number) {
    this.id = id;
    this.opened = opened;
  }

  record(at: number, actor: Actor, id: number, row: PastPurchase, categoria: number): void {
    const facts: ExpenseContext = {
      needsMaintenance: row.requiere_mantenimiento === 1,
      hasSupport: false,
      recordedBy: actor.id,
      categoryIds: [categoria],
      valor: row.valor,
      reembolsar: null,
      offeredInvoices: [],
      boxState: boxStateOf(this.active),
    };
    const estado = firstExpenseCode(facts);
    const { needsMaintenance } = facts;
    const expense = { id, estado, needsMaintenance, hasSupport: false };
    const event = { type: 'EXPENSE.RECORD', actor, expense } as const;
    this.#decide(event);
    this.expenses.set(id, { estado, context: facts });
    const edge = ['recording', expenseStateOf(estado)] as const;
    this.#append(at, id, event, edge, { cambios: row, facts });
  }

  /** Fires an event of the box, with what follows from it for its expenses. */
  fire(
    at: number,
    event: BoxEvent,
    cambios: { consecutivo?: number; [column: string]: unknown } = {},
  ): void {
    const from = this.active;
    this.active = this.#decide(event);
    this.consecutivo = cambios.consecutivo ?? this.consecutivo;
    this.#append(at, null, event, [boxStateOf(from), boxStateOf(this.active)], { cambios });
    const consequence = consequenceOf(event);
    if (consequence === null) return;
    for (const id of this.expenses.keys()) this.#take(at, id, consequence, {});
  }

  fireOn(at: number, id: number, event: ExpenseEvent, cambios: object = {}): void {
    const refused = this.#take(at, id, event, cambios);
    if (refused !== null) throw new Error(`${event.type} is refused: ${JSON.stringify(refused)}`);
  }

  /** The rows that the program would have written. */
  rows(): ToldRows {
    const amounts = [...this.expenses.values()].map(({ estado, context }) => ({
      estado,
      valor: context.valor,
      reembolsar: context.reembolsar,
    }));
    const replayed = {
      active: this.active,
      consecutivo: this.consecutivo,
      total: totalOf(amounts),
      total_aprobado: approvedTotalOf(amounts),
      expenses: this.expenses,
      version: this.events.length,
      hash: this.events.at(-1)?.hash ?? '',
    };
    return toldRows(this.events as unknown as EventRow[], replayed, this.opened);
  }

  /** Null when the law takes the event. */
  #take(at: number, id: number, event: ExpenseEvent, cambios: object): Refused | null {
    const expense = this.expenses.get(id);
    if (expense === undefined) throw new Error(`box ${this.id} has no expense ${id}`);
    const decided = decideExpense(expense.estado, this.#contextOf(expense), event);
    if (!decided.ok) return decided;
    const { codigo, context } = decided;
    if (codigo === null) this.expenses.delete(id);
    else this.expenses.set(id, { estado: codigo, context });
    const to = codigo === null ? 'removed' : expenseStateOf(codigo);
    this.#append(at, id, event, [expenseStateOf(expense.estado), to], { cambios });
    return null;
  }

  #contextOf({ context }: ReplayedExpense): ExpenseContext {
    return { ...context, boxState: boxStateOf(this.active) };
  }

  #decide(event: BoxEvent): number {
    const expenses = [...this.expenses].map(([id, { estado, context }]) => ({
      id,
      estado,
      needsMaintenance: context.needsMaintenance,
      hasSupport: context.hasSupport,
    }));
    const decided = decideBox(this.active, { expenses }, event);
    if (!decided.ok) throw new Error(`${event.type} is refused: ${JSON.stringify(decided)}`);
    return decided.codigo ?? this.active;
  }

  #append(
    at: number,
    idGasto: number | null,
    { type, actor, ...carried }: { type: string; actor: Actor },
    [from, to]: readonly [string, string],
    beside: { cambios: object; facts?: object },
  ): void {
    const event = {
      hash_previo: this.events.at(-1)?.hash ?? '',
      id_caja: this.id,
      secuencia: this.events.length + 1,
      id_gasto: idGasto,
      evento: type,
      desde: from,
      hacia: to,
      id_actor: actor.id,
      perfil: actor.profile,
      instante: at,
      version_maquina: '1',
      payload: JSON.stringify({ ...carried, ...beside }),
      // As the log of the first version: without the store.
      id_tienda: null,
      ingreso: 'clave',
      version_hash: 1,
    };
    this.events.push({ ...event, hash: eventHash(event) });
  }
}
