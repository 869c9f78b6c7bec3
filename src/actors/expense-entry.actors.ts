/** Person implementations of the flow of a new expense. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import {
  type ExpenseEntryFacts,
  expenseEntryMachine,
  type SaveExpenseInput,
  type UploadInput,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { keptFileMachine } from '#machines/flows/drafts/kept-file.machine.ts';
import type { MunicipalityRow, SupplierRow } from '#machines/flows/expenses/reference-rows.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { callApi, uploadSupport } from './client.ts';
import { keepFile, keptFile, removeFile } from './draft-files.ts';
import { referenceRows } from './expense-reference.ts';
import { serverToday } from './server-clock.ts';

const loadEntry = fromPromise<Result<ExpenseEntryFacts>, { id_tienda: number; kept: DraftKey }>(
  async ({ input: { id_tienda, kept }, signal }) => {
    const [fund, departments, file] = await Promise.all([
      callApi('/obtenerDatosTiendaCaja', { id_tienda }, { signal }),
      referenceRows('paises', {}, signal),
      keptFile(kept),
    ]);
    if (!fund.ok) return fund;
    if (!departments.ok) return departments;
    const { id_formato } = fund.answer;
    const categories = await referenceRows('categoria_gasto', { id_formato }, signal);
    if (!categories.ok) return categories;
    return answered({
      fund: fund.answer,
      categories: categories.answer,
      departments: departments.answer,
      today: serverToday(),
      file,
    });
  },
);

const enviarGasto = fromPromise<Result<AnswerOf<'/enviarGasto'>>, SaveExpenseInput>(
  ({ input: { body, idempotencyKey } }) => callApi('/enviarGasto', body, { idempotencyKey }),
);

const cargarSoporte = fromPromise<Result<AnswerOf<'/cargarSoporte'>>, UploadInput>(
  ({ input: { id_gasto, archivo, onProgress } }) => uploadSupport(id_gasto, archivo, onProgress),
);

export const expenseEntry = expenseEntryMachine.provide({
  actors: { loadEntry, enviarGasto, cargarSoporte },
  actions: {
    keepUpload: (_, { key, file }) => void keepFile(key, file, Date.now()),
    forgetFile: (_, key) => void removeFile(key),
  },
});

/** The flow of a file beside its draft, kept in this browser. */
export const browserFile = keptFileMachine.provide({
  actors: {
    keepFile: fromPromise(async ({ input: { key, file } }) => {
      if (file !== null) return answered(await keepFile(key, file, Date.now()));
      await removeFile(key);
      return answered(true);
    }),
  },
});

const findSuppliers = fromPromise<Result<readonly SupplierRow[]>, { num_doc: string }>(
  ({ input, signal }) => referenceRows('proveedores', input, signal),
);

const loadMunicipalities = fromPromise<
  Result<readonly MunicipalityRow[]>,
  { departamento_id: number | null }
>(({ input: { departamento_id }, signal }) =>
  referenceRows('municipios', departamento_id === null ? {} : { departamento_id }, signal),
);

export const supplierLookup = supplierLookupMachine.provide({
  actors: { findSuppliers, loadMunicipalities },
});
