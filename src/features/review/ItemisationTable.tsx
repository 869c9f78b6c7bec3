import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Equal, Plus } from 'lucide-react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { formatMoney, formatPesos } from '#machines/domain/values/money.ts';
import { partGranted } from '#machines/domain/review/reimbursement.ts';
import { type AccountingFacts, isReviewing } from '#machines/flows/review/decision-rules.ts';
import { moneyOf } from '#machines/flows/expenses/expense-facts.ts';
import type { ItemisationValues } from '#machines/flows/review/reviews.ts';
import {
  emptyItem,
  missingOf,
  restOf,
  splitTotal,
} from '#machines/flows/review/accounting-decision.form.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { AnyDecision } from './cockpit-context.ts';
import { outcomeId } from './DecisionOutcome.tsx';
import { SplitTable, splitColumns } from './AccountingSummary.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';

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

/** On wide screens the label of a field stands on its line. */
const besideItsLabel = {
  xl: {
    '& > div': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: '3' },
    '& > div > div:first-of-type': { m: '0', alignSelf: 'center' },
    '& > div > div:last-of-type': { gridColumn: '1 / -1' },
  },
} as const;

/** The value of the expense split over categories and taxes. On a phone each row is a card. */
export function ItemisationTable({ decision, facts }: ItemisationTableProps) {
  const reviewing = useSelector(decision, isReviewing);
  const { values, setFieldValue } = useFormikContext<ItemisationValues>();
  const missing = missingOf(values, facts.expense);
  const rest = restOf(values, facts.expense);
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
          total={splitTotal(values)}
          remark={
            <chakra.div textStyle="sm" color={missing === 0 ? 'fg.success' : 'fg.warning'}>
              {missingWords(missing)}
            </chakra.div>
          }
        >
          <tbody>
            {values.filas.map((row, index) => (
              <ItemisationRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end
                key={index}
                index={index}
                category={row.id_categoria}
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
            Repartir el resto{rest === null ? '' : `: ${rest.valor}`}
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
  /** Id of the chosen category as text. */
  category: number | null;
  /** What the other rows leave for this one. */
  proposal: string | undefined;
}

/** One category with its account, its tax and its share of the value. */
function ItemisationRow({ facts, index, category, proposal }: ItemisationRowProps) {
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
        {categories.find(({ id }) => id === category)?.cuenta || '—'}
      </td>
      <td data-label={splitColumns.tax}>
        <SelectField
          name={`filas.${index}.impuesto`}
          label={`Impuesto, ${row}`}
          hideLabel
          options={facts.taxes.map(({ id, nombre }) => ({ value: id, label: nombre }))}
        />
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
