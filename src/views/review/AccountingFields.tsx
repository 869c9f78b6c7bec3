import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { personTypes } from '#contract/calls/review.calls.ts';
import type { AccountingFacts } from '#machines/flows/accounting-decision.form.ts';
import type { accountingDecisionMachine } from '#machines/flows/accounting-decision.machine.ts';
import { accountingWindowOf } from '#machines/flows/accounting-decision.selectors.ts';
import { isReviewing } from '#machines/flows/decision.selectors.ts';
import { DateField } from '../../components/DateField.tsx';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { RadioGroupField } from '../../components/RadioGroupField.tsx';
import { Section } from '../../components/Section.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { personTypeNames } from './accounting-form.ts';

export type AccountingFlow = ActorRefFrom<typeof accountingDecisionMachine>;

export interface AccountingFieldsProps {
  decision: AccountingFlow;
  facts: AccountingFacts;
}

/** What accounting corrects and classifies. */
export function AccountingFields({ decision, facts }: AccountingFieldsProps) {
  const reviewing = useSelector(decision, isReviewing);
  const window = useSelector(decision, accountingWindowOf);
  return (
    <Section title="Datos contables">
      <chakra.fieldset disabled={!reviewing} minW="0">
        <FieldGrid columns={2}>
          <DateField
            name="fecha_gasto"
            label="Fecha de compra"
            required
            min={window?.min}
            max={window?.max}
          />
          <TextField name="proveedor" label="Nombre del proveedor" maxLength={200} required />
          <SelectField
            name="indicador"
            label="Clase de documento"
            required
            options={facts.documentClasses.map(({ id, nombre }) => ({
              value: String(id),
              label: nombre,
            }))}
          />
          <RadioGroupField
            name="tipo_persona"
            label="Tipo de persona"
            required
            options={personTypes.map((type) => ({ value: type, label: personTypeNames[type] }))}
          />
        </FieldGrid>
      </chakra.fieldset>
    </Section>
  );
}
