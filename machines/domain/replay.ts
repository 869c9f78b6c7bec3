/**
 * The past of a box, walked again: its log through the law, from nothing. The browser shows it step by
 * step; the server compares where it ends with the rows.
 */
import type { BoxEvent, BoxExpense } from './box.machine.ts';
import { expenseLawOf } from './earlier-law.ts';
import type { ExpenseContext, ExpenseEvent } from './expense-guards.ts';
import { approvedTotalOf, totalOf } from './fund.ts';
import { decideBox, decideExpense, firstExpenseCode } from './law.ts';
import { invoiceUrlsOf } from './offered-invoices.ts';
import type { Actor } from './permissions.ts';
import { boxStateOf, boxStates, expenseStateOf } from './states.ts';

/** An event as the log keeps it. */
export interface PastEvent {
  /** 1, 2, 3… within the box. */
  secuencia: number;
  /** Null for an event of the box itself. */
  id_gasto: number | null;
  evento: string;
  /** State before and after, by its name. */
  desde: string;
  hacia: string;
  id_actor: number | null;
  perfil: number | null;
  /** Of the law that wrote it. */
  version_maquina: string;
  /** JSON of everything else that it carried. */
  payload: string;
}

/** An expense as the log tells it; amounts in centavos. */
export interface ReplayedExpense {
  estado: number;
  context: Omit<ExpenseContext, 'boxState'>;
}

/** The box right after one of its events; amounts in centavos. */
export interface Step {
  /** Of that event; 0 before the first one. */
  secuencia: number;
  active: number;
  consecutivo: number | null;
  total: number;
  total_aprobado: number;
  /** Removed expenses are gone. */
  expenses: ReadonlyMap<number, ReplayedExpense>;
}

/** The log is not what the law would have written, from one of its events on. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
  readonly secuencia: number;
  readonly evento: string;
  /** Spanish, for whoever operates the program. */
  readonly reason: string;
  /** Names of the guards that refuse the event; none for another difference. */
  readonly guardias: readonly string[];

  constructor(
    { secuencia, evento }: Pick<PastEvent, 'secuencia' | 'evento'>,
    reason: string,
    guardias: readonly string[] = [],
  ) {
    super(`evento ${secuencia}: ${reason}`);
    this.secuencia = secuencia;
    this.evento = evento;
    this.reason = reason;
    this.guardias = guardias;
  }
}

interface Payload {
  cambios: Record<string, unknown>;
  facts?: ExpenseContext;
  [field: string]: unknown;
}

/** One event read from its row. */
interface ReadEvent {
  row: PastEvent;
  payload: Payload;
  /** Type, actor and everything else the event carried. */
  event: { type: string; actor: Actor };
}

function read(row: PastEvent): ReadEvent {
  const payload = JSON.parse(row.payload) as Payload;
  const { cambios: _cambios, facts: _facts, ...carried } = payload;
  const actor = { id: row.id_actor ?? 0, profile: row.perfil } as Actor;
  return { row, payload, event: { type: row.evento, actor, ...carried } };
}

/** A new box: open, and nothing in it. */
export const firstStep: Step = {
  secuencia: 0,
  active: boxStates.open.codigo,
  consecutivo: null,
  total: 0,
  total_aprobado: 0,
  expenses: new Map(),
};

/** What the law of the box sees of its expenses. */
export const boxExpensesOf = ({ expenses }: Step): BoxExpense[] =>
  [...expenses].map(([id, { estado, context }]) => ({
    id,
    estado,
    needsMaintenance: context.needsMaintenance,
    hasSupport: context.hasSupport,
  }));

/** What the law of an expense sees of it. */
export const expenseContextAt = (
  { active }: Step,
  { context }: ReplayedExpense,
): ExpenseContext => ({
  ...context,
  boxState: boxStateOf(active),
});

const refusedByLaw = (row: PastEvent, motivos: readonly { guardia: string }[]) => {
  const guardias = motivos.map(({ guardia }) => guardia);
  return new BrokenLogError(row, `la ley lo rechaza: ${guardias.join(', ')}`, guardias);
};

function requireEdge({ row }: ReadEvent, from: string, to: string): void {
  if (row.desde !== from || row.hacia !== to)
    throw new BrokenLogError(
      row,
      `la ley lleva de ${from} a ${to}, el registro de ${row.desde} a ${row.hacia}`,
    );
}

function decidedBox(step: Step, { row, event }: ReadEvent): number {
  const decided = decideBox(step.active, { expenses: boxExpensesOf(step) }, event as BoxEvent);
  if (!decided.ok) throw refusedByLaw(row, decided.motivos);
  return decided.codigo ?? step.active;
}

function afterBoxEvent(step: Step, past: ReadEvent): Step {
  const active = decidedBox(step, past);
  requireEdge(past, boxStateOf(step.active), boxStateOf(active));
  const { consecutivo } = past.payload.cambios;
  return { ...step, active, ...(typeof consecutivo === 'number' && { consecutivo }) };
}

function afterRecording(step: Step, past: ReadEvent, idGasto: number): Step {
  const { facts } = past.payload;
  if (facts === undefined) throw new BrokenLogError(past.row, 'no trae los hechos del gasto');
  decidedBox(step, past);
  const estado = firstExpenseCode(facts);
  requireEdge(past, 'recording', expenseStateOf(estado));
  return withExpenses(step, (expenses) => expenses.set(idGasto, { estado, context: facts }));
}

function afterExpenseEvent(step: Step, past: ReadEvent, idGasto: number): Step {
  const { row, event, payload } = past;
  const expense = step.expenses.get(idGasto);
  if (expense === undefined) throw new BrokenLogError(row, 'su gasto no está');
  const context = expenseContextAt(step, expense);
  const law = expenseLawOf(row.version_maquina);
  const decided = decideExpense(expense.estado, context, event as ExpenseEvent, law);
  if (!decided.ok) throw refusedByLaw(row, decided.motivos);
  const { codigo } = decided;
  const from = expenseStateOf(expense.estado);
  requireEdge(past, from, codigo === null ? 'removed' : expenseStateOf(codigo));
  return withExpenses(step, (expenses) => {
    if (codigo === null) expenses.delete(idGasto);
    else
      expenses.set(idGasto, {
        estado: codigo,
        context: withColumns(decided.context, payload.cambios),
      });
  });
}

/** Columns that the law reads and that an event changed beside it: only the offered invoices. */
const withColumns = (context: ExpenseContext, cambios: Record<string, unknown>): ExpenseContext =>
  typeof cambios.data_factura === 'string'
    ? { ...context, offeredInvoices: invoiceUrlsOf(cambios.data_factura) }
    : context;

function withExpenses(
  step: Step,
  change: (expenses: Map<number, ReplayedExpense>) => unknown,
): Step {
  const expenses = new Map(step.expenses);
  change(expenses);
  const amounts = [...expenses.values()].map(({ estado, context }) => ({
    estado,
    valor: context.valor,
    reembolsar: context.reembolsar,
  }));
  return {
    ...step,
    expenses,
    total: totalOf(amounts),
    total_aprobado: approvedTotalOf(amounts),
  };
}

function afterReadEvent(step: Step, past: ReadEvent): Step {
  const { id_gasto, evento } = past.row;
  if (id_gasto === null) return afterBoxEvent(step, past);
  if (evento === 'EXPENSE.RECORD') return afterRecording(step, past, id_gasto);
  return afterExpenseEvent(step, past, id_gasto);
}

/**
 * The box after one more event.
 *
 * @throws BrokenLogError when the law would not have written the event
 */
export function stepAfter(step: Step, row: PastEvent): Step {
  try {
    return { ...afterReadEvent(step, read(row)), secuencia: row.secuencia };
  } catch (error) {
    if (error instanceof BrokenLogError) throw error;
    // Whoever altered it may have left anything at all.
    throw new BrokenLogError(row, 'no se puede leer');
  }
}

export interface Replayed {
  /** The new box, and the box after each event up to the one at which the log breaks. */
  steps: readonly [Step, ...Step[]];
  /** Null when the law agrees with every event. */
  broken: BrokenLogError | null;
}

/**
 * Walks the log of a box from its first event.
 *
 * @param events every event of the box, by `secuencia`
 */
export function replayLog(events: readonly PastEvent[]): Replayed {
  const steps: [Step, ...Step[]] = [firstStep];
  let last = firstStep;
  for (const event of events) {
    try {
      last = stepAfter(last, event);
    } catch (error) {
      if (error instanceof BrokenLogError) return { steps, broken: error };
      throw error;
    }
    steps.push(last);
  }
  return { steps, broken: null };
}
