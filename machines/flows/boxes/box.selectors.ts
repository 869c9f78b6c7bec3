import { type BoxTotalRow, type ExpenseRow, isExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { boxFacts } from '../../domain/box/box.machine.ts';
import type { BoxCase, CaseExpense } from '../../domain/case/box-case.ts';
import { expenseFacts } from '../../domain/expense/expense-guards.ts';
import {
  type ExpenseAmount,
  type FigureLine,
  accountOf as figuresOf,
  approvedInReview,
} from '../../domain/fund/fund.ts';
import { type FieldsOf, factsOfAnswer } from '../../domain/values/facts.ts';
import type { DateText } from '../../domain/values/dates.ts';
import { formatPesos } from '../../domain/values/money.ts';
import { moneyOf } from '../expenses/expense-facts.ts';
import { type Change, type Shown, changedBy, changesBetween } from '../steps/changes.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { type StageName, stageNames, stages, waitsAt } from '../../domain/stages/stages.ts';
import {
  boxStates,
  expenseStateOf,
  isPending,
  isRejected,
} from '#machines/domain/stages/states.ts';

/** Maps rows of the API to the case on which the state machine decides. */

/** The expenses of a box, without its total row. */
export const expenseRowsOf = (rows: readonly (ExpenseRow | BoxTotalRow)[]): ExpenseRow[] =>
  rows.filter(isExpenseRow);

/** The amounts of the expenses of a box, in centavos. */
export const amountsOfRows = (rows: readonly (ExpenseRow | BoxTotalRow)[]): ExpenseAmount[] =>
  expenseRowsOf(rows).map((row) => ({ estado: row.estado, ...moneyOf(row) }));

/** The figures of a box, formatted; empty until it is loaded. */
export const accountOfBox = (
  facts: { box: { active: number }; rows: readonly (ExpenseRow | BoxTotalRow)[] } | null,
): FigureLine[] => (facts === null ? [] : figuresOf(amountsOfRows(facts.rows), facts.box.active));

const caseExpenseOf = (
  row: Pick<ExpenseRow, 'id' | 'estado'> & FieldsOf<typeof expenseFacts>,
): [number, CaseExpense] => [
  row.id,
  { estado: row.estado, context: factsOfAnswer(expenseFacts, row) },
];

/** @param excess centavos over the fund, when the setting forbids an excess; else 0 */
export const caseOfBox = (
  box: AnswerOf<'/obtenerCaja'>,
  rows: readonly (ExpenseRow | BoxTotalRow)[],
  excess = 0,
): BoxCase => ({
  active: box.active,
  facts: {
    ...factsOfAnswer(boxFacts, box),
    excess,
    deciders: box.ubicacion.decisores ?? undefined,
  },
  expenses: new Map(expenseRowsOf(rows).map(caseExpenseOf)),
});

/** The case of an expense's box, with that expense alone. */
export const caseOfExpense = (expense: Expense): BoxCase => ({
  active: expense.active,
  facts: { deciders: expense.ubicacion.decisores ?? undefined },
  expenses: new Map([
    caseExpenseOf({
      ...expense,
      id_usuario_correccion: expense.correccion?.id_usuario ?? null,
      facturas: expense.data_factura.map(({ url }) => url),
    }),
  ]),
});

/** Compares a box with the version that the user saw before a refused send. */

export interface ShownBox {
  box: AnswerOf<'/obtenerCaja'>;
  /** Its expenses, and the total row. */
  rows: AnswerOf<'/gastosCaja'>;
  /** Company and guide, when the papers were shipped; else empty. */
  shipping: AnswerOf<'/obtenerSoportes'>;
}

/** The fields of the box first, then one entry per expense, labelled by its receipt number. */
const shownBox = ({ box, rows, shipping }: ShownBox): Shown => ({
  'Caja n.º': box.consecutivo === null ? '' : String(box.consecutivo),
  Estado: box.estado,
  'En manos de': box.tipo_usuario,
  ...Object.fromEntries(
    accountOfBox({ box, rows }).map(({ label, amount }) => [label, amount] as const),
  ),
  'Empresa de envío': shipping.empresa ?? '',
  'Número de guía': shipping.codigo_soporte ?? '',
  ...Object.fromEntries(
    expenseRowsOf(rows).map(({ id, recibo, nombre_estado, valor_f }) => [
      // Two suppliers may use the same receipt number.
      `Recibo ${recibo} (gasto ${id})`,
      `${nombre_estado}, ${valor_f}`,
    ]),
  ),
});

/**
 * Lists the changes of a box. After another user has sent the store's open box, the store sees its next one: then
 * this is the only change listed.
 */
const boxChanges = (before: ShownBox, now: ShownBox): Change[] =>
  before.box.id === now.box.id
    ? changesBetween(shownBox(before), shownBox(now))
    : [
        {
          label: 'Caja',
          from: `la que usted veía (${formatPesos(before.box.total)})`,
          to: 'ya fue enviada; esta es la siguiente',
        },
      ];

/** 'por Ana, 10:32' when the state of the box changed; empty when only its expenses did. */
const boxMovedBy = (before: ShownBox, now: ShownBox, today: DateText): string =>
  before.box.active === now.box.active
    ? ''
    : changedBy(now.box.movida_por, now.box.fecha_movimiento, today);

/** Selectors that the screens for sending a box and for shipping its papers share. */

/** `problemOf` also returns the refusal shown above a box that was reloaded after it. */
export { isLoading, problemOf } from '../steps/result.ts';

interface BoxSnapshot {
  context: { facts: ShownBox | null; before: ShownBox | null };
  matches(state: 'failedToSend'): boolean;
}

/** Accepts RETRY or BACK. */
export const failedToSend = (snapshot: BoxSnapshot) => snapshot.matches('failedToSend');
/** Null until the first load. */
export const factsOf = <Facts>({ context }: { context: { facts: Facts } }): Facts => context.facts;
export const expensesOf = ({ context }: BoxSnapshot) => expenseRowsOf(context.facts?.rows ?? []);
export const accountOf = ({ context }: BoxSnapshot) => accountOfBox(context.facts);
/** Lists the changes that other users made in the box while it was about to be sent. */
export const changesOf = ({ context: { before, facts } }: BoxSnapshot): Change[] =>
  before === null || facts === null ? [] : boxChanges(before, facts);
/** Returns who moved the box, and when; empty when its state did not change. */
export const changeAuthorOf = ({ context: { before, facts } }: BoxSnapshot, today: DateText) =>
  before === null || facts === null ? '' : boxMovedBy(before, facts, today);

/** Expenses of a box at a stage: which ones wait, their order, and the next one. */

/** The filters of a list, in the order in which they are offered. */
export const expenseKinds = ['pending', 'approved', 'rejected', 'anomaly'] as const;
export type ExpenseKind = (typeof expenseKinds)[number];

/** The expense prevents the stage from sending the box on. */
export const waitsFor = (stage: StageName, { estado }: Pick<ExpenseRow, 'estado'>): boolean =>
  waitsAt(stage, expenseStateOf(estado));

/** The expense waits for the stage, or is still pending at another one. */
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

/** The expenses of a kind, in their order; all expenses when `kind` is null. */
export const ofKind = (
  rows: readonly ExpenseRow[],
  stage: StageName,
  kind: ExpenseKind | null,
): ExpenseRow[] => rows.filter((row) => kind === null || holds[kind](row, stage));

/** What accounting has approved in the pass that has the box; null for other stages, and elsewhere. */
export function approvedInPass(
  rows: readonly ExpenseRow[],
  active: number,
  stage: StageName,
): FigureLine | null {
  const { sender, boxState } = stages[stage];
  return sender === 'accounting' && boxStates[boxState].codigo === active
    ? approvedInReview(amountsOfRows(ofKind(rows, stage, 'approved')))
    : null;
}

/** Sorts the waiting expenses first; an expense that was already in the list keeps its position. */
export function waitingFirst(
  rows: readonly ExpenseRow[],
  stage: StageName,
  before: readonly ExpenseRow[],
): ExpenseRow[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const placeOf = (row: ExpenseRow): number =>
    places.get(row.id) ?? before.length + (waitsFor(stage, row) ? 0 : 1);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The previous (-1) or next (1) expense; null at the ends of the list, and for an expense that is not in it. */
export function neighbour(
  rows: readonly ExpenseRow[],
  id_gasto: number,
  by: 1 | -1,
): ExpenseRow | null {
  const place = rows.findIndex(({ id }) => id === id_gasto);
  return place < 0 ? null : (rows[place + by] ?? null);
}

/** The next waiting expense after this one, wrapping around; null when no other one waits. */
export function nextWaiting(
  rows: readonly ExpenseRow[],
  stage: StageName,
  id_gasto: number,
): ExpenseRow | null {
  const place = rows.findIndex(({ id }) => id === id_gasto);
  const around = [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))];
  return around.find((row) => waitsFor(stage, row)) ?? null;
}

/** Applies the stage's decision on one expense to the rows; null leaves them unchanged. */
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

/** The stage whose call the user may read the box with, the screen's own stage first; null when there is none. */
export const readerOf = (stage: StageName, permissions: readonly string[]): StageName | null =>
  [stage, ...stageNames].find((name) => permissions.includes(stages[name].box)) ?? null;
