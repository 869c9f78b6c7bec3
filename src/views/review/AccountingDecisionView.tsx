import { useActorRef, useSelector } from '@xstate/react';
import { accountingValues } from '#machines/flows/decisions/accounting-decision.form.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { type AccountingFacts, choiceOfCode } from '#machines/flows/decisions/decision-rules.ts';
import { accountingFactsOf, isReadOnly } from '#machines/flows/decisions/decision.selectors.ts';
import { decisions } from '../../actors/expense-decision.actors.ts';
import { labelOf } from '../../screens/labels.ts';
import { linkTo } from '../../screens/paths.ts';
import { ExpenseFacts } from '../expenses/ExpenseFacts.tsx';
import { SupportPanel } from '../expenses/SupportPanel.tsx';
import type { AnyDecision } from './any-decision.ts';
import { AccountingFields } from './AccountingFields.tsx';
import { AccountingSummary } from './AccountingSummary.tsx';
import { decisionFormValues } from './decision-form.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { DecisionScreen } from './DecisionScreen.tsx';
import { ItemisationTable } from './ItemisationTable.tsx';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import { ReviewLayout } from './ReviewLayout.tsx';
import { useDecisionInput } from './use-decision-input.ts';

export interface AccountingDecisionViewProps {
  /** The flow with the bodies of its actors. */
  machine?: DecisionMachine;
}

/** Accounting's first pass: corrects the facts, splits the value and decides. */
export default function AccountingDecisionView({
  machine = decisions.accounting,
}: AccountingDecisionViewProps) {
  const input = useDecisionInput('accounting');
  const decision = useActorRef(machine, { input });
  const facts = useSelector(decision, accountingFactsOf);
  return (
    <DecisionScreen
      decision={decision}
      title={labelOf('detalleGastoContabilidad')}
      back={linkTo('revisarCaja', { idCaja: input.id_caja })}
    >
      {() => (facts === null ? null : <AccountingForm decision={decision} facts={facts} />)}
    </DecisionScreen>
  );
}

interface AccountingFormProps {
  decision: AnyDecision;
  facts: AccountingFacts;
}

function AccountingForm({ decision, facts }: AccountingFormProps) {
  const { expense, reasons } = facts;
  const readOnly = useSelector(decision, isReadOnly);
  return (
    <DecisionForm
      decision={decision}
      name="accounting"
      initialValues={decisionFormValues(
        accountingValues(expense),
        choiceOfCode('accounting', expense.estado),
      )}
      onSave={(typed) => decision.send({ type: 'SAVE', values: typed })}
    >
      <ReviewLayout
        decision={<DecisionPanel decision={decision} stage="accounting" expense={expense} />}
      >
        <ExpenseFacts expense={expense} />
        <SupportPanel expense={expense} />
        {readOnly ? (
          <AccountingSummary expense={expense} catalogue={facts} />
        ) : (
          <>
            <AccountingFields decision={decision} facts={facts} />
            <ItemisationTable decision={decision} facts={facts} />
          </>
        )}
        <ObservationHistory expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}
