/** Actor implementations of the flow that records an expense. */
import { fromPromise } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { readDocument } from '#contract/typed-values.ts';
import { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import type {
  EntrySuggestions,
  ExpenseEntryFacts,
} from '#machines/flows/expenses/expense-entry.setup.ts';
import { storedFileMachine } from '#machines/flows/drafts/draft.machine.ts';
import type { SupplierRow } from '#machines/flows/expenses/expense-facts.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import {
  isDocument,
  supplierLookupMachine,
} from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { callApi, receiveReceipt } from '../../wire/client.ts';
import { onlyRow } from '../../wire/looking.actors.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { saveDraftFile, removeFile, storedFile } from '../drafts/drafts.ts';
import { cachedReferenceRows, referenceRows } from '../../wire/reference-rows.ts';
import {
  cargarSoporte,
  enviarGasto,
  queueOnDevice,
  removeReopened,
} from '../queue/expense-queue.actors.ts';
import { cachedAnswer, cachedAnswersTo, callOrCached } from '../../wire/browser-table.ts';
import { serverToday } from '../../wire/server-clock.ts';

/** Fallback when suggestions are unavailable. */
const noSuggestions: EntrySuggestions = {
  proveedores: [],
  categorias: [],
  topes: [],
  departamento: null,
  ciudad: null,
};

/** Caches the municipalities of the store's department for offline use: most new suppliers are in the same one. */
async function cacheMunicipalities(departamento_id: number | null): Promise<void> {
  if (departamento_id === null) return;
  const question = { tabla: 'municipios', condicional: { departamento_id } } as const;
  if ((await cachedAnswer('/datosGenerales', question)) === null)
    await callOrCached('/datosGenerales', question).catch(() => null);
}

/** Facts for the expense form of a store, except a file and an origin. */
export async function entryFactsOf(
  id_tienda: number,
  signal: AbortSignal,
): Promise<Result<Omit<ExpenseEntryFacts, 'file' | 'origin'>>> {
  const categoriesOf = (id_formato: number) =>
    cachedReferenceRows('categoria_gasto', { id_formato }, signal);
  // The format of the last time almost always holds: its categories are requested without waiting for the fund.
  const last = await cachedAnswer('/obtenerDatosTiendaCaja', { id_tienda });
  const [fund, departments, suggestions, expected] = await Promise.all([
    callOrCached('/obtenerDatosTiendaCaja', { id_tienda }, { signal }),
    cachedReferenceRows('paises', {}, signal),
    callOrCached('/sugerenciasGasto', { id_tienda }, { signal }).catch(() => null),
    last && categoriesOf(last.id_formato),
  ]);
  if (!fund.ok) return fund;
  if (!departments.ok) return departments;
  const { id_formato } = fund.answer;
  const categories =
    expected && last?.id_formato === id_formato ? expected : await categoriesOf(id_formato);
  if (!categories.ok) return categories;
  if (suggestions?.ok) void cacheMunicipalities(suggestions.answer.departamento);
  return answered({
    fund: fund.answer,
    categories: categories.answer,
    departments: departments.answer,
    // A stored answer of an earlier version has no limits.
    suggestions: suggestions?.ok ? { ...noSuggestions, ...suggestions.answer } : noSuggestions,
    today: serverToday(),
  });
}

/** Receipt of the rejected expense, to be sent again with the new one; null when it cannot be loaded. */
const receiptOf = ({ soporte, soporte_tipo }: Expense, signal: AbortSignal) =>
  soporte === null ? null : receiveReceipt(soporte, soporte_tipo ?? '', signal).catch(() => null);

export const expenseEntry = expenseEntryMachine.provide({
  actors: {
    loadEntry: fromPromise(async ({ input: { id_tienda, saved, origen }, signal }) => {
      const [facts, file, origin] = await Promise.all([
        entryFactsOf(id_tienda, signal),
        storedFile(saved),
        origen === null
          ? answered(null)
          : onlyRow(callApi('/detalleGasto', { id_gasto: origen }, { signal })),
      ]);
      if (!facts.ok) return facts;
      if (!origin.ok) return origin;
      const own = origin.answer === null ? null : await receiptOf(origin.answer, signal);
      return answered({ ...facts.answer, file: file ?? own, origin: origin.answer });
    }),
    enviarGasto,
    cargarSoporte,
    queueOnDevice,
  },
  actions: {
    storeUpload: (_, { key, file }) => void saveDraftFile(key, file, Date.now()),
    forgetFile: (_, key) => void removeFile(key),
    forgetQueued: (_, { idempotencyKey, id_gasto, draft: { id_usuario } }) =>
      void removeReopened(id_usuario, idempotencyKey, id_gasto),
  },
});

/** Flow that stores a file beside its draft in this browser. */
export const browserFile = storedFileMachine.provide({
  actors: {
    storeFile: fromPromise(async ({ input: { key, file } }) => {
      if (file !== null) return answered(await saveDraftFile(key, file, Date.now()));
      await removeFile(key);
      return answered(true);
    }),
  },
});

async function askSuppliers(
  num_doc: string,
  signal: AbortSignal,
): Promise<Result<readonly SupplierRow[]>> {
  if (isDocument(num_doc)) return referenceRows('proveedores', { num_doc }, signal);
  const question = { tabla: 'proveedores', buscar: num_doc, pagina: 1, limite: 10 } as const;
  const result = await callApi('/datosGenerales', question, { signal });
  return result.ok ? answered(result.answer as SupplierRow[]) : result;
}

/** Recent suppliers of the user's stores, from the cache of this device. */
async function suppliersOfDevice(text: string): Promise<SupplierRow[]> {
  const recent = (await cachedAnswersTo('/sugerenciasGasto')).flatMap((one) => one.proveedores);
  const word = readDocument(text).trim().toLocaleLowerCase('es');
  const named = recent.filter(
    ({ num_doc, nombre }) =>
      num_doc.startsWith(word) || nombre.toLocaleLowerCase('es').includes(word),
  );
  return [...new Map(named.map((row) => [row.id, row])).values()];
}

export const supplierLookup = withCalls(supplierLookupMachine).provide({
  actors: {
    /** Offline, searches the cached recent suppliers. Without a match it rethrows: the supplier may still exist. */
    findSuppliers: fromPromise(async ({ input: { num_doc }, signal }) => {
      try {
        return await askSuppliers(num_doc, signal);
      } catch (error) {
        const known = await suppliersOfDevice(num_doc);
        if (known.length === 0) throw error;
        return answered(known);
      }
    }),
    loadMunicipalities: fromPromise(({ input: { departamento_id }, signal }) =>
      cachedReferenceRows(
        'municipios',
        departamento_id === null ? {} : { departamento_id },
        signal,
      ),
    ),
  },
});
