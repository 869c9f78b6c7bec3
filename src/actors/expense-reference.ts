/** Reference rows by table: the contract leaves their columns open, machines/flows names them. */
import type { Condition, ReferenceTable } from '#contract/calls/reference.calls.ts';
import type {
  CategoryRow,
  CompanyRow,
  DepartmentRow,
  DocumentClassRow,
  MunicipalityRow,
  RejectionReasonRow,
  SupplierRow,
  TaxRow,
} from '#machines/flows/expenses/reference-rows.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { callApi } from './client.ts';

interface RowOf {
  categoria_gasto: CategoryRow;
  motivo_rechazo: RejectionReasonRow;
  indicadores: DocumentClassRow;
  impuestos: TaxRow;
  paises: DepartmentRow;
  municipios: MunicipalityRow;
  proveedores: SupplierRow;
  empresas: CompanyRow;
}

type Named = keyof RowOf & ReferenceTable;

/** The active rows of one table, narrowed by a condition. */
export async function referenceRows<Table extends Named>(
  tabla: Table,
  condicional: Condition,
  signal: AbortSignal,
): Promise<Result<readonly RowOf[Table][]>> {
  const result = await callApi('/datosGenerales', { tabla, condicional }, { signal });
  return result.ok ? answered(result.answer as unknown as RowOf[Table][]) : result;
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
  const id_formato = stores.answer[0]?.id_formato;
  // A store that cannot be seen has no categories to offer.
  return referenceRows(
    'categoria_gasto',
    { id_formato: typeof id_formato === 'number' ? id_formato : [] },
    signal,
  );
}
