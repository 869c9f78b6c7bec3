/**
 * The correction of a rejected expense: what its store changed, what that takes away, and which expenses can still
 * be corrected.
 */
import { type CorrectedField, correctedFields, fieldLabel } from '#contract/expense-fields.ts';
import {
  type SplitExpense,
  reimbursementCap,
  takesReimbursement,
} from '../review/reimbursement.ts';
import { formatMoney } from '../values/money.ts';
import { lowerFirst } from '../values/texts.ts';
import { type StageName, stageNames, stageOfBox, stageOfCode, stages } from '../box/stages.ts';
import { boxStateOf, expenseStates, isRejected } from '../box/states.ts';

/** The name of a field as it stands within a sentence. */
export const fieldName = (campo: CorrectedField): string => lowerFirst(fieldLabel(campo));

/** A field before and after, as people read it. */
export interface Difference {
  campo: CorrectedField;
  antes: string;
  despues: string;
}

/** With another one of these it is another purchase: nobody approved that. */
const essential: readonly CorrectedField[] = ['valor', 'proveedor', 'fecha_gasto', 'archivo'];

const isEssential = (differences: readonly Difference[]): boolean =>
  differences.some(({ campo }) => essential.includes(campo));

/** The stages whose rejections a store can correct while they have the box; the last one decides for good. */
const correctableStages = ['supervisor', 'maintenance', 'accounting'] as const;

/** The stored codes of a box and of an expense that can be corrected in it. */
export const correctablePlaces = correctableStages.map((name) => ({
  active: stages[name].boxCode,
  estado: expenseStates[stages[name].rejected].codigo,
}));

/** The expenses of a box that its store can still correct: rejected by the stage that has the box. */
export const correctableExpenses = <Expense extends { estado: number }>(
  active: number,
  expenses: readonly Expense[],
): Expense[] =>
  expenses.filter(({ estado }) =>
    correctablePlaces.some((place) => place.active === active && place.estado === estado),
  );

/** The reason of a duplicate, which is there already: to record it again would make another one. */
const duplicateReason = 'Gasto duplicado';

/** The stage that rejected the expense has the box no longer: nobody decides it again, so it may be recorded again. */
export function canBeRecordedAgain({
  active,
  estado,
  motivo_rechazo,
}: {
  active: number;
  estado: number;
  motivo_rechazo: string | null;
}): boolean {
  const stage = stageOfCode(estado);
  return (
    stage !== undefined &&
    isRejected(estado) &&
    stages[stage].boxCode !== active &&
    motivo_rechazo !== duplicateReason
  );
}

/**
 * The stages of which a correction leaves nothing on the expense: the one that rejected it, and those before it where
 * what they approved is another purchase now.
 */
export function undoneStages(active: number, differences: readonly Difference[]): StageName[] {
  const stage = stageOfBox(boxStateOf(active));
  if (stage === null) return [];
  const earlier = stageNames.slice(0, stageNames.indexOf(stage));
  return isEssential(differences) ? [...earlier, stage] : [stage];
}

/**
 * Returns what is granted of an expense that was corrected after the supervisor: never more than before, and never more
 * than the cap. Null: the whole value.
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

/** The fields of an expense as they are compared; amounts in centavos. */
export interface CorrectedFacts extends Record<Exclude<CorrectedField, 'valor'>, string> {
  valor: number;
}

const shownValue = (facts: CorrectedFacts, campo: CorrectedField): string =>
  campo === 'valor' ? formatMoney(facts.valor) : facts[campo];

/** Returns the fields that became different, in the order of the table. */
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
