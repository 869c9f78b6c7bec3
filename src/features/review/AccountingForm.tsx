import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Equal, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { inputOf } from '#contract/expense-fields.ts';
import { isWithholding, partGranted } from '#machines/domain/review/reimbursement.ts';
import { shortDay } from '#machines/domain/values/bogota-time.ts';
import { accountingWindow } from '#machines/domain/values/dates.ts';
import { isDeductible } from '#machines/domain/invoice/tax-facts.ts';
import { formatMoney, formatPesos, parseMoney, withoutTax } from '#machines/domain/values/money.ts';
import { moneyOf } from '#machines/flows/expenses/expense-facts.ts';
import {
  type AccountingValues,
  emptyItem,
  missingOf,
  restOf,
  splitTotal,
  type Proposal,
  fieldsFromLastExpense,
  proposalFor,
  withoutLastExpense,
} from '#machines/flows/review/accounting-decision.form.ts';
import { habitsOf } from '#machines/flows/review/cockpit.machine.ts';
import {
  type AccountingFacts,
  accountingFactsOf,
  isReadOnly,
  isReviewing,
} from '#machines/flows/review/decision-rules.ts';
import type { ItemisationValues } from '#machines/flows/review/reviews.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { ChoiceInput } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import {
  AccountingSummary,
  ClassificationFields,
  SplitTable,
  splitColumns,
} from './AccountingSummary.tsx';
import { type AnyDecision, useCockpitContext } from './LoadedExpense.tsx';
import { outcomeId } from './DecisionOutcome.tsx';
import { type StageFormProps, StageForm } from './StageForm.tsx';

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

/** Two fields per line; the supplier name gets more width than the date. */
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

/** Names the fields filled in from the supplier's last expense, with a button that clears them. */
function LastTimeNotice({ facts, proposal }: { facts: AccountingFacts; proposal: Proposal }) {
  const { values, setValues } = useFormikContext<AccountingValues>();
  const { ultima_vez } = facts.expense;
  const fields = fieldsFromLastExpense(values, proposal);
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
        onClick={() => void setValues(withoutLastExpense(values, proposal))}
      >
        Quitar
      </chakra.button>
    </chakra.p>
  );
}

/** Form of accounting's first pass: corrections, split of the value and decision. */
export function AccountingForm(props: StageFormProps) {
  const facts = useSelector(props.decision, accountingFactsOf);
  return facts === null ? null : <FormOfFacts {...props} facts={facts} />;
}

function FormOfFacts({ facts, ...props }: StageFormProps & { facts: AccountingFacts }) {
  const { decision } = props;
  const readOnly = useSelector(decision, isReadOnly);
  const { cockpit } = useCockpitContext();
  const habits = useSelector(cockpit, habitsOf);
  // Computed once, when the form opens: saving it changes the habits.
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

interface ItemisationTableProps {
  decision: AnyDecision;
  facts: AccountingFacts;
}

function whatToSplit(expense: Expense): string {
  const part = partGranted(moneyOf(expense));
  return part === ''
    ? `Reparta el valor del gasto: ${formatPesos(expense.valor)}`
    : `Reparta lo que se reconoce: ${part}`;
}

function missingWords(missing: number): string {
  if (missing === 0) return 'completo';
  return missing > 0 ? `faltan ${formatMoney(missing)}` : `sobran ${formatMoney(-missing)}`;
}

/** On wide screens the label stands on the line of its field. */
const besideItsLabel = {
  xl: {
    '& > div': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: '3' },
    '& > div > div:first-of-type': { m: '0', alignSelf: 'center' },
    '& > div > div:last-of-type': { gridColumn: '1 / -1' },
  },
} as const;

/** Split of the value over categories and taxes; on phones each row is a card. */
export function ItemisationTable({ decision, facts }: ItemisationTableProps) {
  const reviewing = useSelector(decision, isReviewing);
  const { values, setFieldValue } = useFormikContext<ItemisationValues>();
  const missing = missingOf(values, facts);
  const rest = restOf(values, facts);
  const addRow = () => void setFieldValue('filas', [...values.filas, emptyItem]);
  return (
    <Section dense title="Itemización" description={whatToSplit(facts.expense)}>
      <chakra.fieldset
        disabled={!reviewing}
        aria-describedby={reviewing ? undefined : outcomeId}
        minW="0"
        display="grid"
        gap={{ base: '4', xl: '2' }}
      >
        <SplitTable
          editable
          total={splitTotal(values, facts)}
          remark={
            <chakra.div textStyle="sm" color={missing === 0 ? 'fg.success' : 'fg.warning'}>
              {missingWords(missing)}
            </chakra.div>
          }
        >
          <tbody>
            {values.filas.map((row, index) => (
              <ItemisationRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, at the end
                key={index}
                index={index}
                values={row}
                facts={facts}
                proposal={rest?.isLast && rest.row === index ? rest.valor : undefined}
              />
            ))}
          </tbody>
        </SplitTable>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap="2"
          css={{ xl: { '& button': { height: '7', px: '2' } } }}
        >
          <GuardedButton
            variant="outline"
            size="sm"
            icon={Plus}
            waiting={!reviewing}
            onClick={addRow}
          >
            Agregar categoría
          </GuardedButton>
          <GuardedButton
            variant="outline"
            size="sm"
            icon={Equal}
            waiting={!reviewing}
            reasons={rest === null ? ['No hay resto, o ninguna fila sin valor.'] : []}
            onClick={() => {
              if (rest !== null) void setFieldValue(`filas.${rest.row}.valor`, rest.valor);
            }}
          >
            Repartir el resto{rest === null ? '' : `: ${formatMoney(parseMoney(rest.valor) ?? 0)}`}
          </GuardedButton>
        </chakra.div>
        <chakra.div css={besideItsLabel}>
          <TextField
            name="item_texto"
            label="Texto contable"
            placeholder="Opcional: acompaña el asiento"
            maxLength={200}
          />
        </chakra.div>
      </chakra.fieldset>
    </Section>
  );
}

interface ItemisationRowProps {
  facts: AccountingFacts;
  index: number;
  values: ItemisationValues['filas'][number];
  /** Rest of the value that the other rows leave; undefined when none is proposed. */
  proposal: string | undefined;
}

/** One row of the split: category, account, tax and value. */
function ItemisationRow({ facts, index, values, proposal }: ItemisationRowProps) {
  const row = `fila ${index + 1}`;
  const categories = [...facts.categories, ...facts.expense.categorias].filter(
    ({ id }, place, all) => all.findIndex((other) => other.id === id) === place,
  );
  return (
    <tr>
      <td data-label={splitColumns.category}>
        <SelectField
          name={`filas.${index}.id_categoria`}
          label={`Categoría del recibo, ${row}`}
          hideLabel
          options={categories.map(({ id, nombre }) => ({ value: id, label: nombre }))}
        />
      </td>
      <td data-label={splitColumns.account}>
        {facts.taxes.find(({ id }) => id === values.impuesto)?.cuenta_retencion ||
          categories.find(({ id }) => id === values.id_categoria)?.cuenta ||
          '—'}
      </td>
      <td data-label={splitColumns.tax}>
        <SelectField
          name={`filas.${index}.impuesto`}
          label={`Impuesto, ${row}`}
          hideLabel
          options={facts.taxes.map(({ id, nombre }) => ({ value: id, label: nombre }))}
        />
        <TaxOfRow taxes={facts.taxes} index={index} values={values} />
      </td>
      <td data-label={splitColumns.value}>
        <MoneyField
          name={`filas.${index}.valor`}
          label={`Valor, ${row}`}
          hideLabel
          proposal={proposal}
        />
      </td>
    </tr>
  );
}

interface TaxOfRowProps extends Pick<ItemisationRowProps, 'index' | 'values'> {
  taxes: AccountingFacts['taxes'];
}

/** Base and tax that the value of a row includes, and whether its IVA is deducted; a withholding is subtracted. */
function TaxOfRow({ taxes, index, values }: TaxOfRowProps) {
  const { setFieldValue } = useFormikContext<ItemisationValues>();
  const id = useId();
  const tax = taxes.find(({ id }) => id === values.impuesto);
  const { porcentaje = 0, nombre = '' } = tax ?? {};
  const value = parseMoney(values.valor);
  if (tax !== undefined && isWithholding(tax))
    return (
      <chakra.div textStyle="xs" color="fg.muted" pt="0.5">
        Se resta
      </chakra.div>
    );
  if (porcentaje === 0 || value === null) return null;
  const base = withoutTax(value, porcentaje);
  return (
    <chakra.div textStyle="xs" color="fg.muted" pt="0.5">
      Base {formatMoney(base)} + {formatMoney(value - base)}
      {isDeductible(nombre, null) ? (
        <chakra.label
          htmlFor={id}
          display="flex"
          gap="1.5"
          alignItems="center"
          minH={{ base: '11', md: '6' }}
          cursor="pointer"
        >
          <ChoiceInput
            type="checkbox"
            id={id}
            boxSize="3.5"
            checked={values.deducible !== false}
            aria-label={`IVA deducible, fila ${index + 1}`}
            onChange={() =>
              void setFieldValue(`filas.${index}.deducible`, values.deducible === false)
            }
          />
          Deducible
        </chakra.label>
      ) : null}
    </chakra.div>
  );
}
