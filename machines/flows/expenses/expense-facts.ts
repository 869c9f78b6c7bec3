/** Turns rows of the wire into the case of which the state machine decides. */
import type { BoxLocation } from '#contract/box-location.ts';
import { type BoxTotalRow, type ExpenseRow, isExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { BoxCase, CaseExpense } from '#machines/domain/box/box-case.ts';
import { accountOf, type ExpenseAmount, type FigureLine } from '#machines/domain/fund/fund.ts';
import { toCentavos } from '#machines/domain/values/money.ts';

/** The amounts of an expense in centavos, from pesos of the wire. */
export const moneyOf = ({ valor, reembolsar }: Pick<ExpenseAmount, 'valor' | 'reembolsar'>) => ({
  valor: toCentavos(valor),
  reembolsar: reembolsar === null ? null : toCentavos(reembolsar),
});

/** The expenses of a box without the row of its total. */
export const expenseRowsOf = (rows: readonly (ExpenseRow | BoxTotalRow)[]): ExpenseRow[] =>
  rows.filter(isExpenseRow);

/** The amounts of the expenses of a box, in centavos. */
export const amountsOfRows = (rows: readonly (ExpenseRow | BoxTotalRow)[]): ExpenseAmount[] =>
  expenseRowsOf(rows).map((row) => ({ estado: row.estado, ...moneyOf(row) }));

/** The figures of a box as people read them; none before it is there. */
export const accountOfBox = (
  facts: { box: { active: number }; rows: readonly (ExpenseRow | BoxTotalRow)[] } | null,
): FigureLine[] => (facts === null ? [] : accountOf(amountsOfRows(facts.rows), facts.box.active));

/** A row with what the state machine asks of an expense. */
type FactsRow = Pick<
  ExpenseRow,
  | 'id'
  | 'estado'
  | 'requiere_mantenimiento'
  | 'soporte'
  | 'id_usuario_registro'
  | 'id_usuario_correccion'
  | 'categorias_propias'
  | 'valor'
  | 'reembolsar'
  | 'facturas'
>;

const caseExpenseOf = (row: FactsRow): [number, CaseExpense] => [
  row.id,
  {
    estado: row.estado,
    context: {
      needsMaintenance: row.requiere_mantenimiento === 1,
      hasReceipt: row.soporte !== null,
      recordedBy: row.id_usuario_registro,
      ...(row.id_usuario_correccion != null && { correctedBy: row.id_usuario_correccion }),
      categoryIds: row.categorias_propias,
      ...moneyOf(row),
      offeredInvoices: row.facturas,
    },
  },
];

/** @param excess centavos beyond the fund, where that is forbidden */
export const caseOfBox = (
  { active, ubicacion }: { active: number; ubicacion?: Pick<BoxLocation, 'decisores'> },
  rows: readonly (ExpenseRow | BoxTotalRow)[],
  excess = 0,
): BoxCase => ({
  active,
  excess,
  deciders: ubicacion?.decisores ?? undefined,
  expenses: new Map(expenseRowsOf(rows).map(caseExpenseOf)),
});

/** The box of an expense, with no other expense in it. */
export const caseOfExpense = (expense: Expense): BoxCase => ({
  active: expense.active,
  deciders: expense.ubicacion.decisores ?? undefined,
  expenses: new Map([
    caseExpenseOf({
      ...expense,
      id_usuario_correccion: expense.correccion?.id_usuario ?? null,
      facturas: expense.data_factura.map(({ url }) => url),
    }),
  ]),
});
