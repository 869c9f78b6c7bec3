import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AccountingFacts } from '#machines/flows/decisions/decision-rules.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import {
  accountingFactsOf,
  expenseOf,
  isReadOnly,
  isReviewing,
} from '#machines/flows/decisions/decision.selectors.ts';
import { itemisationValues } from '#machines/flows/decisions/itemisation.form.ts';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { itemisation } from '../../actors/expense-decision.actors.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { Section } from '../../components/Section.tsx';
import { labelOf } from '../../screens/labels.ts';
import { linkTo } from '../../screens/paths.ts';
import { CorrectionNotice } from '../expenses/CorrectionNotice.tsx';
import { DocumentLayout } from '../expenses/DocumentLayout.tsx';
import { ExpenseFacts } from '../expenses/ExpenseFacts.tsx';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import { SupportPanel } from '../expenses/SupportPanel.tsx';
import { AccountingSummary } from './AccountingSummary.tsx';
import { ClassificationFields } from './ClassificationFields.tsx';
import type { AnyDecision } from './any-decision.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionOutcome, outcomeId } from './DecisionOutcome.tsx';
import { ItemisationTable } from './ItemisationTable.tsx';
import { ReviewChanges } from './ReviewChanges.tsx';
import { useDecisionInput } from './use-decision-input.ts';
import { Page } from '../../components/Page.tsx';
import { BoxLine } from '../boxes/BoxLine.tsx';
import { titleOfExpense } from './expense-title.ts';
import { LoadedExpense } from './LoadedExpense.tsx';

export interface ControlDetailViewProps {
  /** The flow with the bodies of its actors. */
  machine?: DecisionMachine;
}

/** detalleGastoCI: everything that is known of an expense; accounting may still split it. */
export default function ControlDetailView({ machine = itemisation }: ControlDetailViewProps) {
  const input = useDecisionInput('split');
  const split = useActorRef(machine, { input });
  const facts = useSelector(split, accountingFactsOf);
  const readOnly = useSelector(split, isReadOnly);
  return (
    <DecisionScreen
      decision={split}
      title={labelOf('detalleGastoCI')}
      back={linkTo('detalleCajaCI', { idCaja: input.id_caja })}
    >
      {(expense) => (
        <DocumentLayout document={<SupportPanel expense={expense} />}>
          <CorrectionNotice expense={expense} />
          <ExpenseFacts expense={expense} />
          {facts === null ? null : readOnly ? (
            <>
              <ReviewChanges decision={split} />
              <AccountingSummary expense={expense} catalogue={facts} />
            </>
          ) : (
            <SplitForm split={split} facts={facts} />
          )}
          <ObservationHistory expense={expense} reasons={facts?.reasons ?? []} />
        </DocumentLayout>
      )}
    </DecisionScreen>
  );
}

function SplitForm({ split, facts }: { split: AnyDecision; facts: AccountingFacts }) {
  const reviewing = useSelector(split, isReviewing);
  return (
    <DecisionForm decision={split} name="split" initialValues={itemisationValues(facts.expense)}>
      <Section title="Datos contables">
        <fieldset disabled={!reviewing} aria-describedby={reviewing ? undefined : outcomeId}>
          <FieldGrid columns={2}>
            <ClassificationFields documentClasses={facts.documentClasses} />
          </FieldGrid>
        </fieldset>
      </Section>
      <ItemisationTable decision={split} facts={facts} />
      <DecisionOutcome decision={split} />
    </DecisionForm>
  );
}

interface DecisionScreenProps {
  decision: AnyDecision;
  title: string;
  back: { to: string; label: string };
  children: (expense: Expense) => ReactNode;
}

/** An expense on a page of its own. */
function DecisionScreen({ decision, title, back, children }: DecisionScreenProps) {
  const expense = useSelector(decision, expenseOf);
  return (
    <Page title={title} tab={titleOfExpense(expense)} subtitle={expense?.tienda} back={back}>
      <LoadedExpense decision={decision}>
        {(loaded) => (
          <>
            <BoxLine location={loaded.ubicacion} />
            {children(loaded)}
          </>
        )}
      </LoadedExpense>
    </Page>
  );
}
