import { chakra } from '@chakra-ui/react/styled-system';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { Money } from '../../components/Money.tsx';
import { Section } from '../../components/Section.tsx';
import { FactList } from './ExpenseFacts.tsx';
import { GraphicRepresentation } from './GraphicRepresentation.tsx';

/** The facts of an expense in few lines; the others unfold. */
export function BriefFacts({ expense }: { expense: Expense }) {
  const { proveedor } = expense;
  return (
    <Section dense>
      <chakra.div display="flex" justifyContent="space-between" gap="3" fontWeight="bold">
        <chakra.span truncate title={proveedor.nombre}>
          {proveedor.nombre}
        </chakra.span>
        <Money>{expense.valor_f}</Money>
      </chakra.div>
      <chakra.p textStyle="sm" lineClamp={2} overflowWrap="anywhere" title={expense.concepto}>
        <chakra.span color="fg.muted">
          {proveedor.num_doc}-{proveedor.digito} · Recibo {expense.recibo} ·{' '}
        </chakra.span>
        {expense.concepto}
      </chakra.p>
      <chakra.div textStyle="sm" css={besideLook}>
        <chakra.details>
          <chakra.summary color="teal.700" fontWeight="medium" cursor="pointer" width="fit-content">
            Datos del gasto
          </chakra.summary>
          <chakra.div pt="2">
            <FactList expense={expense} dense />
          </chakra.div>
        </chakra.details>
        {expense.factura_elec === 0 ? null : <GraphicRepresentation expense={expense} />}
      </chakra.div>
    </Section>
  );
}

/** The invoice on the line of what unfolds, and below it once that is unfolded. */
const besideLook = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: '3',
  '& > details[open]': { flex: '1 1 100%' },
} as const;
