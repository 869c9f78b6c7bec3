/** Accounting's form as its controls need it, and back to what the flow takes. */
import { personTypes } from '#contract/calls/review.calls.ts';
import type {
  AccountingValues,
  ItemValues,
} from '#machines/flows/decisions/accounting-decision.form.ts';
import type { ItemisationValues } from '#machines/flows/decisions/itemisation.form.ts';
import type { Choice } from '#machines/flows/decisions/decision-rules.ts';
import {
  type DecisionFormValues,
  decisionFormValues,
  idOf,
  textOf,
  toDecisionValues,
} from './decision-form.ts';

/** One row of the itemisation; ids as text, empty while nothing is chosen. */
export interface ItemFormValues {
  id_categoria: string;
  valor: string;
  impuesto: string;
}

export interface SplitFormValues extends Pick<AccountingValues, 'item_texto'> {
  indicador: string;
  tipo_persona: string;
  filas: ItemFormValues[];
}

export interface AccountingFormValues
  extends DecisionFormValues,
    SplitFormValues,
    Pick<AccountingValues, 'fecha_gasto' | 'proveedor' | 'numero_factura'> {}

export const emptyRow: ItemFormValues = { id_categoria: '', valor: '', impuesto: '' };

const toItem = ({ id_categoria, valor, impuesto }: ItemFormValues): ItemValues => ({
  id_categoria: idOf(id_categoria),
  valor,
  impuesto: idOf(impuesto),
});

export const splitFormValues = (values: ItemisationValues): SplitFormValues => ({
  item_texto: values.item_texto,
  indicador: textOf(values.indicador),
  tipo_persona: values.tipo_persona ?? '',
  filas: values.filas.map(({ id_categoria, valor, impuesto }) => ({
    id_categoria: textOf(id_categoria),
    valor,
    impuesto: textOf(impuesto),
  })),
});

export const toSplit = (form: SplitFormValues): ItemisationValues => ({
  item_texto: form.item_texto,
  indicador: idOf(form.indicador),
  tipo_persona: personTypes.find((type) => type === form.tipo_persona) ?? null,
  filas: form.filas.map(toItem),
});

export const accountingFormValues = (
  values: AccountingValues,
  choice: Choice | null,
): AccountingFormValues => ({
  ...decisionFormValues(values, choice),
  ...splitFormValues(values),
  fecha_gasto: values.fecha_gasto,
  proveedor: values.proveedor,
  numero_factura: values.numero_factura,
});

export const toAccountingValues = (form: AccountingFormValues): AccountingValues => ({
  ...toDecisionValues(form),
  ...toSplit(form),
  fecha_gasto: form.fecha_gasto,
  proveedor: form.proveedor,
  numero_factura: form.numero_factura,
});

/** Labels of the person types. */
export const personTypeNames = {
  PJ: 'PJ - Persona jurídica',
  PN: 'PN - Persona natural',
} as const satisfies Record<(typeof personTypes)[number], string>;
