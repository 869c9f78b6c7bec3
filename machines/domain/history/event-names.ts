/** The name of each event of the state machine: in the drawing, in its tables, in the history of a box. */
import { byStage } from '#contract/wire-stages.ts';
import type { BoxEventType } from '../box/box.machine.ts';
import type { ExpenseEventType } from '../expense/expense-guards.ts';
import { type StageName, type Stages, stages } from '../box/stages.ts';

/** The names of one event of each stage. */
const nameStages = <Type extends string>(
  typeOf: (stage: Stages[StageName]) => Type,
  nameOf: (stage: Stages[StageName]) => string,
): Record<Type, string> =>
  byStage(
    (_, stage) => typeOf(stages[stage]),
    (stage) => nameOf(stages[stage]),
  );

export const boxEventNames: Record<BoxEventType, string> = {
  'EXPENSE.RECORD': 'Registro de un gasto',
  'BOX.SEND': 'Envío de la tienda',
  ...nameStages(
    ({ send }) => send,
    ({ of }) => `Envío ${of}`,
  ),
  'BOX.SHIP': 'Envío de los papeles',
};

export const expenseEventNames: Record<ExpenseEventType, string> = {
  ...nameStages(
    ({ approve }) => approve,
    ({ decisionOf }) => `Aprobación ${decisionOf}`,
  ),
  ...nameStages(
    ({ reject }) => reject,
    ({ decisionOf }) => `Rechazo ${decisionOf}`,
  ),
  'EXPENSE.ITEMISE': 'Itemización',
  'EXPENSE.CHOOSE_INVOICE': 'Elección de la factura',
  'EXPENSE.INVOICE_FOUND': 'Factura encontrada',
  'EXPENSE.ATTACH_SUPPORT': 'Carga del soporte',
  'EXPENSE.CORRECT': 'Corrección de la tienda',
  'EXPENSE.REMOVE': 'Eliminación',
  ...nameStages(
    ({ arrival }) => arrival,
    ({ arrivalName }) => arrivalName,
  ),
  'BOX.REVIEWED': 'Envío de contabilidad (previa)',
  'BOX.CLOSED': 'Envío de contabilidad (final)',
};
