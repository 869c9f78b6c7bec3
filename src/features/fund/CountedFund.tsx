import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { differenceInWords, differenceOf } from '#machines/domain/fund/fund.ts';
import { formatPesos, toCentavos } from '#machines/domain/values/money.ts';
import { type CashCount, countedFundOf } from '#machines/flows/fund/cash-count.machine.ts';
import { Money } from '../../ui/layout/Money.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';

type Counted = Pick<CashCount, 'base' | 'en_caja' | 'en_proceso' | 'efectivo'>;

/** Centavos of cash and receipts beyond the base; negative: so much is missing. */
export const differenceOfCount = (count: Counted): number =>
  differenceOf(countedFundOf(count), toCentavos(count.efectivo));

/** The difference of a count, as colour, icon and words. */
export function DifferenceBadge({ count }: { count: Counted }) {
  const difference = differenceOfCount(count);
  const tone = difference < 0 ? 'danger' : 'warning';
  return (
    <StatusBadge
      tone={difference === 0 ? 'success' : tone}
      icon={difference === 0 ? CircleCheck : TriangleAlert}
      label={differenceInWords(difference).replace('$ ', '$\u00a0')}
    />
  );
}

/** Cash and receipts against the base, as a sum. @param begun false before anything was counted */
export function CountedFund({ count, begun = true }: { count: Counted; begun?: boolean }) {
  const total = count.efectivo + count.en_caja + count.en_proceso;
  const lines = [
    ['Efectivo contado', count.efectivo],
    ['+ Recibos en la caja abierta', count.en_caja],
    ['+ Recibos en proceso de reembolso', count.en_proceso],
    ['= Efectivo y recibos', total],
    ['− Base del fondo', count.base],
  ] as const;
  return (
    <chakra.dl aria-label="Arqueo" maxW="md" display="grid" gap="1">
      {lines.map(([label, pesos]) => (
        <Line key={label} label={label} strong={label.startsWith('=')}>
          <Money strong={label.startsWith('=')}>{formatPesos(pesos)}</Money>
        </Line>
      ))}
      <Line label="Diferencia" strong>
        {begun ? <DifferenceBadge count={count} /> : '—'}
      </Line>
    </chakra.dl>
  );
}

function Line({
  label,
  strong,
  children,
}: {
  label: string;
  strong: boolean;
  children: ReactNode;
}) {
  return (
    <chakra.div
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="3"
      {...(strong && { borderTopWidth: '1px', pt: '1', fontWeight: 'semibold' })}
    >
      <dt>{label}</dt>
      <dd>{children}</dd>
    </chakra.div>
  );
}
