/** What people read of each event of the law: in the drawing, in its tables, in the history of a box. */
import type { BoxEventType } from './box.machine.ts';
import type { ExpenseEventType } from './expense-guards.ts';

export const boxEventNames: Record<BoxEventType, string> = {
  'EXPENSE.RECORD': 'Registro de un gasto',
  'BOX.SEND': 'Envío de la tienda',
  'BOX.SEND_SUPERVISOR': 'Envío del supervisor',
  'BOX.SEND_MAINTENANCE': 'Envío de mantenimiento',
  'BOX.SEND_PRELIMINARY': 'Envío de contabilidad (previa)',
  'BOX.SHIP': 'Envío de los papeles',
  'BOX.SEND_FINAL': 'Envío de contabilidad (final)',
};

export const expenseEventNames: Record<ExpenseEventType, string> = {
  'SUPERVISOR.APPROVE': 'Aprobación del supervisor',
  'SUPERVISOR.REJECT': 'Rechazo del supervisor',
  'MAINTENANCE.APPROVE': 'Aprobación de mantenimiento',
  'MAINTENANCE.REJECT': 'Rechazo de mantenimiento',
  'ACCOUNTING.APPROVE': 'Aprobación de contabilidad',
  'ACCOUNTING.REJECT': 'Rechazo de contabilidad',
  'FINAL.APPROVE': 'Aprobación final',
  'FINAL.REJECT': 'Rechazo final',
  'EXPENSE.ITEMISE': 'Itemización',
  'EXPENSE.CHOOSE_INVOICE': 'Elección de la factura',
  'EXPENSE.INVOICE_FOUND': 'Factura encontrada',
  'EXPENSE.ATTACH_SUPPORT': 'Carga del soporte',
  'EXPENSE.REMOVE': 'Eliminación',
  'BOX.SENT': 'Envío de la tienda',
  'BOX.ENTERED_MAINTENANCE': 'Paso a mantenimiento',
  'BOX.ENTERED_PRELIMINARY': 'Paso a contabilidad (previa)',
  'BOX.REVIEWED': 'Envío de contabilidad (previa)',
  'BOX.SHIPPED': 'Envío de los papeles',
  'BOX.CLOSED': 'Envío de contabilidad (final)',
};
