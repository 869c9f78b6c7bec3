import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { partGranted } from '#machines/domain/reimbursement.ts';
import { moneyOf } from '#machines/flows/expenses/expense-facts.ts';
import { type DescriptionItem, DescriptionList } from '../../components/DescriptionList.tsx';
import { Money } from '../../components/Money.tsx';
import { Section } from '../../components/Section.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toneOf } from '../records/state-tone.ts';
import { GraphicRepresentation } from './GraphicRepresentation.tsx';

const grantedItems = (part: string): DescriptionItem[] =>
  part === ''
    ? []
    : [{ label: 'Reconocido por el supervisor', value: <Money strong>{part}</Money> }];

/** Each once, also where its split names it twice. */
const categoryNames = ({ categorias }: Expense): string =>
  [...new Set(categorias.map(({ nombre }) => nombre))].join(', ');

/** The supplier and the value: first to be read. */
const headItems = (expense: Expense): DescriptionItem[] => [
  { label: 'Proveedor', value: expense.proveedor.nombre, large: true },
  { label: 'Valor', value: <Money strong>{expense.valor_f}</Money>, large: true },
];

const purchaseItems = (expense: Expense): DescriptionItem[] => [
  { label: 'Fecha de compra', value: expense.fecha_gasto },
  ...grantedItems(partGranted(moneyOf(expense))),
  {
    label: 'Identificación del proveedor',
    value: `${expense.proveedor.num_doc}-${expense.proveedor.digito}`,
  },
  { label: 'Número de recibo', value: expense.recibo },
  { label: 'Categorías', value: categoryNames(expense) },
  { label: 'Concepto', value: expense.concepto, wide: true },
];

const invoiceItems = (expense: Expense): DescriptionItem[] =>
  expense.factura_elec === 0
    ? [{ label: 'Factura electrónica', value: 'No' }]
    : [
        { label: 'Factura electrónica', value: 'Sí' },
        { label: 'Número de factura', value: expense.numero_factura },
        {
          label: 'Representación gráfica',
          value: <GraphicRepresentation expense={expense} />,
          wide: true,
        },
      ];

const originItems = (expense: Expense): DescriptionItem[] => [
  { label: 'Tienda', value: expense.tienda },
  { label: 'Reembolso n.º', value: expense.consecutivo },
  { label: 'Registrado por', value: expense.registrado_por },
  { label: 'Encargado', value: expense.encargado },
];

export interface ExpenseFactsProps {
  expense: Expense;
  /** Below the list: what can be done with a fact. */
  children?: ReactNode;
  /** Beside the decision: supplier and value are the large text, everything else is small. */
  dense?: boolean;
}

/** All that its store said of the expense. */
export function FactList({ expense, dense = false }: Pick<ExpenseFactsProps, 'expense' | 'dense'>) {
  const items = [
    ...headItems(expense),
    ...purchaseItems(expense),
    ...invoiceItems(expense),
    ...originItems(expense),
  ];
  return <DescriptionList columns={2} dense={dense} items={items} />;
}

/** The expense as its store recorded it, read only. */
export function ExpenseFacts({ expense, children, dense = false }: ExpenseFactsProps) {
  return (
    <Section
      title="Datos del gasto"
      dense={dense}
      actions={
        <StatusBadge
          tone={toneOf(expense.color)}
          label={expense.nombre_estado}
          size={dense ? 'sm' : 'md'}
        />
      }
    >
      <FactList expense={expense} dense={dense} />
      {children}
    </Section>
  );
}
