/** The supervisor's form: its fields, its rules and the body of its call. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { formatTyped, parseMoney, pesosOrNull, toCentavos } from '#machines/domain/values/money.ts';
import {
  needsReimbursement,
  reimbursementCap,
  takesReimbursement,
} from '#machines/domain/review/reimbursement.ts';
import {
  type Decided,
  type DecisionValues,
  decisionRefusals,
  decisionRequest,
  decisionValues,
} from './decision-rules.ts';

export interface SupervisorValues extends DecisionValues {
  /** Reimbursement value as typed; empty when none is given. */
  reembolsar: string;
}

/** The form over an expense, with what was decided before. */
export const supervisorValues = (expense: Expense): SupervisorValues => ({
  ...decisionValues('supervisor', expense),
  reembolsar: expense.reembolsar === null ? '' : formatTyped(toCentavos(expense.reembolsar)),
});

/** The field is shown only for an expense of exactly one of the six categories. */
export const showsReimbursement = (expense: Expense): boolean =>
  takesReimbursement(expense.categorias_propias);

/** Above the cap the field must be filled in. */
export const requiresReimbursement = (expense: Expense): boolean =>
  needsReimbursement({ categoryIds: expense.categorias_propias, valor: toCentavos(expense.valor) });

/** The most that can be reimbursed, in centavos. */
export const mostReimbursed = ({ valor }: Expense): number =>
  Math.min(toCentavos(valor), reimbursementCap);

type SupervisorDecided = Decided<SupervisorValues>;

/** The text of the field, as far as the field is shown. */
const typedAmount = ({ facts, values }: SupervisorDecided): string =>
  showsReimbursement(facts.expense) ? values.reembolsar.trim() : '';

/** Everything that is wrong with the decision, as the state machine and the form say it. */
export function supervisorRefusals(decided: SupervisorDecided): FailedGuard[] {
  const typed = typedAmount(decided);
  const reembolsar = parseMoney(typed);
  const refusals = decisionRefusals('supervisor', decided, { reembolsar });
  if (decided.choice === 'rejected' || typed === '' || reembolsar !== null) return refusals;
  const others = refusals.filter(({ guardia }) => guardia !== 'reimbursementIsGiven');
  return [{ guardia: 'reembolsar', mensaje: 'Solo números' }, ...others];
}

export function supervisorRequest(decided: SupervisorDecided): RequestOf<'/guardarSupervisor'> {
  const centavos = decided.choice === 'approved' ? parseMoney(typedAmount(decided)) : null;
  return {
    ...decisionRequest('supervisor', decided),
    item: 0,
    reembolsar: pesosOrNull(centavos),
  };
}
