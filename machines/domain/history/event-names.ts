/** The name of each event of the state machine: in the drawing, in its tables, in the history of a box. */
import { byStage } from '#contract/wire-stages.ts';
import type { BoxEventType } from '../box/box.machine.ts';
import type { ExpenseEventType } from '../expense/expense-guards.ts';
import type { OwedEventType } from '../payment/owed.machine.ts';
import type { PaymentEventType } from '../payment/payment.machine.ts';
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
  'BOX.PAPERS_RECEIVED': 'Llegada de los papeles',
};

export const paymentEventNames: Record<PaymentEventType, string> = {
  'PAYMENT.PREPARE': 'Preparación del giro',
  'PAYMENT.TAKE_OUT': 'Retiro del lote',
  'PAYMENT.AUTHORISE': 'Autorización del giro',
  'PAYMENT.SEND': 'Envío del giro al banco',
  'PAYMENT.CONFIRM': 'Confirmación del giro',
  'PAYMENT.RETURN': 'Devolución del giro',
  'PAYMENT.RECEIVE': 'Recibo del dinero',
  'PAYMENT.CLAIM': 'Reclamo de la tienda',
};

export const owedEventNames: Record<OwedEventType, string> = {
  'OWED.RECORDED_AGAIN': 'Registro de nuevo en otra caja',
  'OWED.RECORDING_REMOVED': 'Retiro del nuevo registro',
  'OWED.PAID_IN': 'Consignación de lo no reconocido',
  'OWED.TAKEN_OVER': 'Gasto asumido por la empresa',
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
