import { fromPromise } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { type StageName, byStage, wireStages } from '#contract/wire-stages.ts';
import { stages } from '#machines/domain/stages/stages.ts';
import { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import type {
  AccountingFacts,
  DecisionFacts,
  Facts,
} from '#machines/flows/review/decision-rules.ts';
import {
  type DecisionMachine,
  decisionMachines,
  itemisationMachine,
} from '#machines/flows/review/decision.machine.ts';
import type { CategoryRow } from '#machines/flows/expenses/expense-facts.ts';
import { isPdf, receiptMachine } from '#machines/flows/review/receipt.machine.ts';
import { type Result, answered, assertPresent } from '#machines/flows/steps/result.ts';
import { allAnswered, detailFrom, onlyRow } from '../../wire/looking.actors.ts';
import { Prefetched, askForReceipt, callApi, countSheets } from '../../wire/client.ts';
import { referenceRows, withNamed } from '../../wire/reference-rows.ts';
import { receiptUrl } from '../../shell/screens/paths.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { rowsFor } from '../boxes/box.actors.ts';
import { storePhrases } from '../drafts/drafts.ts';

/** Actor implementations of the review flows. */

/** Categories for the store's format. */
export async function categoriesOfStore(
  id_tienda: number,
  signal: AbortSignal,
): Promise<Result<readonly CategoryRow[]>> {
  const stores = await callApi(
    '/datosGeneralesNoActive',
    { tabla: 'tiendas', condicional: { id: id_tienda } },
    { signal },
  );
  if (!stores.ok) return stores;
  const [store] = stores.answer;
  const id_formato = store !== undefined && 'id_formato' in store ? store.id_formato : [];
  // A store outside the user's scope has no categories to offer.
  return referenceRows('categoria_gasto', { id_formato }, signal);
}

interface ExpenseKey {
  id_gasto: number;
}

async function loadFacts(
  { id_gasto }: ExpenseKey,
  signal: AbortSignal,
): Promise<Result<DecisionFacts>> {
  const loaded = await allAnswered({
    expense: onlyRow(callApi('/detalleGasto', { id_gasto }, { signal })),
    reasons: referenceRows('motivo_rechazo', {}, signal),
  });
  if (!loaded.ok) return loaded;
  const { expense, reasons } = loaded.answer;
  const named = Object.values(wireStages).map(({ sufijo }) => expense[`id_rechazo_${sufijo}`]);
  const all = await withNamed('motivo_rechazo', reasons, named, signal);
  return all.ok ? answered({ expense, reasons: all.answer }) : all;
}

/** Document classes and taxes by id. */
type AccountingCatalogue = Pick<AccountingFacts, 'documentClasses' | 'taxes'>;

const loadCatalogue = (signal: AbortSignal): Promise<Result<AccountingCatalogue>> =>
  allAnswered({
    documentClasses: referenceRows('indicadores', {}, signal),
    taxes: referenceRows('impuestos', {}, signal),
  });

/** Adds the inactive rows that an expense still refers to. */
const withNamedOf = (
  { indicador, categorias }: Expense,
  { documentClasses, taxes }: AccountingCatalogue,
  signal: AbortSignal,
): Promise<Result<AccountingCatalogue>> => {
  const named = categorias.map(({ iva_item }) => iva_item);
  return allAnswered({
    documentClasses: withNamed('indicadores', documentClasses, [indicador], signal),
    taxes: withNamed('impuestos', taxes, named, signal),
  });
};

async function loadAccountingFacts(
  key: ExpenseKey,
  signal: AbortSignal,
): Promise<Result<AccountingFacts>> {
  const loaded = await allAnswered({
    facts: loadFacts(key, signal),
    active: loadCatalogue(signal),
  });
  if (!loaded.ok) return loaded;
  const { facts, active } = loaded.answer;
  const rest = await allAnswered({
    categories: categoriesOfStore(facts.expense.id_tienda, signal),
    catalogue: withNamedOf(facts.expense, active, signal),
  });
  if (!rest.ok) return rest;
  const { categories, catalogue } = rest.answer;
  return answered({ ...facts, ...catalogue, categories, today: serverToday() });
}

const loaders = { plain: loadFacts, accounting: loadAccountingFacts };

const loaderOf = (stage: StageName): keyof typeof loaders =>
  stage === 'accounting' ? 'accounting' : 'plain';

/** Facts of the next expense, prefetched while the current one is decided. */
const prefetched = new Prefetched<Result<Facts>>();

const keyOf = (stage: StageName, { id_gasto }: ExpenseKey): string =>
  `${loaderOf(stage)} ${id_gasto}`;

/** Uses the prefetched facts when the prefetch succeeded, else loads them. */
const loadsOf = (stage: StageName) =>
  fromPromise<Result<Facts>, ExpenseKey>(async ({ input, signal }) => {
    const facts = await prefetched.take(keyOf(stage, input));
    return facts?.ok ? facts : loaders[loaderOf(stage)](input, signal);
  });

const provided = (machine: DecisionMachine, stage: StageName) =>
  withCalls(machine).provide({ actors: { loadExpense: loadsOf(stage) } });

export const decisions = byStage(
  (_, stage) => stage,
  (stage) => provided(decisionMachines[stage], stage),
);

export const itemisation = provided(itemisationMachine, 'accounting');

/** A read-only expense. */
export const expenseDetail = detailFrom(loadFacts);

export const accountingCatalogue = detailFrom(async (expense: Expense, signal) => {
  const active = await loadCatalogue(signal);
  return active.ok ? withNamedOf(expense, active.answer, signal) : active;
});

/** Actor implementations of the cockpit and of the receipt viewer. */

export const cockpit = cockpitMachine.provide({
  actors: {
    loadRows: fromPromise(({ input: { reader, id_caja }, signal }) =>
      rowsFor(stages[assertPresent(reader)].sender, id_caja, { signal }),
    ),
  },
  actions: {
    storePhrases: (_, phrases) => storePhrases(phrases),
    prefetch: ({ context }, next) => {
      if (next === null) return;
      const facts = loaders[loaderOf(context.stage)](next, new AbortController().signal);
      prefetched.forget();
      void prefetched.ask(keyOf(context.stage, next), facts);
    },
  },
});

export const receipt = receiptMachine.provide({
  actors: {
    countSheets: fromPromise(async ({ input: { soporte }, signal }) =>
      isPdf(soporte) ? countSheets(soporte, signal) : answered(1),
    ),
    askForReceipt: fromPromise(({ input: { soporte }, signal }) =>
      askForReceipt(receiptUrl(soporte), signal),
    ),
  },
});
