/** The event of a decision, from the stage that decides and what was chosen. */
import type { AccountingSplit, ExpenseCommand } from '../expense/expense-guards.ts';
import type { Person } from '../people/profiles.ts';
import { type StageName, stages } from '../box/stages.ts';

export type Choice = 'approved' | 'rejected';

export interface DecisionDetails {
  actor: Person;
  observacion: string;
  /** Rejection reason; null when approving or not chosen. */
  id_rechazo: number | null;
  /** How many expenses are approved at once; absent from a decision about one. */
  lote?: number;
  /** The receipt had been on the reviewer's screen. */
  soporte_visto?: boolean;
  /** Only for an approval of the supervisor; centavos. */
  reembolsar?: number | null;
  /** Only for accounting's first pass. */
  desglose?: AccountingSplit | null;
}

/** A stage takes of the details what its events carry. */
export function decisionEvent(
  stage: StageName,
  choice: Choice,
  { reembolsar = null, desglose = null, ...decision }: DecisionDetails,
): ExpenseCommand {
  const { approve, reject } = stages[stage];
  const type = choice === 'approved' ? approve : reject;
  if (type === 'SUPERVISOR.APPROVE') return { type, ...decision, reembolsar };
  if (type === 'ACCOUNTING.APPROVE' || type === 'ACCOUNTING.REJECT')
    return { type, ...decision, desglose };
  return { type, ...decision };
}
