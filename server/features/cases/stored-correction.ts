import type { Expense } from '#contract/calls/expenses.calls.ts';
import {
  correctedFields,
  correctionText,
  type Difference,
} from '#machines/domain/expense/expense-correction.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import type { StageName } from '#machines/domain/box/stages.ts';

/** The column `correccion`: what a store corrected last, and the rejection that this answered. */
export interface StoredCorrection {
  id_usuario: number;
  instante: number;
  etapa: StageName;
  motivo: string;
  observacion: string;
  diferencias: Difference[];
  /** Earlier stages whose decision was of another purchase. */
  sin_efecto: StageName[];
}

export const storedIn = (correccion: string): StoredCorrection | null =>
  correccion === '' ? null : (JSON.parse(correccion) as StoredCorrection);

/** The correction as it travels. */
export function wireCorrection(correccion: string): Expense['correccion'] {
  const stored = storedIn(correccion);
  if (stored === null) return null;
  const { instante, diferencias, ...rest } = stored;
  return {
    ...rest,
    fecha: dateTimeInBogota(instante),
    diferencias: diferencias.map((one) => ({ ...one, campo: correctedFields[one.campo] })),
  };
}

/** One line of it, and who made it. */
export function briefCorrection(correccion: string): {
  corregido: string;
  id_usuario_correccion: number | null;
} {
  const stored = storedIn(correccion);
  return {
    corregido: stored === null ? '' : correctionText(stored.diferencias),
    id_usuario_correccion: stored?.id_usuario ?? null,
  };
}
