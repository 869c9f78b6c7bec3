/** Person implementations of the flows that review an expense. */
import { fromPromise } from 'xstate';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { byStage, type StageName, wireStages } from '#contract/wire-stages.ts';
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
import { categoriesOfStore, referenceRows, withNamed } from './expense-reference.ts';
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
  const named = Object.values(wireStages).map(({ sufijo }) => expense[`id_rechazo_${sufijo}`]);
  const all = await withNamed('motivo_rechazo', reasons, named, signal);
  return all.ok ? answered({ expense, reasons: all.answer }) : all;
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

/** The same with what an expense names though it is no longer in use. */
async function withNamedOf(
  { indicador, categorias }: Expense,
  { documentClasses, taxes }: AccountingCatalogue,
  signal: AbortSignal,
): Promise<Result<AccountingCatalogue>> {
  const named = categorias.map(({ iva_item }) => iva_item);
  const all = await allAnswered(
    withNamed('indicadores', documentClasses, [indicador], signal),
    withNamed('impuestos', taxes, named, signal),
  );
  if (!all.ok) return all;
  return answered({ documentClasses: all.answer[0], taxes: all.answer[1] });
}

async function loadAccountingFacts(
  key: ExpenseKey,
  signal: AbortSignal,
): Promise<Result<AccountingFacts>> {
  const loaded = await allAnswered(loadFacts(key, signal), loadCatalogue(signal));
  if (!loaded.ok) return loaded;
  const [facts, active] = loaded.answer;
  const rest = await allAnswered(
    categoriesOfStore(facts.expense.id_tienda, signal),
    withNamedOf(facts.expense, active, signal),
  );
  if (!rest.ok) return rest;
  const [categories, catalogue] = rest.answer;
  return answered({ ...facts, ...catalogue, categories, today: serverToday() });
}

const loaders = { plain: loadFacts, accounting: loadAccountingFacts };

const loaderOf = (stage: StageName): keyof typeof loaders =>
  stage === 'accounting' ? 'accounting' : 'plain';

/** Milliseconds for which facts that were fetched ahead are shown without asking again. */
const freshness = 60_000;

/** The facts of the expense that comes next, asked for while the one before it is decided. */
let ahead: { key: string; until: number; facts: Promise<Result<Facts> | null> } | null = null;

const keyOf = (stage: StageName, { id_gasto }: ExpenseKey): string =>
  `${loaderOf(stage)} ${id_gasto}`;

/** Fetches the facts of an expense before it is opened. */
export function fetchFactsAhead(stage: StageName, key: ExpenseKey): void {
  const facts = loaders[loaderOf(stage)](key, new AbortController().signal);
  ahead = {
    key: keyOf(stage, key),
    until: Date.now() + freshness,
    // A refusal, or no answer, is left to whoever opens it.
    facts: facts.then(
      (result) => (result.ok ? result : null),
      () => null,
    ),
  };
}

/** The facts that were fetched ahead, once. */
async function takenFacts(stage: StageName, key: ExpenseKey): Promise<Result<Facts> | null> {
  const taken = ahead;
  if (taken?.key !== keyOf(stage, key)) return null;
  ahead = null;
  return Date.now() < taken.until ? taken.facts : null;
}

const loadsOf = (stage: StageName) =>
  fromPromise<Result<Facts>, ExpenseKey>(
    async ({ input, signal }) =>
      (await takenFacts(stage, input)) ?? loaders[loaderOf(stage)](input, signal),
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
        loadExpense: loadsOf(stage),
        ...writes,
      },
    }),
);

export const itemisation = itemisationMachine.provide({
  actors: { loadExpense: loadsOf('accounting'), ...writes },
});

/** An expense that is only looked at. */
export const expenseDetail = createDetailMachine<DecisionFacts, ExpenseKey>().provide({
  actors: {
    loadDetail: fromPromise<Result<DecisionFacts>, { key: ExpenseKey }>(({ input, signal }) =>
      loadFacts(input.key, signal),
    ),
  },
});

export const accountingCatalogue = createDetailMachine<AccountingCatalogue, Expense>().provide({
  actors: {
    loadDetail: fromPromise<Result<AccountingCatalogue>, { key: Expense }>(
      async ({ input: { key }, signal }) => {
        const active = await loadCatalogue(signal);
        return active.ok ? withNamedOf(key, active.answer, signal) : active;
      },
    ),
  },
});
