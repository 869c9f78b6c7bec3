import { type ReactNode, createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import { expenseOf, isLoading } from '#machines/flows/review/decision-rules.ts';
import { LoadProblem, loadOf } from '../../app/problems/LoadProblem.tsx';
import { useDestination } from '../../app/screens/use-destination.ts';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { readDraft } from '../drafts/drafts.ts';
import type { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import type { DecisionMachine } from '#machines/flows/review/decision.machine.ts';
import { given } from '#machines/flows/steps/result.ts';
import type { BoxSendMachine } from '../boxes/SendBar.tsx';

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

/** A running decision flow of whichever stage, or the one in which accounting splits without deciding. */
export type AnyDecision = ActorRefFrom<DecisionMachine>;

const choiceEvents = { approved: 'CHOOSE_APPROVED', rejected: 'CHOOSE_REJECTED' } as const;

/** Chooses in the flow, which alone knows what is chosen. */
export const choose = (decision: AnyDecision, choice: Choice): void =>
  decision.send({ type: choiceEvents[choice] });

export type AnyCockpit = ActorRefFrom<typeof cockpitMachine>;

interface CockpitPlace {
  cockpit: AnyCockpit;
  /** The address of the decision on another expense of the box. */
  pathOf: (id_gasto: number) => string;
  /** The box. */
  back: { to: string; label: string };
  /** The receipt is shown beside the decision; without the list of the box it stands among the facts. */
  hasReceipt: boolean;
  /** On a phone the receipt is shown on demand. */
  showsReceipt: boolean;
  toggleReceipt: () => void;
  /** Letters alone are keys too. */
  singleKeys: boolean;
  setSingleKeys: (on: boolean) => void;
  /** The flow that sends the box, with the bodies of its actors; absent: that of the application. */
  boxSend?: BoxSendMachine | undefined;
}

export const CockpitContext = createContext<CockpitPlace | null>(null);

/** The expenses beside the decision on this screen. */
export const useCockpitPlace = (): CockpitPlace => given(use(CockpitContext));
