/** Selectors of the contact sheet. */
import type { SnapshotFrom } from 'xstate';
import { isPending as isUndecided } from '#machines/domain/box/states.ts';
import { expenseRowsOf } from '../expenses/expense-facts.ts';
import type { contactSheetMachine } from './contact-sheet.machine.ts';
import {
  approvalRefusals,
  cardsOf,
  chosenOf,
  isClean,
  type SheetCard,
  tickedOf,
} from './contact-sheet-rules.ts';

export type ContactSheetSnapshot = SnapshotFrom<typeof contactSheetMachine>;

/** RETRY or BACK. */
export const failedToApprove = (snapshot: ContactSheetSnapshot) =>
  snapshot.matches('failedToApprove');

export const cleanCardsOf = ({ context }: ContactSheetSnapshot): SheetCard[] =>
  cardsOf(context).filter(isClean);

/** Those that stand apart: what still waits for a decision first. */
export const apartCardsOf = ({ context }: ContactSheetSnapshot): SheetCard[] =>
  cardsOf(context)
    .filter((card) => !isClean(card))
    .toSorted(
      (one, other) => Number(isUndecided(other.row.estado)) - Number(isUndecided(one.row.estado)),
    );

export const isTicked = ({ context }: ContactSheetSnapshot, id: number): boolean =>
  !context.unticked.includes(id);

/** How many an approval would be about. */
export const chosenCount = ({ context }: ContactSheetSnapshot): number => chosenOf(context).length;

/** How many are ticked, and were not on the screen yet. */
export const unseenCount = ({ context }: ContactSheetSnapshot): number =>
  tickedOf(context).length - chosenOf(context).length;

/** Why nothing can be approved, whatever is typed; empty when something can. */
export const approvalReasons = (snapshot: ContactSheetSnapshot): string[] =>
  chosenCount(snapshot) > 0
    ? []
    : approvalRefusals(snapshot.context, '').map(({ mensaje }) => mensaje);

/** 'Se aprobaron 9 gastos.'; null while there is nothing to say. */
export function noticeOf({ context: { outcome } }: ContactSheetSnapshot): string | null {
  const approved = outcome?.[0]?.aprobados.length;
  if (approved === undefined) return null;
  return approved === 1 ? 'Se aprobó 1 gasto.' : `Se aprobaron ${approved} gastos.`;
}

/** Lists what the last approval left, and why: a line for each expense. */
export const leftLines = ({ context: { outcome, facts } }: ContactSheetSnapshot): string[] =>
  (outcome?.[0]?.dejados ?? []).flatMap(({ mensaje, gastos }) =>
    expenseRowsOf(facts?.rows ?? [])
      .filter(({ id }) => gastos.includes(id))
      .map(({ recibo, proveedor_nombre }) => `Recibo ${recibo} · ${proveedor_nombre}: ${mensaje}`),
  );
