/** What the flow of a new expense does outside of itself. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { parseMoney } from '#machines/domain/money.ts';
import {
  type ExpenseEntryFacts,
  expenseEntryMachine,
  type SaveExpenseInput,
  type UploadInput,
} from '#machines/flows/expense-entry.machine.ts';
import type { MunicipalityRow, SupplierRow } from '#machines/flows/reference-rows.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { supplierLookupMachine } from '#machines/flows/supplier-lookup.machine.ts';
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

/** Unique for one form; `crypto.randomUUID` does not exist on a plain http address. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** `/formatearNumero` for an amount that was typed; undefined when there is nothing better to show. */
export async function formatTypedMoney(text: string): Promise<string | undefined> {
  if (parseMoney(text) === null) return undefined;
  const result = await callApi('/formatearNumero', { valor: text });
  return result.ok ? result.answer : undefined;
}
