import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { proposalFor } from '#machines/flows/review/accounting-proposals.ts';
import { habitsOf } from '#machines/flows/review/cockpit.machine.ts';
import {
  type AccountingFacts,
  accountingFactsOf,
  isReadOnly,
} from '#machines/flows/review/decision-rules.ts';
import { AccountingFields } from './AccountingFields.tsx';
import { AccountingSummary } from './AccountingSummary.tsx';
import { useCockpitPlace } from './cockpit-context.ts';
import { ItemisationTable } from './ItemisationTable.tsx';
import { StageForm, type StageFormProps } from './StageForm.tsx';

/** Accounting's first pass: corrects the facts, splits the value and decides. */
export function AccountingForm(props: StageFormProps) {
  const facts = useSelector(props.decision, accountingFactsOf);
  return facts === null ? null : <FormOfFacts {...props} facts={facts} />;
}

function FormOfFacts({ facts, ...props }: StageFormProps & { facts: AccountingFacts }) {
  const { decision } = props;
  const readOnly = useSelector(decision, isReadOnly);
  const { cockpit } = useCockpitPlace();
  const habits = useSelector(cockpit, habitsOf);
  // As the form was opened: what is saved in it changes the habits.
  const [proposal] = useState(() => proposalFor(facts, habits));
  return (
    <StageForm {...props} expense={facts.expense} values={proposal.values} brief={!readOnly}>
      {readOnly ? (
        <AccountingSummary expense={facts.expense} catalogue={facts} />
      ) : (
        <>
          <AccountingFields decision={decision} facts={facts} proposal={proposal} />
          <ItemisationTable decision={decision} facts={facts} />
        </>
      )}
    </StageForm>
  );
}
