/** Rules of the contact sheet: which expenses of a box are clean, and which of them an approval is about. */
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import {
  gathered,
  type JointApproval,
  offeredObservation,
  reasonsApart,
} from '#machines/domain/review/joint-approval.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import type { Reviewer } from '#machines/domain/box/stages.ts';
import type { BoxFacts } from '../boxes/box-send-rules.ts';
import { caseOfBox, expenseRowsOf } from '../expenses/expense-facts.ts';
import type { Problem } from '../steps/result.ts';

export interface ContactSheetInput {
  actor: Person;
  key: { sender: Reviewer; id_caja: number };
}

export const nothingSeen = {
  facts: null as BoxFacts | null,
  /** Expenses whose receipt was on the screen. */
  seen: [] as readonly number[],
  /** Clean expenses whose tick the person took away. */
  unticked: [] as readonly number[],
  /** The body of the approval that is under way or was the last. */
  request: null as RequestOf<'/aprobarGastos'> | null,
  /** The answer to the last approval; null before one. */
  outcome: null as AnswerOf<'/aprobarGastos'> | null,
  problem: null as Problem | null,
};

export type ContactSheetContext = ContactSheetInput & typeof nothingSeen;

type Sheet = Pick<ContactSheetContext, 'actor' | 'facts' | 'seen' | 'unticked'>;

/** An expense on the sheet; without reasons it is clean. */
export interface SheetCard {
  row: ExpenseRow;
  motivos: readonly FailedGuard[];
}

const cardsFor = ({ actor, facts }: Sheet, observacion: string): SheetCard[] => {
  if (facts === null) return [];
  const before = caseOfBox(facts.box, facts.rows);
  const approval: JointApproval = { actor, observacion, lote: 1 };
  return expenseRowsOf(facts.rows).map((row) => ({
    row,
    motivos: reasonsApart(before, row, approval),
  }));
};

/** Every expense of the box, in its order. */
export const cardsOf = (sheet: Sheet): SheetCard[] => cardsFor(sheet, offeredObservation);

export const isClean = ({ motivos }: SheetCard): boolean => motivos.length === 0;

/** The clean expenses that are ticked. */
export const tickedOf = (sheet: Sheet): ExpenseRow[] =>
  cardsOf(sheet)
    .filter((card) => isClean(card) && !sheet.unticked.includes(card.row.id))
    .map(({ row }) => row);

/** Those of them whose receipt was on the screen: what never was is not approved. */
export const chosenOf = (sheet: Sheet): ExpenseRow[] =>
  tickedOf(sheet).filter(({ id }) => sheet.seen.includes(id));

/** Why what is chosen cannot be approved with that observation; empty when it can. */
export function approvalRefusals(sheet: Sheet, observacion: string): FailedGuard[] {
  const chosen = chosenOf(sheet).map(({ id }) => id);
  if (chosen.length === 0)
    return [
      { guardia: 'someAreChosen', mensaje: 'Ningún gasto sin novedad está marcado y a la vista.' },
    ];
  const cards = cardsFor(sheet, observacion.trim());
  return gathered(
    cards
      .filter(({ row }) => chosen.includes(row.id))
      .map(({ row, motivos }) => ({ id: row.id, motivos })),
  );
}
