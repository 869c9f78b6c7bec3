/** Rules of the catalogues that an administrator maintains: fixed columns, and rows that cannot be deactivated. */
import type { CatalogueColumn, CatalogueTable } from '#contract/calls/reference.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { reimbursableCategoryIds } from './reimbursement.ts';

type FixedColumns = Readonly<Partial<Record<CatalogueColumn, string>>>;

/** Columns with which expenses were recorded or reported; a new value requires a new row. */
const fixed: Record<CatalogueTable, FixedColumns> = {
  categoria_gasto: {
    id_formato: 'El formato no cambia: ya se registraron gastos con él. Cree otra categoría.',
  },
  motivo_rechazo: {},
  impuestos: {
    porcentaje: 'El porcentaje no cambia: ya se repartieron gastos con él. Cree otro impuesto.',
  },
  indicadores: {
    codigo: 'El código no cambia: ya se reportaron gastos con él. Cree otra clase.',
  },
};

/** Message for a category that the reimbursement rule refers to by id. */
const ofReimbursement =
  'De esta categoría depende el valor a reembolsar: no se renombra ni se desactiva.';

const isUsedByRules = (table: CatalogueTable, id: number): boolean =>
  table === 'categoria_gasto' && reimbursableCategoryIds.includes(id);

/** The fixed columns of a row, each with its reason. @param id null for a new row */
export const fixedColumns = (table: CatalogueTable, id: number | null): FixedColumns =>
  id === null
    ? {}
    : { ...fixed[table], ...(isUsedByRules(table, id) && { nombre: ofReimbursement }) };

/** Refuses changes to the fixed columns of a row. */
export const fixedRefusals = (
  table: CatalogueTable,
  before: { id: number } & Readonly<Partial<Record<CatalogueColumn, unknown>>>,
  after: Readonly<Partial<Record<CatalogueColumn, unknown>>>,
): FailedGuard[] =>
  Object.entries(fixedColumns(table, before.id))
    .filter(([column]) => before[column as CatalogueColumn] !== after[column as CatalogueColumn])
    .map(([guardia, mensaje]) => ({ guardia, mensaje }));

const lastOnes: Record<CatalogueTable, string> = {
  categoria_gasto:
    'Es la única categoría en uso de su formato: sus tiendas no podrían registrar gastos.',
  motivo_rechazo: 'Es el único motivo en uso: nadie podría rechazar un gasto.',
  impuestos: 'Es el único impuesto en uso: contabilidad no podría repartir gastos.',
  indicadores: 'Es la única clase en uso: contabilidad no podría clasificar gastos.',
};

/**
 * Why a row cannot be deactivated.
 *
 * @param others number of other active rows in the table, or for a category, of the same format
 */
export function switchOffRefusals(
  table: CatalogueTable,
  { id, others }: { id: number; others: number },
): FailedGuard[] {
  if (isUsedByRules(table, id)) return [{ guardia: 'rowIsFree', mensaje: ofReimbursement }];
  return others > 0 ? [] : [{ guardia: 'rowIsNotTheLastOne', mensaje: lastOnes[table] }];
}
