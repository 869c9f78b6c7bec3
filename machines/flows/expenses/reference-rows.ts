/** Rows of `/datosGenerales` by table, as the flows and their views read them. */
import type { ReferenceRow } from '#contract/calls/reference.calls.ts';

export type CategoryRow = ReferenceRow<'categoria_gasto'>;
export type RejectionReasonRow = ReferenceRow<'motivo_rechazo'>;
export type DocumentClassRow = ReferenceRow<'indicadores'>;
export type TaxRow = ReferenceRow<'impuestos'>;
export type CompanyRow = ReferenceRow<'empresas'>;
export type DepartmentRow = ReferenceRow<'paises'>;
export type MunicipalityRow = ReferenceRow<'municipios'>;
export type SupplierRow = ReferenceRow<'proveedores'>;
