/** Rules of the catalogues that an administrator maintains: fixed columns, and rows that cannot be deactivated. */
import type { CatalogueColumn, CatalogueTable } from '#contract/calls/reference.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { reimbursableCategoryIds } from './reimbursement.ts';

type FixedColumns = Readonly<Partial<Record<CatalogueColumn, string>>>;

/** Columns with which expenses were recorded or reported; a new value requires a new row. */
const fixed: Record<CatalogueTable, FixedColumns> = {
  categoria_gasto: {},
  formato_tienda: {},
  motivo_rechazo: {},
  impuestos: {
    porcentaje: 'El porcentaje no cambia: ya se repartieron gastos con él. Cree otro impuesto.',
    cuenta_retencion:
      'Que sea una retención, y su cuenta, no cambia: ya se repartieron gastos con ella. Cree otro impuesto.',
  },
  indicadores: {
    codigo: 'El código no cambia: ya se reportaron gastos con él. Cree otra clase.',
  },
};

/** Message for a category that the reimbursement rule refers to by id. */
const ofReimbursement =
  'De esta categoría depende el valor a reembolsar: no cambia de nombre ni de formatos, ni se desactiva.';

const ofInactive = 'La categoría está inactiva: actívela para cambiar sus formatos.';

const isUsedByRules = (table: CatalogueTable, id: number): boolean =>
  table === 'categoria_gasto' && reimbursableCategoryIds.includes(id);

interface SwitchedRow {
  id: number;
  active_: 0 | 1;
}

/** The fixed columns of a row, each with its reason. @param row null for a new one */
export const fixedColumns = (table: CatalogueTable, row: SwitchedRow | null): FixedColumns =>
  row === null
    ? {}
    : {
        ...fixed[table],
        ...(table === 'categoria_gasto' && row.active_ === 0 && { formatos: ofInactive }),
        ...(isUsedByRules(table, row.id) && { nombre: ofReimbursement, formatos: ofReimbursement }),
      };

/** Refuses changes to the fixed columns of a row; lists are compared in their order, absent ones do not change. */
export const fixedRefusals = (
  table: CatalogueTable,
  before: SwitchedRow & Readonly<Partial<Record<CatalogueColumn, unknown>>>,
  after: Readonly<Partial<Record<CatalogueColumn, unknown>>>,
): FailedGuard[] =>
  Object.entries(fixedColumns(table, before))
    .filter(
      ([column]) =>
        after[column as CatalogueColumn] !== undefined &&
        String(before[column as CatalogueColumn]) !== String(after[column as CatalogueColumn]),
    )
    .map(([guardia, mensaje]) => ({ guardia, mensaje }));

const lastOnes: Record<CatalogueTable, string> = {
  categoria_gasto:
    'Es la única categoría en uso de un formato: sus tiendas no podrían registrar gastos.',
  formato_tienda: 'Es el único formato en uso: no se podrían crear tiendas.',
  motivo_rechazo: 'Es el único motivo en uso: nadie podría rechazar un gasto.',
  impuestos: 'Es el único impuesto en uso: contabilidad no podría repartir gastos.',
  indicadores: 'Es la única clase en uso: contabilidad no podría clasificar gastos.',
};

/**
 * Why a row cannot be deactivated.
 *
 * @param others number of other active rows in the table; for a category, 0 when one of its formats would have none
 */
export function switchOffRefusals(
  table: CatalogueTable,
  { id, others }: { id: number; others: number },
): FailedGuard[] {
  if (isUsedByRules(table, id)) return [{ guardia: 'rowIsFree', mensaje: ofReimbursement }];
  return others > 0 ? [] : [{ guardia: 'rowIsNotTheLastOne', mensaje: lastOnes[table] }];
}
