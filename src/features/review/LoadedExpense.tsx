import { type ReactNode, useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import { type DecisionInput, expenseOf, isLoading } from '#machines/flows/review/decision-rules.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { LoadProblem, loadOf } from '../../app/problems/LoadProblem.tsx';
import { useDestination } from '../../app/screens/use-destination.ts';
import { useIdParam } from '../../app/screens/use-address-params.ts';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { readDraft } from '../drafts/drafts.ts';
import type { AnyDecision } from './decision-context.ts';

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

/** Input of a decision flow, from the session, the address and the draft. @param form the name of the draft */
export function useDecisionInput(form: string): DecisionInput {
  const actor = Session.useSelector(actorOf);
  const [id_gasto, id_caja] = [useIdParam('idGasto'), useIdParam('idCaja')];
  const [chosen] = useState(() => {
    const key = { id_usuario: actor.id, form, object: String(id_gasto) };
    return readDraft(key, undecided, Date.now())?.values.estado || null;
  });
  return { actor, id_gasto, id_caja, chosen, seen: null };
}

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
