import { type SystemStyleObject, chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { personTypes } from '#contract/calls/review.calls.ts';
import { isWithholding, partGranted } from '#machines/domain/review/reimbursement.ts';
import { formatMoney, formatPesos, toCentavos } from '#machines/domain/values/money.ts';
import {
  type DocumentClassRow,
  type TaxRow,
  moneyOf,
} from '#machines/flows/expenses/expense-facts.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { accountingCatalogue } from './review.actors.ts';

/** Container of the table, whose layout depends on its width. */
const itemisationPlace = {
  containerType: 'inline-size',
  containerName: 'itemisation',
} as const;

const NARROW = '@container itemisation (max-width: 22rem)';
const BETWEEN = '@container itemisation (min-width: 22.01rem) and (max-width: 33rem)';
const THREE = '@container itemisation (min-width: 22.01rem) and (max-width: 26rem)';
const FOUR = '@container itemisation (min-width: 26.01rem) and (max-width: 33rem)';
const WIDE = '@container itemisation (min-width: 33.01rem)';

/** Wide: a table. Medium: the account below its category. Narrow: each row is a card with labelled cells. */
const itemisationStyles: SystemStyleObject = {
  width: 'full',
  tableLayout: 'fixed',
  textAlign: 'start',
  '& th': { textStyle: 'sm', color: 'fg.muted', fontWeight: 'semibold', textAlign: 'start' },
  '& :is(th, td)': { verticalAlign: 'top' },
  '& :is(th, td):last-child': { pe: '0' },
  '& td:nth-of-type(2)': { fontVariantNumeric: 'tabular-nums' },
  '& tfoot :is(th, td)': { borderTopWidth: '1px', pt: '3', color: 'fg', pb: '0' },
  [WIDE]: {
    '& :is(th, td)': { pe: '3', py: '2' },
    // Aligns the account with the text of the fields beside it.
    '&[data-editable] td:nth-of-type(2)': { pt: '4' },
    '&:not([data-editable]) :is(th, td):last-child': { textAlign: 'end' },
    '& thead th:nth-of-type(1)': { width: '35%' },
    '& thead th:nth-of-type(2)': { width: '4.75rem' },
  },
  [BETWEEN]: {
    display: 'block',
    textStyle: 'sm',
    '& :is(thead, tbody, tfoot)': { display: 'block' },
    '& :is(thead, tbody) tr': { display: 'grid', columnGap: '2' },
    '& tbody tr': { mt: '1.5' },
    '& :is(th, td):not(:first-of-type)': { minW: '0' },
    '& tfoot tr': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      borderTopWidth: '1px',
      mt: '1',
      pt: '1',
    },
    '& tfoot :is(th, td)': { borderTopWidth: '0', pt: '0' },
    '& tfoot td': { display: 'flex', columnGap: '3', alignItems: 'baseline' },
  },
  [THREE]: {
    '& :is(thead, tbody) tr': { gridTemplateColumns: 'minmax(0, 1fr) 8rem 6.75rem' },
    '& thead th:nth-of-type(2)': { srOnly: true },
    '& tbody td:nth-of-type(2)': {
      gridArea: '2 / 1',
      color: 'fg.muted',
      _before: { content: 'attr(data-label) " "' },
    },
  },
  [FOUR]: {
    '& :is(thead, tbody) tr': { gridTemplateColumns: 'minmax(0, 1fr) 3.5rem 6.5rem 6.25rem' },
    // Aligns the account with the text of the fields beside it.
    '&[data-editable] td:nth-of-type(2)': { pt: '1.5' },
  },
  [NARROW]: {
    display: 'grid',
    // The sum stays in view above the rows while they are typed, unless the receipt takes the space.
    '&[data-editable] tfoot': { order: -1, position: 'sticky', top: '14', bg: 'bg.panel' },
    '&[data-editable]:is([data-under-receipt] *) tfoot': { position: 'static' },
    '& thead': { srOnly: true },
    '& :is(tbody, tfoot)': { display: 'grid', gap: '3' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '2',
      p: '3',
      borderWidth: '1px',
      borderRadius: 'l2',
    },
    '& tbody td': { display: 'block', minW: '0' },
    '& tbody td:first-of-type': { gridColumn: '1 / -1' },
    '& tbody td:nth-of-type(2)': { gridColumn: '1 / -1', display: 'flex', columnGap: '2' },
    '& tbody td::before': {
      content: 'attr(data-label)',
      display: 'block',
      textStyle: 'sm',
      fontWeight: 'semibold',
      mb: '1',
    },
    '& tfoot': { mt: '3' },
    '& tfoot tr': { display: 'flex', justifyContent: 'space-between' },
    '& tfoot :is(th, td)': { flex: '1' },
    '& tfoot td': { textAlign: 'end' },
  },
};

interface SplitTableProps {
  /** Sum of the rows, in centavos. */
  total: number;
  /** Shown below the total. */
  remark?: ReactNode;
  editable?: boolean;
  /** The rows, each with a cell for every column. */
  children: ReactNode;
}

/** Column names; on narrow screens they label the cells. */
export const splitColumns = {
  category: 'Categoría del recibo',
  account: 'Cuenta',
  tax: 'Impuesto',
  value: 'Valor',
} as const;

/** Split of an expense over categories and taxes, with its total. */
export function SplitTable({ total, remark, editable = false, children }: SplitTableProps) {
  return (
    <chakra.div css={itemisationPlace}>
      <chakra.table data-editable={editable ? '' : undefined} css={itemisationStyles}>
        <thead>
          <tr>
            {Object.values(splitColumns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              TOTAL
            </th>
            <td>
              <Money strong>{formatMoney(total)}</Money>
              {remark}
            </td>
          </tr>
        </tfoot>
      </chakra.table>
    </chakra.div>
  );
}

export function ClassificationFields({
  documentClasses,
}: {
  documentClasses: readonly DocumentClassRow[];
}) {
  return (
    <>
      <SelectField
        name="indicador"
        label="Clase de documento"
        required
        options={documentClasses.map(({ id, nombre }) => ({
          value: id,
          label: nombre,
        }))}
      />
      <RadioGroupField
        name="tipo_persona"
        label="Tipo de persona"
        required
        options={personTypes.map((type) => ({ value: type, label: personTypeNames[type] }))}
      />
    </>
  );
}

const personTypeNames = {
  PJ: 'PJ - Persona jurídica',
  PN: 'PN - Persona natural',
} as const satisfies Record<(typeof personTypes)[number], string>;

interface AccountingSummaryProps {
  expense: Expense;
  /** Names by id. */
  catalogue: { documentClasses: readonly DocumentClassRow[]; taxes: readonly TaxRow[] };
}

/** Classification and split of an expense, read only. */
export function AccountingSummary({ expense, catalogue }: AccountingSummaryProps) {
  const part = partGranted(moneyOf(expense));
  const rows = expense.categorias.map((category) => {
    const tax = catalogue.taxes.find(({ id }) => id === category.iva_item);
    const isWithheld = tax !== undefined && isWithholding(tax);
    const { valor_item, cuenta } = category;
    return {
      ...category,
      impuesto: tax?.nombre ?? '—',
      cuenta: isWithheld ? tax.cuenta_retencion : cuenta,
      valor_item: isWithheld && valor_item !== null ? -valor_item : valor_item,
    };
  });
  const total = rows.reduce((sum, { valor_item }) => sum + toCentavos(valor_item ?? 0), 0);
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
            {rows.map(({ nombre, cuenta, impuesto, valor_item, deducible }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: read-only; a category may have two rows
              <tr key={index}>
                <td data-label={splitColumns.category}>{nombre}</td>
                <td data-label={splitColumns.account}>{cuenta}</td>
                <td data-label={splitColumns.tax}>
                  {impuesto}
                  {deducible === 0 ? ' · no deducible' : null}
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

/** Summary for flows that do not load the names of document classes and taxes. */
export function CatalogueSummary({ expense }: { expense: Expense }) {
  const [snapshot, send] = useActor(accountingCatalogue, { input: { key: expense } });
  const names = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (isLoading(snapshot))
    return <LoadingState label="Cargando los datos contables…" size="inline" />;
  if (load.failed || names === null) return <LoadProblem {...load} />;
  return <AccountingSummary expense={expense} catalogue={names} />;
}
