/** Expenses and forms of the decision flows. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import {
  type AccountingValues,
  accountingValues,
} from '#machines/flows/review/accounting-decision.form.ts';
import type {
  AccountingFacts,
  DecisionFacts,
  DecisionInput,
  DecisionValues,
} from '#machines/flows/review/decision-rules.ts';
import { answered } from '#machines/flows/steps/result.ts';
import type { SupervisorValues } from '#machines/flows/review/reviews.ts';
import { anExpense, imaginedToday, reasons } from './flow-fixtures.ts';

export const decisionInput = (
  actor: DecisionInput['actor'],
  chosen: DecisionInput['chosen'] = null,
): DecisionInput => ({
  chosen,
  actor,
  seen: 'abc.pdf',
  id_gasto: 7,
  id_caja: 12,
});

/** Result of `loadExpense`; undecided, in a box in supervision, unless overridden. */
export const shown = (changes: Partial<Expense> = {}) =>
  answered<DecisionFacts>({ expense: anExpense(changes), reasons });

/** The same for accounting's first pass. */
export const accountingShown = (changes: Partial<Expense> = {}) =>
  answered<AccountingFacts>({
    expense: anExpense({ active: 9, estado: 3, ...changes }),
    reasons,
    categories: [
      { id: 1, nombre: 'Papelería', cuenta: '519530', id_formato: 1, mantenimiento: 0 },
      { id: 2, nombre: 'Aseo', cuenta: '519525', id_formato: 1, mantenimiento: 0 },
    ],
    documentClasses: [{ id: 4, nombre: 'Factura', codigo: '1' }],
    taxes: [
      { id: 6, nombre: 'IVA 19 %', porcentaje: 19, cuenta_retencion: '' },
      { id: 9, nombre: 'Retefuente 4 %', porcentaje: 4, cuenta_retencion: '236525' },
    ],
    today: imaginedToday,
  });

export const plainValues: DecisionValues = { observacion: 'Revisado', id_rechazo: 2 };
export const emptyValues: DecisionValues = { observacion: ' ', id_rechazo: null };

export const supervisorForm: SupervisorValues = { ...plainValues, reembolsar: '' };

/** An itemisation whose total is the 12.500 of the expense. */
export const accountingForm: AccountingValues = {
  ...accountingValues(anExpense()),
  ...plainValues,
  indicador: 4,
  tipo_persona: 'PJ',
  filas: [
    { id_categoria: 1, valor: '$ 10.000', impuesto: 6, deducible: true },
    { id_categoria: 2, valor: '2500', impuesto: 6, deducible: true },
  ],
};

/** The fields that the itemisation of `accountingForm` sends, and those that its head sends. */
export const splitBody = {
  item: 1,
  indicadorImpuesto: 4,
  item_texto: '',
  item_valor: [10_000, 2_500],
  iva_item: [6, 6],
  deducible: [null, null],
  categorias: [1],
  categorias_nuevas: [2],
  tipo_persona: 'PJ',
};
export const headBody = {
  proveedor: 'Papelería Norte',
  id_proveedor: 9,
  numero_factura: 'FE1',
  fecha_gasto: '2030-05-10',
};
