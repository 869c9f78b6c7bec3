/** Person implementations of the flow of a new expense. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import {
  type ExpenseEntryFacts,
  expenseEntryMachine,
  type SaveExpenseInput,
  type UploadInput,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import type { MunicipalityRow, SupplierRow } from '#machines/flows/expenses/reference-rows.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { callApi, uploadSupport } from './client.ts';
import { referenceRows } from './expense-reference.ts';
import { serverToday } from './server-clock.ts';

const loadEntry = fromPromise<Result<ExpenseEntryFacts>, { id_tienda: number }>(
  async ({ input, signal }) => {
    const [fund, departments] = await Promise.all([
      callApi('/obtenerDatosTiendaCaja', input, { signal }),
      referenceRows('paises', {}, signal),
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
