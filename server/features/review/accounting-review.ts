import { successes } from '#contract/errors.ts';
import { stageOfCode } from '#machines/domain/box/stages.ts';
import { expenseStates } from '#machines/domain/box/states.ts';
import {
  actorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { corrections } from './correction.ts';
import { decide, openExpense } from './decision.ts';
import { type AccountingForm, itemised, splitOf } from './itemise.ts';

/** The state stays: only the split is saved. */
const isItemisationAlone = (form: AccountingForm): boolean =>
  form.estado === expenseStates.supervisorApproved.codigo;

/** The split of an expense that waits for accounting, saved without a decision. */
const saveItemisation = (context: SessionContext, form: AccountingForm) =>
  context.write(async (trx) => {
    const box = await openExpense(trx, context, form);
    const desglose = form.item === 1 ? splitOf(form) : null;
    const event = {
      type: 'EXPENSE.ITEMISE',
      actor: box.actingAs(actorOf(context.session)),
      desglose,
    } as const;
    await box.requireAllowedOn(form.id_gasto, event);
    const split = await itemised(trx, form, desglose, await box.expense(form.id_gasto));
    await box.fireOn(form.id_gasto, event, split.changes, split.categories);
    return done(successes.saved);
  });

/** The first pass: the decision, the split when there is one, and what was classified and corrected on the way. */
function decideFirstPass(context: SessionContext, form: AccountingForm) {
  const desglose = form.item === 1 ? splitOf(form) : null;
  return decide('accounting', context, form, {
    desglose,
    complete: async (trx, expense) => {
      const split = await itemised(trx, form, desglose, expense);
      const corrected = await corrections(trx, form, expense, context.now());
      return { ...split, changes: { ...split.changes, ...corrected } };
    },
  });
}

/** /guardarContabilidad: 6 and 7 in the first pass, 15 and 16 in the final one, 3 for the split alone. */
export const saveAccounting: Operation<'/guardarContabilidad'> = async (form, context) => {
  if (isItemisationAlone(form)) return saveItemisation(context, form);
  // The final pass saves nothing but the decision.
  return stageOfCode(form.estado) === 'final'
    ? decide('final', context, form)
    : decideFirstPass(context, form);
};
