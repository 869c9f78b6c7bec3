import { type ReactNode, createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { StageName } from '#machines/domain/stages/stages.ts';
import type { Choice } from '#machines/domain/case/joint-approval.ts';
import { expenseOf, isLoading } from '#machines/flows/review/decision-rules.ts';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useDestination } from '../../shell/screens/use-destination.ts';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { readDraft } from '../drafts/drafts.ts';
import type { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import type { DecisionMachine } from '#machines/flows/review/decision.machine.ts';
import { assertPresent } from '#machines/flows/steps/result.ts';
import type { BoxSendMachine } from '../boxes/SendBar.tsx';

/** Title of an expense for the browser tab: `$ 20.400 Mensajería Rápida · n.º 6`. */
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

/** Tab title of a loaded expense; undefined while it is loading. */
export const titleOfExpense = (expense: Expense | null | undefined): string | undefined =>
  expense ? expenseTitle({ ...expense, proveedor_nombre: expense.proveedor.nombre }) : undefined;

const undecided: { estado: Choice | '' } = { estado: '' };

/** Choice in the user's draft for a stage; null without one. */
export const draftedChoice = (
  id_usuario: number,
  stage: StageName,
  id_gasto: number,
): Choice | null =>
  readDraft({ id_usuario, form: stage, object: String(id_gasto) }, undecided, Date.now())?.values
    .estado || null;

interface LoadedExpenseProps {
  decision: AnyDecision;
  /** Rendered once the expense is loaded; stays during saves and reloads. */
  children: (expense: Expense) => ReactNode;
}

/** Frame of every decision: loading, failure, and navigation after the save. */
export function LoadedExpense({ decision, children }: LoadedExpenseProps) {
  const snapshot = useSnapshot(decision);
  const expense = expenseOf(snapshot);
  const load = loadOf(snapshot, decision.send);
  useDestination(snapshot.output, expense?.id);
  if (isLoading(snapshot)) return <LoadingState />;
  if (load.failed) return <LoadProblem {...load} />;
  return expense === null ? null : children(expense);
}

/** Decision flow of any stage, or the flow in which accounting splits without deciding. */
export type AnyDecision = ActorRefFrom<DecisionMachine>;

const choiceEvents = { approved: 'CHOOSE_APPROVED', rejected: 'CHOOSE_REJECTED' } as const;

/** The choice is stored in the flow, not in the form. */
export const choose = (decision: AnyDecision, choice: Choice): void =>
  decision.send({ type: choiceEvents[choice] });

export type AnyCockpit = ActorRefFrom<typeof cockpitMachine>;

interface CockpitContextValue {
  cockpit: AnyCockpit;
  /** Path of the decision on another expense of the box. */
  pathOf: (id_gasto: number) => string;
  /** Link to the box. */
  back: { to: string; label: string };
  /** The receipt has its own pane; without the list of the box it is shown among the facts. */
  hasReceipt: boolean;
  /** The user opened the receipt on a narrow screen. */
  showsReceipt: boolean;
  toggleReceipt: () => void;
  /** Single-letter shortcuts are enabled. */
  singleKeys: boolean;
  setSingleKeys: (on: boolean) => void;
  /** Flow that sends the box, with its actor implementations; default: that of the application. */
  boxSend?: BoxSendMachine | undefined;
}

export const CockpitContext = createContext<CockpitContextValue | null>(null);

export const useCockpitContext = (): CockpitContextValue => assertPresent(use(CockpitContext));
