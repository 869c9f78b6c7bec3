import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { ExternalLink } from 'lucide-react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { invoiceFacts } from '#machines/flows/expenses/expense-facts.ts';
import { choiceOf } from '#machines/flows/review/decision-rules.ts';
import {
  mostReimbursed,
  requiresReimbursement,
  showsReimbursement,
  supervisorValues,
} from '#machines/flows/review/reviews.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import type { AnyDecision } from './cockpit-context.ts';
import { type StageFormProps, StageForm } from './StageForm.tsx';

/** The supervisor's legalisation form. */
export function SupervisorForm(props: StageFormProps) {
  const { decision, expense } = props;
  const choice = useSelector(decision, (snapshot) => choiceOf(snapshot, 'supervisor'));
  // The link of the electronic invoice, where there are several to choose from.
  const values = { ...supervisorValues(expense), url: '' };
  return (
    <StageForm
      {...props}
      values={values}
      beside={<InvoiceChoice decision={decision} expense={expense} />}
      fields={
        showsReimbursement(expense) && choice !== 'rejected' ? (
          <MoneyField
            name="reembolsar"
            label="Valor del reembolso"
            required={requiresReimbursement(expense)}
            help={`Hasta ${formatMoney(mostReimbursed(expense))}. ${
              requiresReimbursement(expense)
                ? 'El gasto supera lo que se puede reembolsar.'
                : 'Vacío: se reembolsa el valor del gasto.'
            }`}
          />
        ) : null
      }
    />
  );
}

/** Several electronic invoices fit the expense and none is chosen: each can be seen, one is chosen. */
function InvoiceChoice({ decision, expense }: { decision: AnyDecision; expense: Expense }) {
  const { data_factura: invoices, enlace_factura } = expense;
  const first = invoices[0]?.url ?? '';
  const open = useSelector(decision, (snapshot) =>
    snapshot.can({ type: 'CHOOSE_INVOICE', url: first }),
  );
  if (invoices.length === 0 || enlace_factura !== '') return null;
  return (
    <chakra.div
      mt="5"
      p="4"
      borderWidth="1px"
      borderRadius="l2"
      bg="bg.subtle"
      display="grid"
      gap="3"
    >
      <RadioGroupField
        name="url"
        label="Factura electrónica de este gasto"
        help="Al elegir una queda guardada como la factura del gasto."
        disabled={!open}
        options={invoices.map((invoice) => ({
          value: invoice.url,
          label: invoice.numero_factura,
          description: invoiceFacts(invoice, expense.valor),
        }))}
        onValueChange={(url) => decision.send({ type: 'CHOOSE_INVOICE', url })}
      />
      <chakra.div display="flex" flexWrap="wrap" columnGap="5" rowGap="2" textStyle="sm">
        {invoices.map(({ numero_factura, url }) => (
          <TextLink key={url} href={url} newTab icon={ExternalLink}>
            Ver {numero_factura}
          </TextLink>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
