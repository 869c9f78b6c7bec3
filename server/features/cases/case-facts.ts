import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { BoxExpense } from '#machines/domain/box/box.machine.ts';
import type { StageName } from '#machines/domain/stages/stages.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import {
  type Difference,
  correctionText,
  fieldName,
} from '#machines/domain/expense/expense-correction.ts';
import { expenseFacts } from '#machines/domain/expense/expense-guards.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { factsOfRow, loggedColumns } from '#machines/domain/values/facts.ts';
import { receiptNumberKey } from '#machines/domain/values/document-keys.ts';

/** Content of the column `correccion`: the last correction of the store, and the rejection that it answered. */
export interface StoredCorrection {
  id_usuario: number;
  instante: number;
  etapa: StageName;
  motivo: string;
  observacion: string;
  diferencias: Difference[];
  /** Earlier stages whose decisions the correction voids. */
  sin_efecto: StageName[];
}

const storedIn = (correccion: string): StoredCorrection | null =>
  correccion === '' ? null : (JSON.parse(correccion) as StoredCorrection);

/** The correction in its wire form. */
export function wireCorrection(correccion: string): Expense['correccion'] {
  const stored = storedIn(correccion);
  if (stored === null) return null;
  const { instante, diferencias, ...rest } = stored;
  return {
    ...rest,
    fecha: dateTimeInBogota(instante),
    diferencias: diferencias.map((one) => ({ ...one, campo: fieldName(one.campo) })),
  };
}

/** The correction as one line. */
export const briefCorrection = (correccion: string): string =>
  correctionText(storedIn(correccion)?.diferencias ?? []);

/** States in which accounting receives the box. */
const receivedByAccounting: readonly BoxStateName[] = ['preliminary', 'finalAccounting'];

/** Columns of a box that are set when it enters a state. */
export const arrivalColumns = (state: BoxStateName, instant: number) => ({
  fecha_movimiento: instant,
  ...(receivedByAccounting.includes(state) && { fecha_contabilidad: instant }),
  ...(state === 'maintenance' && { paso_mantenimiento: 1 as const }),
});

/** True for events that move no box: payments, settlements of owed money, and the opening of the legalisation. */
export const movesNoBox = (evento: string): boolean =>
  evento.startsWith('PAYMENT.') || evento.startsWith('OWED.') || evento === 'BOX.PDF_OPENED';

/**
 * One sample expense for each state and need of maintenance in a box, enough to derive its upcoming stages from the
 * state machine. `hasReceipt` is true, since receipts are only checked when a box is sent.
 */
export const kindsOfExpenses = (
  counts: readonly { estado: number; cantidad: number; de_mantenimiento: number }[],
): BoxExpense[] =>
  counts.flatMap(({ estado, cantidad, de_mantenimiento }) =>
    [...(de_mantenimiento > 0 ? [true] : []), ...(cantidad > de_mantenimiento ? [false] : [])].map(
      (needsMaintenance) => ({ id: 0, estado, needsMaintenance, hasReceipt: true }),
    ),
  );

/** Context of the state machine for a new expense. */
export const recordedFacts = (
  row: {
    valor: number;
    requiere_mantenimiento?: 0 | 1 | undefined;
    data_factura?: string | undefined;
  },
  { id }: Person,
  categoryIds: readonly number[],
) =>
  factsOfRow(expenseFacts, {
    ...loggedColumns(expenseFacts),
    ...row,
    requiere_mantenimiento: row.requiere_mantenimiento ?? 0,
    data_factura: row.data_factura ?? '[]',
    soporte: null,
    id_usuario: id,
    correccion: '',
    categorias_propias: JSON.stringify(categoryIds),
    reembolsar: null,
  });

/** Columns of an expense that are derived from the recorded ones. */
export const keysOf = (
  { recibo }: { recibo: string },
  { categoryIds }: { categoryIds: readonly number[] },
) => ({
  recibo_normalizado: receiptNumberKey(recibo),
  categorias_propias: JSON.stringify(categoryIds),
});
