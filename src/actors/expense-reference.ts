/** Reference rows for the forms of an expense. */
import type { Condition, ReferenceRow, ReferenceTable } from '#contract/calls/reference.calls.ts';
import type { CategoryRow } from '#machines/flows/expenses/reference-rows.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { callApi } from './client.ts';

/** The active rows of one table, narrowed by a condition. */
export async function referenceRows<Table extends ReferenceTable>(
  tabla: Table,
  condicional: Condition,
  signal: AbortSignal,
): Promise<Result<readonly ReferenceRow<Table>[]>> {
  const result = await callApi('/datosGenerales', { tabla, condicional }, { signal });
  return result.ok ? answered(result.answer as ReferenceRow<Table>[]) : result;
}

/** The categories of the format of one store. */
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
  // A store that cannot be seen has no categories to offer.
  return referenceRows('categoria_gasto', { id_formato }, signal);
}
