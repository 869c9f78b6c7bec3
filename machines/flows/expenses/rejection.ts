/** The rejection of an expense and its correction, in words. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { type StageName, stageOfCode, stages } from '#machines/domain/box/stages.ts';
import { isRejected } from '#machines/domain/box/states.ts';

interface Rejection {
  /** 'Rechazado por el supervisor: Valor incorrecto' */
  title: string;
  observation: string;
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Null for an expense that is not rejected. */
export function rejectionOf(expense: Expense): Rejection | null {
  const stage = stageOfCode(expense.estado);
  if (stage === undefined || !isRejected(expense.estado)) return null;
  const { sufijo, who } = stages[stage];
  return {
    title: `Rechazado por ${who}: ${lower(expense.motivo_rechazo)}`,
    observation: expense[`obs_${sufijo}`],
  };
}

/** 'Lo había rechazado el supervisor: valor incorrecto. No cuadra con el recibo.' */
export const answeredRejection = ({
  etapa,
  motivo,
  observacion,
}: NonNullable<Expense['correccion']>): string =>
  `Lo había rechazado ${stages[etapa].who}: ${lower(motivo)}. ${observacion}`;

/** 'Cambió lo esencial: lo que decidió el supervisor fue otra compra y ya no vale.'; empty where every approval stands. */
export const undoneText = (names: readonly StageName[]): string =>
  names.length === 0
    ? ''
    : `Cambió lo esencial: lo que decidió ${names
        .map((name) => stages[name].who)
        .join(' y ')} fue otra compra y ya no vale.`;
