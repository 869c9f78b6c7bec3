import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { inputOf } from '#contract/expense-fields.ts';
import { daysFrom, recordingWindow } from '#machines/domain/values/dates.ts';
import { storedNumber } from '#machines/domain/values/document-keys.ts';
import { shortDay } from '#machines/domain/values/bogota-time.ts';
import { formatMoney, formatPesos, parseMoney } from '#machines/domain/values/money.ts';
import {
  capNotice,
  reimbursableCategoryIds,
  reimbursementCap,
} from '#machines/domain/review/reimbursement.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.setup.ts';
import { offeredInvoicesOf } from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  categoriesAtHand,
  invoiceNotice,
  isProposed,
  withInvoiceAnswer,
  withNumber,
  type ExpenseFormValues,
} from '#machines/flows/expenses/expense-proposals.ts';
import { limitNotice } from '#machines/flows/expenses/category-limits.ts';
import { excessNotice, valeNotice } from '#machines/flows/expenses/fund-excess.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { goOnTo } from '../../ui/fields/Form.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { MultiSelectField, SelectField } from '../../ui/fields/SelectField.tsx';
import { QuickChoices } from '../../ui/fields/AutocompleteField.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { Reveal } from '../../ui/overlay/Moving.tsx';

interface PurchaseFieldsProps {
  facts: ExpenseEntryFacts;
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
}

/** Help text that shows the stored form of a number when it differs from the typed one. */
const numberHelp = (typed: string): string => {
  const saved = storedNumber(typed);
  return saved === typed.trim() ? 'Letras y números' : `Se guarda ${saved}`;
};

/** Date, value, receipt number, categories, invoice and concept of the purchase. */
export function PurchaseFields({ facts, lookup }: PurchaseFieldsProps) {
  const { values, setFieldValue, setValues } = useFormikContext<ExpenseFormValues>();
  const invoices = useSelector(lookup, offeredInvoicesOf);
  const centavos = parseMoney(values.valor);
  const { min, max } = recordingWindow(facts.today);
  return (
    <>
      <FieldGrid columns={2}>
        <DateField
          {...inputOf('fecha_gasto')}
          required
          proposed={isProposed(values, 'fecha_gasto')}
          bounds={{ min, max }}
          beside={
            <QuickChoices
              label="Hoy o ayer"
              options={[
                { value: facts.today, label: 'Hoy' },
                { value: daysFrom(facts.today, -1), label: 'Ayer' },
              ]}
              chosen={values.fecha_gasto}
              onChoose={(day) => void setFieldValue('fecha_gasto', day)}
            />
          }
        />
        <chakra.div
          display="grid"
          gridTemplateColumns="repeat(2, minmax(0, 1fr))"
          gap="3"
          alignItems="start"
        >
          <MoneyField
            {...inputOf('valor')}
            required
            help={centavos === null ? 'En pesos' : formatMoney(centavos)}
            notice={[
              capNotice(values.categoria, centavos),
              excessNotice(facts.fund, values),
              limitNotice(facts.suggestions.topes, values),
              invoiceNotice(values, invoices),
            ]
              .filter(Boolean)
              .join(' ')}
          />
          <TextField
            {...inputOf('recibo')}
            help={numberHelp(values.recibo)}
            onValueChange={(typed) => void setValues(withNumber(values, 'recibo', typed))}
            maxLength={100}
            required
            proposed={isProposed(values, 'recibo')}
          />
        </chakra.div>
      </FieldGrid>
      {facts.fund.vales.length === 0 ? null : (
        <SelectField
          name="vale"
          label="Vale"
          help={valeNotice(facts.fund, values) || 'Si la compra se pagó con un vale'}
          options={facts.fund.vales.map(({ id, persona, valor, dia, de_apertura }) => ({
            value: id,
            label: `${de_apertura === 1 ? 'Recibos hasta la apertura' : persona}, ${formatPesos(valor)} (${shortDay(dia, facts.today)})`,
          }))}
        />
      )}
      <MultiSelectField
        {...inputOf('categoria')}
        required
        proposed={isProposed(values, 'categoria')}
        leading={categoriesAtHand(values, facts)}
        options={facts.categories.map(({ id, nombre }) => ({
          value: id,
          label: nombre,
          ...(reimbursableCategoryIds.includes(id)
            ? { description: `hasta ${formatMoney(reimbursementCap)}` }
            : undefined),
        }))}
      />
      <FieldGrid columns={2}>
        <RadioGroupField
          name="tipo_factura"
          label="¿Tiene factura electrónica?"
          variant="buttons"
          required
          proposed={isProposed(values, 'tipo_factura')}
          onValueChange={(answer) => {
            flushSync(() => void setValues(withInvoiceAnswer(values, answer === '1' ? 1 : 0)));
            // The arrow keys choose too, and leave the focus where it is.
            if (document.querySelector(':focus-visible') === null) goOnTo('numero_factura');
          }}
          options={[
            { value: 1, label: 'Sí' },
            { value: 0, label: 'No' },
          ]}
        />
        <Reveal when={values.tipo_factura === 1}>
          <TextField
            {...inputOf('numero_factura')}
            help={numberHelp(values.numero_factura)}
            onValueChange={(typed) => void setValues(withNumber(values, 'numero_factura', typed))}
            maxLength={100}
            required
            proposed={isProposed(values, 'numero_factura')}
          />
        </Reveal>
      </FieldGrid>
      <TextAreaField
        {...inputOf('concepto')}
        rows={1}
        maxLength={500}
        required
        proposed={isProposed(values, 'concepto')}
      />
      <BuyerField />
    </>
  );
}

/** Optional name of the buyer; hidden until requested, since few expenses have one. */
function BuyerField() {
  const { values } = useFormikContext<ExpenseFormValues>();
  const [isFilled] = useState(values.encargado !== '');
  const [opened, setOpened] = useState(isFilled);
  if (!opened)
    return (
      <div>
        <GuardedButton variant="ghost" size="sm" icon={UserPlus} onClick={() => setOpened(true)}>
          Agregar quién compró
        </GuardedButton>
      </div>
    );
  return (
    <TextField
      name="encargado"
      label="Encargado de la compra"
      help="Opcional: quién hizo la compra"
      maxLength={200}
      autoFocus={!isFilled}
    />
  );
}
