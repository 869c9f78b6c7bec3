import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { formatMoney } from '#machines/domain/values/money.ts';
import { Money } from '../../ui/layout/Money.tsx';
import { itemisationPlace, itemisationStyles } from './itemisation.styles.ts';

interface SplitTableProps {
  /** Sum of the rows, in centavos. */
  total: number;
  /** Beside the sum. */
  remark?: ReactNode;
  editable?: boolean;
  /** The rows, each with a cell for every column. */
  children: ReactNode;
}

/** Names of the columns; on narrow screens they stand before the cells. */
export const splitColumns = {
  category: 'Categoría del recibo',
  account: 'Cuenta',
  tax: 'Impuesto',
  value: 'Valor',
} as const;

/** The value of an expense over categories and taxes, with its sum. */
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
