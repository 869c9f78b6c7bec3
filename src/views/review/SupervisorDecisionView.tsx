import { useActorRef, useSelector } from '@xstate/react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { choiceOf, reasonsOf } from '#machines/flows/decisions/decision.selectors.ts';
import { choiceOfCode } from '#machines/flows/decisions/decision-rules.ts';
import { permissionsOf } from '#machines/flows/session/session.selectors.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { formatMoney } from '#machines/domain/money.ts';
import {
  mostReimbursed,
  requiresReimbursement,
  showsReimbursement,
  supervisorValues,
} from '#machines/flows/decisions/supervisor-decision.form.ts';
import { decisions } from '../../actors/expense-decision.actors.ts';
import { formatTypedMoney } from '../../actors/typed-money.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { MoneyField } from '../../components/MoneyField.tsx';
import { labelOf } from '../../screens/labels.ts';
import { boxOfReviewer } from '../../screens/paths.ts';
import { ExpenseFacts } from '../expenses/ExpenseFacts.tsx';
import { SupportPanel } from '../expenses/SupportPanel.tsx';
import type { AnyDecision } from './any-decision.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { DecisionScreen } from './DecisionScreen.tsx';
import { decisionFormValues } from './decision-form.ts';
import { InvoiceChoice } from './InvoiceChoice.tsx';
import { ObservationHistory } from '../expenses/ObservationHistory.tsx';
import { ReviewLayout } from './ReviewLayout.tsx';
import { useDecisionInput } from './use-decision-input.ts';

export interface SupervisorDecisionViewProps {
  /** The flow with the bodies of its actors. */
  machine?: DecisionMachine;
}

/** The supervisor's legalisation form; whoever else may open it reads. */
export default function SupervisorDecisionView({
  machine = decisions.supervisor,
}: SupervisorDecisionViewProps) {
  const input = useDecisionInput('supervisor');
  const decision = useActorRef(machine, { input });
  const permissions = Session.useSelector(permissionsOf);
  return (
    <DecisionScreen
      decision={decision}
      title={labelOf('detalleGastoSupervisor')}
      back={{ to: boxOfReviewer(permissions, input.id_caja), label: labelOf('verCajaSupervisor') }}
    >
      {(expense) => <SupervisorForm decision={decision} expense={expense} />}
    </DecisionScreen>
  );
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
        <ExpenseFacts expense={expense}>
          <InvoiceChoice decision={decision} expense={expense} />
        </ExpenseFacts>
        <SupportPanel expense={expense} />
        <ObservationHistory expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}
