import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import type { AccountingFacts } from '#machines/flows/decisions/decision-rules.ts';
import { accountingWindow } from '#machines/domain/dates.ts';
import { isReviewing } from '#machines/flows/decisions/decision.selectors.ts';
import { DateField } from '../../components/DateField.tsx';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { Section } from '../../components/Section.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ClassificationFields } from './ClassificationFields.tsx';
import { outcomeId } from './DecisionOutcome.tsx';
import type { AnyDecision } from './any-decision.ts';

export interface AccountingFieldsProps {
  decision: AnyDecision;
  facts: AccountingFacts;
}

/** Fields that accounting corrects and classifies. */
export function AccountingFields({ decision, facts }: AccountingFieldsProps) {
  const reviewing = useSelector(decision, isReviewing);
  const { min, max } = accountingWindow(facts.today);
  return (
    <Section dense title="Datos contables">
      <chakra.fieldset
        disabled={!reviewing}
        aria-describedby={reviewing ? undefined : outcomeId}
        minW="0"
      >
        <FieldGrid columns={2}>
          <DateField name="fecha_gasto" label="Fecha de compra" required min={min} max={max} />
          <TextField name="proveedor" label="Nombre del proveedor" maxLength={200} required />
          <ClassificationFields documentClasses={facts.documentClasses} />
        </FieldGrid>
      </chakra.fieldset>
    </Section>
  );
}
