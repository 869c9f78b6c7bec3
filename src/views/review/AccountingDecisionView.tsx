import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { proposalFor } from '#machines/flows/decisions/accounting-proposals.ts';
import { habitsOf } from '#machines/flows/decisions/cockpit.selectors.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { type AccountingFacts, choiceOfCode } from '#machines/flows/decisions/decision-rules.ts';
import { accountingFactsOf, isReadOnly } from '#machines/flows/decisions/decision.selectors.ts';
import { decisions } from '../../actors/expense-decision.actors.ts';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import { AccountingFields } from './AccountingFields.tsx';
import { AccountingSummary } from './AccountingSummary.tsx';
import type { AnyDecision } from './any-decision.ts';
import { useCockpitPlace } from './cockpit-context.ts';
import { Cockpit, type CockpitProps } from './Cockpit.tsx';
import { decisionFormValues } from './decision-form.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { ItemisationTable } from './ItemisationTable.tsx';
import { ReviewLayout } from './ReviewLayout.tsx';

export interface AccountingDecisionViewProps extends Pick<CockpitProps, 'box' | 'boxSend'> {
  /** The flow with the bodies of its actors. */
  machine?: DecisionMachine;
}

/** Accounting's first pass: corrects the facts, splits the value and decides. */
export default function AccountingDecisionView({
  machine = decisions.accounting,
  ...box
}: AccountingDecisionViewProps) {
  return <Cockpit {...box} stage="accounting" machine={machine} form={AccountingReview} />;
}

function AccountingReview({ decision }: { decision: AnyDecision }) {
  const facts = useSelector(decision, accountingFactsOf);
  return facts === null ? null : <AccountingForm decision={decision} facts={facts} />;
}

interface AccountingFormProps {
  decision: AnyDecision;
  facts: AccountingFacts;
}

function AccountingForm({ decision, facts }: AccountingFormProps) {
  const { expense, reasons } = facts;
  const readOnly = useSelector(decision, isReadOnly);
  const { cockpit } = useCockpitPlace();
  const habits = useSelector(cockpit, habitsOf);
  // As the form was opened: what is saved in it changes the habits.
  const [proposal] = useState(() => proposalFor(facts, habits));
  return (
    <DecisionForm
      decision={decision}
      name="accounting"
      initialValues={decisionFormValues(
        proposal.values,
        choiceOfCode('accounting', expense.estado),
      )}
      onSave={(typed) => decision.send({ type: 'SAVE', values: typed })}
    >
      <ReviewLayout
        expense={expense}
        brief={!readOnly}
        decision={<DecisionPanel decision={decision} stage="accounting" expense={expense} />}
      >
        {readOnly ? (
          <AccountingSummary expense={expense} catalogue={facts} />
        ) : (
          <>
            <AccountingFields decision={decision} facts={facts} proposal={proposal} />
            <ItemisationTable decision={decision} facts={facts} />
          </>
        )}
        <ObservationHistory dense expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}
