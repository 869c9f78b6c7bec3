/**
 * The past of a box, walked again: its log through the law, from nothing. What comes out must be what
 * the rows say; where it is not, somebody changed one of them beside the program.
 */
import type { BoxEvent, BoxExpense } from '#machines/domain/box.machine.ts';
import type { ExpenseContext, ExpenseEvent } from '#machines/domain/expense-guards.ts';
import { approvedTotalOf, totalOf } from '#machines/domain/fund.ts';
import { decideBox, decideExpense, firstExpenseCode } from '#machines/domain/law.ts';
import type { Actor } from '#machines/domain/permissions.ts';
import { boxStateOf, boxStates, expenseStateOf } from '#machines/domain/states.ts';
import { type EventRow, eventHash } from '../repositories/event.repository.ts';
import { invoiceUrlsOf } from './law-facts.ts';

/** An expense as the log tells it; amounts in centavos. */
export interface ReplayedExpense {
  estado: number;
  context: Omit<ExpenseContext, 'boxState'>;
}

export interface ReplayedBox {
  active: number;
  /** `secuencia` and `hash` of the last event; 0 and '' without one. */
  version: number;
  hash: string;
  consecutivo: number | null;
  total: number;
  total_aprobado: number;
  expenses: ReadonlyMap<number, ReplayedExpense>;
}

/** The log breaks at one of its events. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
  readonly secuencia: number;

  /** @param reason Spanish, for whoever operates the program */
  constructor(secuencia: number, reason: string) {
    super(`evento ${secuencia}: ${reason}`);
    this.secuencia = secuencia;
  }
}

interface Payload {
  cambios: Record<string, unknown>;
  facts?: ExpenseContext;
  [field: string]: unknown;
}

/** One event read from its row. */
interface PastEvent {
  row: EventRow;
  payload: Payload;
  /** Type, actor and everything else the event carried. */
  event: { type: string; actor: Actor };
}

function read(row: EventRow): PastEvent {
  const payload = JSON.parse(row.payload) as Payload;
  const { cambios: _cambios, facts: _facts, ...carried } = payload;
  const actor = { id: row.id_actor ?? 0, profile: row.perfil } as Actor;
  return { row, payload, event: { type: row.evento, actor, ...carried } };
}

class Replay {
  private active: number = boxStates.open.codigo;
  private consecutivo: number | null = null;
  private version = 0;
  private hash = '';
  private readonly expenses = new Map<number, ReplayedExpense>();

  take(row: EventRow): void {
    this.requireLink(row);
    const past = read(row);
    if (row.id_gasto === null) this.takeBox(past);
    else if (row.evento === 'EXPENSE.RECORD') this.takeRecord(past, row.id_gasto);
    else this.takeExpense(past, row.id_gasto);
    this.version = row.secuencia;
    this.hash = row.hash;
  }

  result(): ReplayedBox {
    const amounts = [...this.expenses.values()].map(({ estado, context }) => ({
      estado,
      valor: context.valor,
      reembolsar: context.reembolsar,
    }));
    return {
      active: this.active,
      version: this.version,
      hash: this.hash,
      consecutivo: this.consecutivo,
      total: totalOf(amounts),
      total_aprobado: approvedTotalOf(amounts),
      expenses: this.expenses,
    };
  }

  private requireLink(row: EventRow): void {
    const broken = (reason: string) => new BrokenLogError(row.secuencia, reason);
    if (row.secuencia !== this.version + 1) throw broken('falta el evento anterior');
    if (row.hash_previo !== this.hash) throw broken('no sigue al evento anterior');
    if (row.hash !== eventHash(row)) throw broken('fue alterado');
  }

  private requireEdge({ row }: PastEvent, from: string, to: string): void {
    if (row.desde !== from || row.hacia !== to)
      throw new BrokenLogError(
        row.secuencia,
        `la ley lleva de ${from} a ${to}, el registro de ${row.desde} a ${row.hacia}`,
      );
  }

  private boxExpenses(): BoxExpense[] {
    return [...this.expenses].map(([id, { estado, context }]) => ({
      id,
      estado,
      needsMaintenance: context.needsMaintenance,
      hasSupport: context.hasSupport,
    }));
  }

  /** @throws BrokenLogError when the law refuses the event */
  private decideBox({ row, event }: PastEvent): number {
    const context = { expenses: this.boxExpenses() };
    const decided = decideBox(this.active, context, event as BoxEvent);
    if (!decided.ok) throw refusedByLaw(row, decided.motivos);
    return decided.codigo ?? this.active;
  }

  private takeBox(past: PastEvent): void {
    const to = this.decideBox(past);
    this.requireEdge(past, boxStateOf(this.active), boxStateOf(to));
    this.active = to;
    const { consecutivo } = past.payload.cambios;
    if (typeof consecutivo === 'number') this.consecutivo = consecutivo;
  }

  private takeRecord(past: PastEvent, idGasto: number): void {
    const { facts } = past.payload;
    if (facts === undefined)
      throw new BrokenLogError(past.row.secuencia, 'no trae los hechos del gasto');
    this.decideBox(past);
    const estado = firstExpenseCode(facts);
    this.requireEdge(past, 'recording', expenseStateOf(estado));
    this.expenses.set(idGasto, { estado, context: facts });
  }

  private takeExpense(past: PastEvent, idGasto: number): void {
    const { row, event, payload } = past;
    const expense = this.expenses.get(idGasto);
    if (expense === undefined) throw new BrokenLogError(row.secuencia, 'su gasto no está');
    const context = { ...expense.context, boxState: boxStateOf(this.active) };
    const decided = decideExpense(expense.estado, context, event as ExpenseEvent);
    if (!decided.ok) throw refusedByLaw(row, decided.motivos);
    const from = expenseStateOf(expense.estado);
    if (decided.codigo === null) {
      this.requireEdge(past, from, 'removed');
      this.expenses.delete(idGasto);
      return;
    }
    this.requireEdge(past, from, expenseStateOf(decided.codigo));
    this.expenses.set(idGasto, {
      estado: decided.codigo,
      context: withColumns(decided.context, payload.cambios),
    });
  }
}

const refusedByLaw = (row: EventRow, motivos: readonly { guardia: string }[]) =>
  new BrokenLogError(
    row.secuencia,
    `la ley lo rechaza: ${motivos.map(({ guardia }) => guardia).join(', ')}`,
  );

/** Columns that the law reads and that an event changed beside it: only the offered invoices. */
const withColumns = (context: ExpenseContext, cambios: Record<string, unknown>): ExpenseContext =>
  typeof cambios.data_factura === 'string'
    ? { ...context, offeredInvoices: invoiceUrlsOf(cambios.data_factura) }
    : context;

/**
 * Walks the log of a box from its first event.
 *
 * @param events every event of the box, by `secuencia`
 * @throws BrokenLogError at the first event that is missing, altered, or against the law
 */
export function replay(events: readonly EventRow[]): ReplayedBox {
  const walk = new Replay();
  for (const event of events) walk.take(event);
  return walk.result();
}
