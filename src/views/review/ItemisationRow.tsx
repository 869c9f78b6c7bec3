import type { AccountingFacts } from '#machines/flows/decisions/decision-rules.ts';
import { formatTypedMoney } from '../../actors/typed-money.ts';
import { MoneyField } from '../../components/MoneyField.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { splitColumns } from './SplitTable.tsx';

export interface ItemisationRowProps {
  facts: AccountingFacts;
  index: number;
  /** Id of the chosen category as text. */
  category: number | null;
}

/** One category with its account, its tax and its share of the value. */
export function ItemisationRow({ facts, index, category }: ItemisationRowProps) {
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
          format={formatTypedMoney}
        />
      </td>
    </tr>
  );
}
