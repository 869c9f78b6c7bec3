import { useSelector } from '@xstate/react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { formatMoney } from '#machines/domain/money.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { choiceOfCode } from '#machines/flows/decisions/decision-rules.ts';
import { choiceOf, reasonsOf } from '#machines/flows/decisions/decision.selectors.ts';
import {
  mostReimbursed,
  requiresReimbursement,
  showsReimbursement,
  supervisorValues,
} from '#machines/flows/decisions/supervisor-decision.form.ts';
import { decisions } from '../../actors/expense-decision.actors.ts';
import { formatTypedMoney } from '../../actors/typed-money.ts';
import { MoneyField } from '../../components/MoneyField.tsx';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import type { AnyDecision } from './any-decision.ts';
import { Cockpit, type CockpitProps } from './Cockpit.tsx';
import { decisionFormValues } from './decision-form.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { InvoiceChoice } from './InvoiceChoice.tsx';
import { ReviewLayout } from './ReviewLayout.tsx';

export interface SupervisorDecisionViewProps extends Pick<CockpitProps, 'box' | 'boxSend'> {
  /** The flow with the bodies of its actors. */
  machine?: DecisionMachine;
}

/** The supervisor's legalisation form; whoever else may open it reads. */
export default function SupervisorDecisionView({
  machine = decisions.supervisor,
  ...box
}: SupervisorDecisionViewProps) {
  return <Cockpit {...box} stage="supervisor" machine={machine} form={SupervisorForm} />;
}

interface SupervisorFormProps {
  decision: AnyDecision;
  expense: Expense;
}

function SupervisorForm({ decision, expense }: SupervisorFormProps) {
  const reasons = useSelector(decision, reasonsOf);
  const choice = useSelector(decision, (snapshot) => choiceOf(snapshot, 'supervisor'));
  const values = supervisorValues(expense);
  return (
    <DecisionForm
      decision={decision}
      name="supervisor"
      initialValues={{
        ...decisionFormValues(values, choiceOfCode('supervisor', expense.estado)),
        // The link of the electronic invoice, where there are several to choose from.
        url: '',
      }}
      onSave={(values) => decision.send({ type: 'SAVE', values })}
    >
      <ReviewLayout
        expense={expense}
        beside={<InvoiceChoice decision={decision} expense={expense} />}
        decision={
          <DecisionPanel decision={decision} stage="supervisor" expense={expense}>
            {showsReimbursement(expense) && choice !== 'rejected' ? (
              <MoneyField
                name="reembolsar"
                label="Valor del reembolso"
                required={requiresReimbursement(expense)}
                help={`Hasta ${formatMoney(mostReimbursed(expense))}. ${
                  requiresReimbursement(expense)
                    ? 'El gasto supera lo que se puede reembolsar.'
                    : 'Vacío: se reembolsa el valor del gasto.'
                }`}
                format={formatTypedMoney}
              />
            ) : null}
          </DecisionPanel>
        }
      >
        <ObservationHistory dense expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}
