import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import { expenseOf, isLoading } from '#machines/flows/review/decision-rules.ts';
import { LoadProblem, loadOf } from '../../app/problems/LoadProblem.tsx';
import { useDestination } from '../../app/screens/use-destination.ts';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { readDraft } from '../drafts/drafts.ts';
import type { AnyDecision } from './cockpit-context.ts';

/** Names an expense in the browser tab: `$ 20.400 Mensajería Rápida · n.º 6`. */
export const expenseTitle = ({
  valor_f,
  proveedor_nombre,
  consecutivo,
}: {
  valor_f: string;
  proveedor_nombre: string;
  consecutivo: number | null;
}): string =>
  `${valor_f} ${proveedor_nombre}${consecutivo === null ? '' : ` · n.º ${consecutivo}`}`;

/** The same of an expense that was loaded; absent while it is on its way. */
export const titleOfExpense = (expense: Expense | null | undefined): string | undefined =>
  expense ? expenseTitle({ ...expense, proveedor_nombre: expense.proveedor.nombre }) : undefined;

const undecided: { estado: Choice | '' } = { estado: '' };

/** The choice of a draft that the person left in the form of a stage; null without one. */
export const draftedChoice = (
  id_usuario: number,
  stage: StageName,
  id_gasto: number,
): Choice | null =>
  readDraft({ id_usuario, form: stage, object: String(id_gasto) }, undecided, Date.now())?.values
    .estado || null;

interface LoadedExpenseProps {
  decision: AnyDecision;
  /** Once the expense is there; it stays while it is saved or loaded again. */
  children: (expense: Expense) => ReactNode;
}

/** The frame of every decision: loading, failed, and away once it is saved. */
export function LoadedExpense({ decision, children }: LoadedExpenseProps) {
  const snapshot = useSnapshot(decision);
  const expense = expenseOf(snapshot);
  const load = loadOf(snapshot, decision.send);
  useDestination(snapshot.output, expense?.id);
  if (isLoading(snapshot)) return <LoadingState />;
  if (load.failed) return <LoadProblem {...load} />;
  return expense === null ? null : children(expense);
}
