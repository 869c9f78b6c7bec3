import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import type { Proposal } from '#machines/flows/decisions/accounting-proposals.ts';
import type { AccountingFacts } from '#machines/flows/decisions/decision-rules.ts';
import { accountingWindow } from '#machines/domain/dates.ts';
import { isReviewing } from '#machines/flows/decisions/decision.selectors.ts';
import { DateField } from '../../components/DateField.tsx';
import { Section } from '../../components/Section.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ClassificationFields } from './ClassificationFields.tsx';
import { outcomeId } from './DecisionOutcome.tsx';
import { LastTimeNotice } from './LastTimeNotice.tsx';
import type { AnyDecision } from './any-decision.ts';

export interface AccountingFieldsProps {
  decision: AnyDecision;
  facts: AccountingFacts;
  proposal: Proposal;
}

/** Fields that accounting corrects and classifies. */
export function AccountingFields({ decision, facts, proposal }: AccountingFieldsProps) {
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
          <DateField name="fecha_gasto" label="Fecha de compra" required bounds={{ min, max }} />
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
