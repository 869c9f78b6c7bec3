/**
 * Correction of a rejected expense: the fields that the store changed, the decisions that this voids, and which
 * expenses can still be corrected.
 */
import { type CorrectedField, correctedFields, fieldLabel } from '#contract/expense-fields.ts';
import {
  type SplitExpense,
  reimbursementCap,
  takesReimbursement,
} from '../review/reimbursement.ts';
import { formatMoney } from '../values/money.ts';
import { lowerFirst } from '../values/texts.ts';
import { type StageName, stageNames, stageOfBox, stageOfCode, stages } from '../stages/stages.ts';
import { boxStateOf, expenseStates, isRejected } from '../stages/states.ts';

/** Name of a field for use within a sentence. */
export const fieldName = (campo: CorrectedField): string => lowerFirst(fieldLabel(campo));

/** Display texts of a field before and after a correction. */
export interface Difference {
  campo: CorrectedField;
  antes: string;
  despues: string;
}

/** Fields that identify the purchase; a change of one voids the earlier approvals. */
const essential: readonly CorrectedField[] = ['valor', 'proveedor', 'fecha_gasto', 'archivo'];

const isEssential = (differences: readonly Difference[]): boolean =>
  differences.some(({ campo }) => essential.includes(campo));

/** Stages whose rejections the store can correct while the box is at the stage; the final pass decides for good. */
const correctableStages = ['supervisor', 'maintenance', 'accounting'] as const;

/** Pairs of stored codes, of a box and of an expense that can be corrected in it. */
export const correctablePlaces = correctableStages.map((name) => ({
  active: stages[name].boxCode,
  estado: expenseStates[stages[name].rejected].codigo,
}));

/** The expenses of a box that the store can still correct: those rejected by its current stage. */
export const correctableExpenses = <Expense extends { estado: number }>(
  active: number,
  expenses: readonly Expense[],
): Expense[] =>
  expenses.filter(({ estado }) =>
    correctablePlaces.some((place) => place.active === active && place.estado === estado),
  );

/** Rejection reason of a duplicate, which cannot be recorded again: that would create another duplicate. */
const duplicateReason = 'Gasto duplicado';

/**
 * True once the box has left the stage that rejected the expense, which makes it final; false for duplicates, and once
 * the company took it over, which settles it.
 */
export function canBeRecordedAgain({
  active,
  estado,
  motivo_rechazo,
  asumido,
}: {
  active: number;
  estado: number;
  motivo_rechazo: string | null;
  asumido: number;
}): boolean {
  const stage = stageOfCode(estado);
  return (
    stage !== undefined &&
    isRejected(estado) &&
    stages[stage].boxCode !== active &&
    motivo_rechazo !== duplicateReason &&
    asumido === 0
  );
}

/**
 * Stages whose decision a correction voids: the one that rejected the expense, and the earlier ones when the correction
 * makes it another purchase.
 */
export function undoneStages(active: number, differences: readonly Difference[]): StageName[] {
  const stage = stageOfBox(boxStateOf(active));
  if (stage === null) return [];
  const earlier = stageNames.slice(0, stageNames.indexOf(stage));
  return isEssential(differences) ? [...earlier, stage] : [stage];
}

/**
 * Returns the granted value of an expense corrected after the supervisor's decision: at most the earlier grant, and at
 * most the cap. Null: the whole value.
 */
export function grantAfterCorrection({
  categoryIds,
  valor,
  reembolsar,
}: SplitExpense): number | null {
  if (!takesReimbursement(categoryIds)) return null;
  const most = reembolsar ?? reimbursementCap;
  return valor <= most && reembolsar === null ? null : Math.min(most, valor);
}

/** Compared fields of an expense; amounts in centavos. */
export interface CorrectedFacts extends Record<Exclude<CorrectedField, 'valor'>, string> {
  valor: number;
}

const shownValue = (facts: CorrectedFacts, campo: CorrectedField): string =>
  campo === 'valor' ? formatMoney(facts.valor) : facts[campo];

/** Returns the changed fields, in the order of the table. */
export const differencesOf = (before: CorrectedFacts, after: CorrectedFacts): Difference[] =>
  correctedFields
    .filter((campo) => before[campo] !== after[campo])
    .map((campo) => ({
      campo,
      antes: shownValue(before, campo),
      despues: shownValue(after, campo),
    }));

/** 'valor $ 20.000 → $ 18.000, concepto Taxi → Taxi al banco' */
export const correctionText = (differences: readonly Difference[]): string =>
  differences
    .map(({ campo, antes, despues }) => `${fieldName(campo)} ${antes || '—'} → ${despues || '—'}`)
    .join(', ');
