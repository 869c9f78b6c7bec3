import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { personTypes } from '#contract/calls/review.calls.ts';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { formatPesos, toCentavos } from '#machines/domain/values/money.ts';
import { partGranted } from '#machines/domain/review/reimbursement.ts';
import {
  type DocumentClassRow,
  type TaxRow,
  moneyOf,
} from '#machines/flows/expenses/expense-facts.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { personTypeNames } from './ClassificationFields.tsx';
import { splitColumns, SplitTable } from './SplitTable.tsx';
import { accountingCatalogue } from './expense-decision.actors.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { LoadProblem } from '../../app/problems/LoadProblem.tsx';
import { loadOf } from '../../app/problems/load-of.ts';

interface AccountingSummaryProps {
  expense: Expense;
  /** Names of the ids. */
  catalogue: { documentClasses: readonly DocumentClassRow[]; taxes: readonly TaxRow[] };
}

/** Classification and split of an expense, read only. */
export function AccountingSummary({ expense, catalogue }: AccountingSummaryProps) {
  const part = partGranted(moneyOf(expense));
  const total = expense.categorias.reduce(
    (sum, { valor_item }) => sum + toCentavos(valor_item ?? 0),
    0,
  );
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
      <chakra.div mt="5">
        <SplitTable total={total}>
          <tbody>
            {expense.categorias.map(({ nombre, cuenta, iva_item, valor_item }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: read only; a category may stand in two rows
              <tr key={index}>
                <td data-label={splitColumns.category}>{nombre}</td>
                <td data-label={splitColumns.account}>{cuenta}</td>
                <td data-label={splitColumns.tax}>
                  {catalogue.taxes.find((tax) => tax.id === iva_item)?.nombre ?? '—'}
                </td>
                <td data-label={splitColumns.value}>
                  {valor_item === null ? '—' : <Money>{formatPesos(valor_item)}</Money>}
                </td>
              </tr>
            ))}
          </tbody>
        </SplitTable>
      </chakra.div>
    </Section>
  );
}

/** Accounting's data of an expense whose flow does not bring the names of classes and taxes. */
export function CatalogueSummary({ expense }: { expense: Expense }) {
  const [snapshot, send] = useActor(accountingCatalogue, { input: { key: expense } });
  const names = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (isLoading(snapshot))
    return <LoadingState label="Cargando los datos contables…" size="inline" />;
  if (load.failed || names === null) return <LoadProblem {...load} />;
  return <AccountingSummary expense={expense} catalogue={names} />;
}
