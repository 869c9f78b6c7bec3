import { useActor } from '@xstate/react';
import { dataOf } from '#machines/flows/steps/result.ts';
import { accountOfBox, expenseRowsOf } from '#machines/flows/expenses/expense-facts.ts';
import { boxContent } from './box-view.actors.ts';
import { loadOf } from '../../app/problems/load-of.ts';

/** A screen of a box whose content can be given by a test. */
export interface BoxContentViewProps {
  machine?: typeof boxContent;
}

/** A box that is only looked at, as its screen shows it. */
export function useBoxContent(id_caja: number, machine = boxContent) {
  const [snapshot, send] = useActor(machine, { input: { key: { id_caja } } });
  const facts = dataOf(snapshot);
  return {
    rows: expenseRowsOf(facts?.rows ?? []),
    account: accountOfBox(facts),
    page: { facts, ...loadOf(snapshot, send) },
  };
}
