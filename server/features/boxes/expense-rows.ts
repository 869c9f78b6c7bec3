import type { BoxTotalRow, ExpenseRow } from '#contract/calls/boxes.calls.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { stageNames, stages } from '#machines/domain/box/stages.ts';
import { isRejected } from '#machines/domain/box/states.ts';
import { boxInScope, type PlacedBox } from '../cases/scope.repository.ts';
import { type ListedExpense, listedExpenses } from './expense-list.repository.ts';
import { expenseFactsOf } from '../cases/case-facts.ts';
import { briefCorrection } from '../cases/stored-correction.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { expenseFields } from './box-answer.ts';

const documentOf = ({ num_doc, digito }: ListedExpense): string =>
  digito === '' ? num_doc : `${num_doc}-${digito}`;

const decisionsOf = (expense: ListedExpense): ExpenseRow['decisiones'] =>
  stageNames.flatMap((etapa) => {
    const estado = expense[`estado_${stages[etapa].sufijo}`];
    return estado === null ? [] : [{ etapa, aprobado: isRejected(estado) ? 0 : 1 }];
  });

function rowOf(expense: ListedExpense, box: PlacedBox): ExpenseRow {
  return {
    ...expenseFields(expense, box.active),
    proveedor_doc: documentOf(expense),
    proveedor_nombre: expense.proveedor_nombre,
    categorias: expense.categorias.join(', '),
    icono: expenseFactsAt(box.active, expense.estado).icono,
    icono2: expense.informe_novedad === '' ? '' : 'novelty',
    facturas: expenseFactsOf(expense).offeredInvoices,
    decisiones: decisionsOf(expense),
    ...briefCorrection(expense.correccion),
    fecha: dateInBogota(expense.creado),
    tienda: box.tienda,
    consecutivo: box.consecutivo,
  };
}

/**
 * Every expense of the box, whoever asks: what keeps a box from being sent is decided over all of
 * them. The state that a screen believes the box to be in changes nothing.
 */
export const rowsOfBox = (
  { id_caja }: { id_caja: number },
  context: SessionContext,
): Promise<(ExpenseRow | BoxTotalRow)[]> =>
  context.read(async (trx) => {
    const box = await boxInScope(trx, context.session, id_caja);
    const expenses = await listedExpenses(trx, id_caja);
    return [
      ...expenses.map((expense) => rowOf(expense, box)),
      { total: toPesos(box.total), estadoCaja: box.active },
    ];
  });
