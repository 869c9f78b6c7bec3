/** Person implementations of the flows that review an expense. */
import { fromPromise } from 'xstate';
import { byStage } from '#contract/wire-stages.ts';
import { stages } from '#machines/domain/stages.ts';
import type {
  AccountingFacts,
  DecisionFacts,
  Facts,
  SaveName,
} from '#machines/flows/decisions/decision-rules.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import {
  decisionMachines,
  itemisationMachine,
} from '#machines/flows/decisions/decision.machine.ts';
import { answered, CallFailure, type Result } from '#machines/flows/result.ts';
import { allAnswered } from './all-answered.ts';
import { callApi, writerFor } from './client.ts';
import { categoriesOfStore, referenceRows } from './expense-reference.ts';
import { serverToday } from './server-clock.ts';

interface ExpenseKey {
  id_gasto: number;
}

async function loadFacts(
  { id_gasto }: ExpenseKey,
  signal: AbortSignal,
): Promise<Result<DecisionFacts>> {
  const loaded = await allAnswered(
    callApi('/detalleGasto', { id_gasto }, { signal }),
    referenceRows('motivo_rechazo', {}, signal),
  );
  if (!loaded.ok) return loaded;
  const [[expense], reasons] = loaded.answer;
  // The contract promises one element: a server that breaks it is a broken server.
  if (expense === undefined) throw new CallFailure(500);
  return answered({ expense, reasons });
}

/** Names of accounting's ids. */
export type AccountingCatalogue = Pick<AccountingFacts, 'documentClasses' | 'taxes'>;

async function loadCatalogue(signal: AbortSignal): Promise<Result<AccountingCatalogue>> {
  const loaded = await allAnswered(
    referenceRows('indicadores', {}, signal),
    referenceRows('impuestos', {}, signal),
  );
  if (!loaded.ok) return loaded;
  const [documentClasses, taxes] = loaded.answer;
  return answered({ documentClasses, taxes });
}

const loadExpense = fromPromise<Result<Facts>, ExpenseKey>(({ input, signal }) =>
  loadFacts(input, signal),
);

async function loadAccountingFacts(
  key: ExpenseKey,
  signal: AbortSignal,
): Promise<Result<AccountingFacts>> {
  const loaded = await allAnswered(loadFacts(key, signal), loadCatalogue(signal));
  if (!loaded.ok) return loaded;
  const [facts, catalogue] = loaded.answer;
  const categories = await categoriesOfStore(facts.expense.id_tienda, signal);
  if (!categories.ok) return categories;
  return answered({ ...facts, ...catalogue, categories: categories.answer, today: serverToday() });
}

const loadAccountingExpense = fromPromise<Result<Facts>, ExpenseKey>(({ input, signal }) =>
  loadAccountingFacts(input, signal),
);

const saves = byStage(
  ({ saves: name }) => name,
  (stage) => writerFor<`/${SaveName}`>(`/${stages[stage].saves}`),
);

const writes = { elegirFacturaElectronica: writerFor('/elegirFacturaElectronica'), ...saves };

export const decisions = byStage(
  (_, stage) => stage,
  (stage) =>
    decisionMachines[stage].provide({
      actors: {
        loadExpense: stage === 'accounting' ? loadAccountingExpense : loadExpense,
        ...writes,
      },
    }),
);

export const itemisation = itemisationMachine.provide({
  actors: { loadExpense: loadAccountingExpense, ...writes },
});

/** An expense that is only looked at. */
export const expenseDetail = createDetailMachine<DecisionFacts, ExpenseKey>().provide({
  actors: {
    loadDetail: fromPromise<Result<DecisionFacts>, { key: ExpenseKey }>(({ input, signal }) =>
      loadFacts(input.key, signal),
    ),
  },
});

export const accountingCatalogue = createDetailMachine<AccountingCatalogue, null>().provide({
  actors: {
    loadDetail: fromPromise<Result<AccountingCatalogue>, { key: null }>(({ signal }) =>
      loadCatalogue(signal),
    ),
  },
});
