/**
 * Simulation of another policy on past boxes: the events of a box are replayed through the state machine, whose guards
 * determine which are still possible. Nothing is estimated: events that the policy excludes are dropped, and an expense
 * that then waits for a decision without an event is approved.
 */
import { type DelayState, onTheWay } from '../box/box-delays.ts';
import {
  type BoxCase,
  type CaseEvent,
  caseAfter,
  domainMachines,
  emptyCase,
} from '../case/box-case.ts';
import { type StageName, stageNames, stageOfBox, stages, waitsAt } from '../stages/stages.ts';
import { boxStateOf, expenseStateOf } from '../stages/states.ts';
import type { ExpenseContext } from '../expense/expense-guards.ts';
import { isConsequence } from '../expense/expense.machine.ts';
import { approvedTotalOf } from '../fund/fund.ts';
import { amountsOf } from '../case/box-money.ts';
import type { Person } from '../people/profiles.ts';
import { decisionEvent, reviewReasons } from '../case/joint-approval.ts';
import { grantedOf, needsReimbursement, reimbursementCap } from '../review/reimbursement.ts';
import { type PastEvent, type Payload, eventOf, rulesOf } from './replay.ts';

export interface Policy {
  /** Context of an expense under the policy; null: the expense is not recorded. */
  expenseOf?: (facts: ExpenseContext) => ExpenseContext | null;
  /** Centavos: clean expenses below this value need no decision in accounting's first pass. */
  cleanBelow?: number;
}

/** Maintenance reviews only expenses of at least `limit` centavos. */
export const maintenanceFrom = (limit: number): Policy => ({
  expenseOf: (facts) => (facts.valor < limit ? { ...facts, needsMaintenance: false } : facts),
});

/** Expenses of some categories above `limit` centavos are not recorded. */
export const categoryLimit = (categories: ReadonlySet<number>, limit: number): Policy => ({
  expenseOf: (facts) =>
    facts.valor > limit && facts.categoryIds.some((id) => categories.has(id)) ? null : facts,
});

interface Outcome {
  decisiones: number;
  /** Granted value; centavos. */
  aprobado: number;
  /** Values of granted expenses whose rejection the policy excludes; centavos. */
  perdidos: number[];
  /** States in which the box would have waited. */
  states: ReadonlySet<DelayState>;
}

const rejections: ReadonlyMap<string, StageName> = new Map(
  stageNames.map((name) => [stages[name].reject, name]),
);
const approvals: ReadonlyMap<string, StageName> = new Map(
  stageNames.map((name) => [stages[name].approve, name]),
);
const sends: ReadonlyMap<string, StageName> = new Map(
  stageNames.map((name) => [stages[name].send, name]),
);

class PolicySimulation {
  readonly #policy: Policy;
  readonly #columns = new Map<number, { informe_novedad: string; enlace_factura: string }>();
  /** Expenses with a rejection that the policy excludes. */
  readonly #missed = new Set<number>();
  readonly #states = new Set<DelayState>(['open']);
  #case: BoxCase = emptyCase;
  /** Of the version of the rules that accepted the last event. */
  #machines = domainMachines;
  #decisions = 0;
  /** Accounting's first pass decides at least one expense, or skips at least one. */
  #decidesFirst = false;
  #passesFirst = false;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  take(row: PastEvent): void {
    // `caseAfter` adds the consequences of a send; payments come after the closing.
    if (isConsequence(row.evento) || /^(PAYMENT|OWED)\./.test(row.evento)) return;
    this.#machines = rulesOf(Number(row.version_maquina));
    const payload = JSON.parse(row.payload) as Payload;
    this.#setColumns(row, payload);
    const event = this.#underPolicy(eventOf(row, payload));
    if (event === null) return;
    const sender = sends.get(row.evento);
    if (sender !== undefined) this.#approveWaiting(sender, event.event.actor);
    const stage = rejections.get(row.evento) ?? approvals.get(row.evento);
    const isTaken = (stage === undefined || !this.#isPassed(stage, event)) && this.#fire(event);
    if (stage === undefined || event.idGasto === null) return;
    if (isTaken) this.#count(stage);
    else if (rejections.has(row.evento)) this.#missed.add(event.idGasto);
    if (isTaken || approvals.has(row.evento)) this.#missed.delete(event.idGasto);
  }

  get outcome(): Outcome {
    const { expenses } = this.#case;
    // Without any decision there, the box does not wait for the first pass.
    if (this.#passesFirst && !this.#decidesFirst) this.#states.delete('preliminary');
    return {
      decisiones: this.#decisions,
      aprobado: approvedTotalOf(amountsOf(this.#case)),
      perdidos: [...this.#missed].flatMap((id) => {
        const expense = expenses.get(id);
        if (expense === undefined) return [];
        const value = approvedTotalOf(amountsOf({ expenses: new Map([[id, expense]]) }));
        return value > 0 ? value : [];
      }),
      states: this.#states,
    };
  }

  #setColumns({ id_gasto }: PastEvent, { cambios }: Payload): void {
    if (id_gasto === null) return;
    const before = this.#columns.get(id_gasto) ?? { informe_novedad: '', enlace_factura: '' };
    const { informe_novedad = before.informe_novedad, enlace_factura = before.enlace_factura } =
      cambios as Partial<typeof before>;
    this.#columns.set(id_gasto, { informe_novedad, enlace_factura });
  }

  /** Null for an event that the policy excludes. */
  #underPolicy(request: CaseEvent): CaseEvent | null {
    const { expenseOf = (facts: ExpenseContext) => facts } = this.#policy;
    if (request.type === 'record') {
      const facts = expenseOf(request.event.facts);
      return facts && { ...request, event: { ...request.event, facts } };
    }
    if (request.type !== 'expense') return request;
    const expense = this.#case.expenses.get(request.idGasto);
    if (expense === undefined) return null;
    if (request.event.type !== 'EXPENSE.CORRECT') return request;
    const after = expenseOf({ ...expense.context, ...request.event.corregido });
    if (after === null) return null;
    const { needsMaintenance } = after;
    return {
      ...request,
      event: { ...request.event, corregido: { ...request.event.corregido, needsMaintenance } },
    };
  }

  /** True when the policy skips the first pass of the expense: it is clean and below the limit. */
  #isPassed(stage: StageName, { idGasto, event }: CaseEvent): boolean {
    const { cleanBelow = 0 } = this.#policy;
    if (stage !== 'accounting' || idGasto === null) return false;
    const expense = this.#case.expenses.get(idGasto);
    const columns = this.#columns.get(idGasto);
    if (expense === undefined || columns === undefined || expense.context.valor >= cleanBelow)
      return false;
    const reasons = reviewReasons(this.#case, { id: idGasto, ...columns }, event.actor as Person);
    if (reasons.length > 0) return false;
    this.#passesFirst = true;
    return true;
  }

  /** Approves the expenses that still wait at a stage; each counts as a decision unless the policy skips it. */
  #approveWaiting(stage: StageName, actor: Person): void {
    if (stageOfBox(boxStateOf(this.#case.active)) !== stage) return;
    for (const [idGasto, { estado, context }] of this.#case.expenses) {
      if (!waitsAt(stage, expenseStateOf(estado))) continue;
      const event = decisionEvent(stage, 'approved', {
        actor,
        observacion: 'Política',
        id_rechazo: null,
        reembolsar: needsReimbursement(context) ? reimbursementCap : null,
        desglose: {
          categorias: context.categoryIds.slice(0, 1),
          valores: [grantedOf(context)],
          impuestos: [1],
          indicador: 1,
          tipo_persona: 'PJ',
        },
      });
      const request = { type: 'expense', idGasto, event } as const;
      const isPassed = this.#isPassed(stage, request);
      if (this.#fire(request) && !isPassed) this.#count(stage);
    }
  }

  #count(stage: StageName): void {
    this.#decisions += 1;
    if (stage === 'accounting') this.#decidesFirst = true;
  }

  #fire(request: CaseEvent): boolean {
    const after = caseAfter(this.#case, request, this.#machines);
    if (!after.ok) return false;
    this.#case = after.next;
    this.#states.add(boxStateOf(after.next.active));
    if (request.event.type === 'BOX.PAPERS_RECEIVED') this.#states.add(onTheWay);
    return true;
  }
}

/** @param events every event of one box, from the first */
export function outcomeOf(events: readonly PastEvent[], policy: Policy): Outcome {
  const past = new PolicySimulation(policy);
  for (const event of events) past.take(event);
  return past.outcome;
}
