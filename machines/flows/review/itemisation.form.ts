/** The itemisation without a decision: its fields, its rules and the body of its call. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { AccountingSplit } from '#machines/domain/expense/expense-guards.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { isItemised } from '#machines/domain/review/itemisation.ts';
import {
  type AccountingValues,
  accountingValues,
  amountRefusals,
  splitBody,
  splitOf,
} from './accounting-decision.form.ts';
import { type Decided, commandRefusals } from './decision-rules.ts';

export type ItemisationValues = Pick<
  AccountingValues,
  'filas' | 'indicador' | 'tipo_persona' | 'item_texto'
>;

/** The form over an expense, with what was split before. */
export function itemisationValues(expense: Expense): ItemisationValues {
  const { filas, indicador, tipo_persona, item_texto } = accountingValues(expense);
  // This screen saves the class without a split: nothing is proposed that nobody asked for.
  const asStored = expense.item === 1 ? filas : filas.map((row) => ({ ...row, valor: '' }));
  return { filas: asStored, indicador, tipo_persona, item_texto };
}

/** Null when every value is zero: this screen saves without itemisation. */
const splitOrNone = (values: ItemisationValues): AccountingSplit | null => {
  const split = splitOf(values);
  return isItemised(split) ? split : null;
};

type Split = Decided<ItemisationValues>;

/** Everything that is wrong with the split, as the state machine and the form say it. */
export const itemisationRefusals = ({ actor, facts, values }: Split): FailedGuard[] => [
  ...commandRefusals(facts.expense, {
    type: 'EXPENSE.ITEMISE',
    actor,
    desglose: splitOrNone(values),
  }),
  ...amountRefusals(values),
];

/** The state stays 3: only the split is saved. */
export const itemisationRequest = ({
  id_caja,
  facts: { expense },
  values,
}: Split): RequestOf<'/guardarContabilidad'> => ({
  id_caja,
  id_gasto: expense.id,
  estado: 3,
  version: expense.version,
  ...splitBody(expense, splitOrNone(values), values),
});
