/** Rows of `/datosGenerales` by table, as the flows and their views read them. */
export interface CategoryRow {
  id: number;
  nombre: string;
  cuenta: string;
  id_formato: number;
}

export interface RejectionReasonRow {
  id: number;
  nombre: string;
}

/** Document classes (`indicadores`). */
export interface DocumentClassRow {
  id: number;
  nombre: string;
}

export interface TaxRow {
  id: number;
  nombre: string;
  porcentaje: number;
}

export interface CompanyRow {
  id: number;
  nombre: string;
  id_ciudad: number;
}

/** Departments (`paises`). */
export interface DepartmentRow {
  id: number;
  nombre_region: string;
}

/** Cities (`municipios`). */
export interface MunicipalityRow {
  id_municipio: number;
  municipio: string;
  departamento_id: number;
}

export interface SupplierRow {
  id: number;
  num_doc: string;
  digito: string;
  nombre: string;
}
