/** Choices of accounting in the same box, proposed again where nothing was chosen yet. */
import type { RequestOf } from '#contract/contract.ts';
import type { AccountingValues } from './accounting-decision.form.ts';
import type { SaveRequest } from './decision-rules.ts';

export interface AccountingHabits {
  /** Document class and person type, by supplier. */
  suppliers: Readonly<Record<number, Pick<AccountingValues, 'indicador' | 'tipo_persona'>>>;
  /** Tax id, by category. */
  taxes: Readonly<Record<number, number>>;
}

export const noHabits: AccountingHabits = { suppliers: {}, taxes: {} };

/** The habits after a save; the other stages leave them as they are. */
export function learnt(habits: AccountingHabits, saved: SaveRequest): AccountingHabits {
  // Only a save of accounting brings them.
  const request = saved as Partial<RequestOf<'/guardarContabilidad'>>;
  const { id_proveedor, indicadorImpuesto, tipo_persona, iva_item = [] } = request;
  const ids = [...(request.categorias ?? []), ...(request.categorias_nuevas ?? [])];
  const taxes = ids.flatMap((id, row) => (iva_item[row] == null ? [] : [[id, iva_item[row]]]));
  const suppliers =
    id_proveedor == null || indicadorImpuesto == null
      ? {}
      : {
          [id_proveedor]: {
            indicador: indicadorImpuesto,
            tipo_persona: tipo_persona ?? ('' as const),
          },
        };
  return {
    suppliers: { ...habits.suppliers, ...suppliers },
    taxes: { ...habits.taxes, ...Object.fromEntries(taxes) },
  };
}

/** The form with the habits where it is empty. */
export function withHabits(
  values: AccountingValues,
  habits: AccountingHabits,
  id_proveedor: number,
): AccountingValues {
  const known = habits.suppliers[id_proveedor];
  return {
    ...values,
    indicador: values.indicador ?? known?.indicador ?? null,
    tipo_persona: values.tipo_persona || (known?.tipo_persona ?? ''),
    filas: values.filas.map((row) => ({
      ...row,
      impuesto:
        row.impuesto ??
        (row.id_categoria === null ? null : (habits.taxes[row.id_categoria] ?? null)),
    })),
  };
}
