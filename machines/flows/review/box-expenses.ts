/** The expenses of a box before whoever decides them: which wait, in which order, which comes next. */
import { anomaliesIn } from '#contract/expense-fields.ts';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { type FigureLine, accountOf } from '#machines/domain/fund/fund.ts';
import { amountsOfRows } from '../boxes/box.selectors.ts';
import { type StageName, stageNames, stages, waitsAt } from '../../domain/box/stages.ts';
import { boxStates, expenseStateOf, isPending, isRejected } from '#machines/domain/box/states.ts';

/** The filters of a list, in the order in which they are offered. */
export const expenseKinds = ['pending', 'approved', 'rejected', 'anomaly'] as const;
export type ExpenseKind = (typeof expenseKinds)[number];

/** The expense keeps its box from being sent on by the stage. */
export const waitsFor = (stage: StageName, { estado }: Pick<ExpenseRow, 'estado'>): boolean =>
  waitsAt(stage, expenseStateOf(estado));

/** The stage has not decided it, or nobody has. */
const isUndecided = (stage: StageName, { estado }: Pick<ExpenseRow, 'estado'>): boolean =>
  waitsFor(stage, { estado }) || isPending(estado);

export const hasAnomaly = ({ informe_novedad }: Pick<ExpenseRow, 'informe_novedad'>): boolean =>
  anomaliesIn(informe_novedad).length > 0;

const holds: Record<ExpenseKind, (row: ExpenseRow, stage: StageName) => boolean> = {
  pending: (row, stage) => isUndecided(stage, row),
  approved: (row, stage) => !isUndecided(stage, row) && !isRejected(row.estado),
  rejected: ({ estado }) => isRejected(estado),
  anomaly: hasAnomaly,
};

/** The expenses of a kind, in their order; all of them without one. */
export const ofKind = (
  rows: readonly ExpenseRow[],
  stage: StageName,
  kind: ExpenseKind | null,
): ExpenseRow[] => rows.filter((row) => kind === null || holds[kind](row, stage));

/** The figures of a box as the stage reads them while it has the box: of the same expenses that its filters count. */
export const accountAt = (
  rows: readonly ExpenseRow[],
  active: number,
  stage: StageName,
): FigureLine[] =>
  accountOf(
    amountsOfRows(rows),
    active,
    boxStates[stages[stage].boxState].codigo === active
      ? (estado) => isUndecided(stage, { estado })
      : undefined,
  );

/** The expenses with those that wait first; one that a person has seen before stays where it was. */
export function arranged(
  rows: readonly ExpenseRow[],
  stage: StageName,
  before: readonly ExpenseRow[],
): ExpenseRow[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const placeOf = (row: ExpenseRow): number =>
    places.get(row.id) ?? before.length + (waitsFor(stage, row) ? 0 : 1);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The expense so many places away; null beyond the ends of the list, and for one that is not in it. */
export function neighbour(
  rows: readonly ExpenseRow[],
  id_gasto: number,
  by: 1 | -1,
): ExpenseRow | null {
  const place = rows.findIndex(({ id }) => id === id_gasto);
  return place < 0 ? null : (rows[place + by] ?? null);
}

/** The next expense that waits, from this one on and around; null when no other one waits. */
export function nextWaiting(
  rows: readonly ExpenseRow[],
  stage: StageName,
  id_gasto: number,
): ExpenseRow | null {
  const place = rows.findIndex(({ id }) => id === id_gasto);
  const around = [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))];
  return around.find((row) => waitsFor(stage, row)) ?? null;
}

/** The expenses after the stage has decided one of them; without a decision as they are. */
export function withDecision(
  rows: readonly ExpenseRow[],
  stage: StageName,
  decision: { id_gasto: number; estado: number } | null,
): readonly ExpenseRow[] {
  if (decision === null) return rows;
  const { id_gasto, estado } = decision;
  const { nombre, color, icono } = expenseFactsAt(boxStates[stages[stage].boxState].codigo, estado);
  return rows.map((row) =>
    row.id === id_gasto ? { ...row, estado, nombre_estado: nombre, color, icono } : row,
  );
}

/** The stage by whose call a person reads the box: that of the screen, or one that the person has; null without any. */
export const readerOf = (stage: StageName, permissions: readonly string[]): StageName | null =>
  [stage, ...stageNames].find((name) => permissions.includes(stages[name].box)) ?? null;
