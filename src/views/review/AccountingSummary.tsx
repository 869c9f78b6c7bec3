import { chakra } from '@chakra-ui/react/styled-system';
import { personTypes } from '#contract/calls/review.calls.ts';
import type { Expense, ExpenseCategory } from '#contract/calls/expense.calls.ts';
import { formatMoney, formatPesos, toCentavos } from '#machines/domain/money.ts';
import { partGranted } from '#machines/domain/reimbursement.ts';
import { moneyOf } from '#machines/flows/expenses/expense-facts.ts';
import type { DocumentClassRow, TaxRow } from '#machines/flows/expenses/reference-rows.ts';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { Money } from '../../components/Money.tsx';
import { Section } from '../../components/Section.tsx';
import { personTypeNames } from './person-type-names.ts';
import { itemisationPlace, itemisationStyles } from './itemisation.styles.ts';

export interface AccountingSummaryProps {
  expense: Expense;
  /** Names of the ids. */
  catalogue: { documentClasses: readonly DocumentClassRow[]; taxes: readonly TaxRow[] };
}

/** Classification and split of an expense, read only. */
export function AccountingSummary({ expense, catalogue }: AccountingSummaryProps) {
  const part = partGranted(moneyOf(expense));
  const person = personTypes.find((type) => type === expense.tipo_persona);
  return (
    <Section title="Datos contables" description={part && `Se reparte lo que se reconoce: ${part}`}>
      <DescriptionList
        columns={2}
        items={[
          {
            label: 'Clase de documento',
            value: catalogue.documentClasses.find(({ id }) => id === expense.indicador)?.nombre,
          },
          { label: 'Tipo de persona', value: person === undefined ? '' : personTypeNames[person] },
          { label: 'Texto contable', value: expense.item_texto, wide: true },
        ]}
      />
      <chakra.div mt="5" css={itemisationPlace}>
        <SplitTable categories={expense.categorias} taxes={catalogue.taxes} />
      </chakra.div>
    </Section>
  );
}

interface SplitTableProps {
  categories: readonly ExpenseCategory[];
  taxes: readonly TaxRow[];
}

function SplitTable({ categories, taxes }: SplitTableProps) {
  const total = categories.reduce((sum, { valor_item }) => sum + toCentavos(valor_item ?? 0), 0);
  return (
    <chakra.table css={itemisationStyles}>
      <thead>
        <tr>
          <th scope="col">Categoría del recibo</th>
          <th scope="col">Cuenta</th>
          <th scope="col">Impuesto</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ nombre, cuenta, iva_item, valor_item }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: read only; a category may stand in two rows
          <tr key={index}>
            <td data-label="Categoría del recibo">{nombre}</td>
            <td data-label="Cuenta">{cuenta}</td>
            <td data-label="Impuesto">{taxes.find((tax) => tax.id === iva_item)?.nombre ?? '—'}</td>
            <td data-label="Valor">
              {valor_item === null ? '—' : <Money>{formatPesos(valor_item)}</Money>}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            TOTAL
          </th>
          <td>
            <Money strong>{formatMoney(total)}</Money>
          </td>
        </tr>
      </tfoot>
    </chakra.table>
  );
}
