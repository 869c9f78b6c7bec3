/** An expense as a reviewer reads it, to say what became different of it. */
import { type Expense, invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { partGranted } from '#machines/domain/review/reimbursement.ts';
import { stageNames, stages } from '#machines/domain/box/stages.ts';
import { boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import { moneyOf } from './expense-facts.ts';
import type { Shown } from '../steps/changes.ts';
import type { RejectionReasonRow } from './reference-rows.ts';

const amount = (pesos: number | null): string => (pesos === null ? '' : formatPesos(pesos));

/** Which of the electronic invoices is that of the expense. */
const representationOf = ({ enlace_factura, data_factura }: Expense): string => {
  if (enlace_factura === '' || enlace_factura === invoiceNotFound) return enlace_factura;
  return data_factura.find(({ url }) => url === enlace_factura)?.numero_factura ?? 'Disponible';
};

const invoiceOf = ({ factura_elec, numero_factura }: Expense): string =>
  factura_elec === 1 ? `Sí, ${numero_factura}` : 'No';

const splitOf = ({ categorias }: Expense): string =>
  categorias.map(({ nombre, valor_item }) => `${nombre} ${amount(valor_item)}`.trim()).join(', ');

/** Observation and rejection reason of each stage. */
const stageFacts = (expense: Expense, reasons: readonly RejectionReasonRow[]): [string, string][] =>
  stageNames.flatMap((name): [string, string][] => {
    const { nombre, sufijo } = stages[name];
    const reason = reasons.find(({ id }) => id === expense[`id_rechazo_${sufijo}`]);
    return [
      [`Observación de ${nombre}`, expense[`obs_${sufijo}`]],
      [`Motivo de rechazo de ${nombre}`, reason?.nombre ?? ''],
    ];
  });

/** State first, then the facts in the order of the screen, then what the stages said. */
export const shownExpense = (expense: Expense, reasons: readonly RejectionReasonRow[]): Shown => ({
  Estado: expense.nombre_estado,
  Caja: boxStates[boxStateOf(expense.active)].nombre,
  'Fecha de compra': expense.fecha_gasto,
  Valor: amount(expense.valor),
  Proveedor: expense.proveedor.nombre,
  'Número de recibo': expense.recibo,
  Concepto: expense.concepto,
  'Categorías y valores': splitOf(expense),
  'Factura electrónica': invoiceOf(expense),
  'Representación gráfica': representationOf(expense),
  Novedad: expense.informe_novedad.trim().split('\n').join(' '),
  'Reconocido por el supervisor': partGranted(moneyOf(expense)),
  'Tipo de persona': expense.tipo_persona ?? '',
  'Texto contable': expense.item_texto,
  ...Object.fromEntries(stageFacts(expense, reasons)),
});
