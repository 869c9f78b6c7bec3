import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { inputOf } from '#contract/expense-fields.ts';
import { shortDay } from '#machines/domain/values/bogota-time.ts';
import { accountingWindow } from '#machines/domain/values/dates.ts';
import type { AccountingValues } from '#machines/flows/review/accounting-decision.form.ts';
import {
  type Proposal,
  asLastTime,
  proposalFor,
  withoutLastTime,
} from '#machines/flows/review/accounting-proposals.ts';
import { habitsOf } from '#machines/flows/review/cockpit.machine.ts';
import {
  type AccountingFacts,
  accountingFactsOf,
  isReadOnly,
  isReviewing,
} from '#machines/flows/review/decision-rules.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { AccountingSummary, ClassificationFields } from './AccountingSummary.tsx';
import { outcomeId } from './DecisionOutcome.tsx';
import { ItemisationTable } from './ItemisationTable.tsx';
import { StageForm, type StageFormProps } from './StageForm.tsx';
import { type AnyDecision, useCockpitPlace } from './cockpit-context.ts';

interface AccountingFieldsProps {
  decision: AnyDecision;
  facts: AccountingFacts;
  proposal: Proposal;
}

/** Fields that accounting corrects and classifies. */
function AccountingFields({ decision, facts, proposal }: AccountingFieldsProps) {
  const reviewing = useSelector(decision, isReviewing);
  const { min, max } = accountingWindow(facts.today);
  return (
    <Section dense title="Datos contables" titleHidden>
      <chakra.fieldset
        disabled={!reviewing}
        aria-describedby={reviewing ? undefined : outcomeId}
        minW="0"
      >
        {reviewing ? <LastTimeNotice facts={facts} proposal={proposal} /> : null}
        <chakra.div css={fieldsLook}>
          <DateField {...inputOf('fecha_gasto')} required bounds={{ min, max }} />
          <TextField name="proveedor" label="Nombre del proveedor" maxLength={200} required />
          <ClassificationFields documentClasses={facts.documentClasses} />
        </chakra.div>
      </chakra.fieldset>
    </Section>
  );
}

/** Two fields a line; the name of the supplier is longer than a date. */
const fieldsLook = {
  display: 'grid',
  gap: { base: '5', xl: '2' },
  alignItems: 'start',
  gridTemplateColumns: {
    base: 'minmax(0, 1fr)',
    md: 'minmax(0, 1fr) minmax(0, 1fr)',
    xl: 'minmax(0, 5fr) minmax(0, 6fr)',
  },
} as const;

const listed = new Intl.ListFormat('es', { type: 'conjunction' });

/** Says what is filled in as the supplier had it last, and takes it back. */
function LastTimeNotice({ facts, proposal }: { facts: AccountingFacts; proposal: Proposal }) {
  const { values, setValues } = useFormikContext<AccountingValues>();
  const { ultima_vez } = facts.expense;
  const fields = asLastTime(values, proposal);
  if (ultima_vez === null || fields.length === 0) return null;
  return (
    <chakra.p role="status" textStyle="xs" color="fg.muted" mb="1.5">
      Como la última vez, {shortDay(ultima_vez.fecha, facts.today)}: {listed.format(fields)}.{' '}
      <chakra.button
        type="button"
        px="1"
        minH="6"
        color="teal.700"
        fontWeight="semibold"
        textDecoration="underline"
        cursor="pointer"
        onClick={() => void setValues(withoutLastTime(values, proposal))}
      >
        Quitar
      </chakra.button>
    </chakra.p>
  );
}

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
