import { chakra } from '@chakra-ui/react/styled-system';
import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import { RejectionRemedy, type RejectionRemedyProps } from '../expenses/RejectionRemedy.tsx';

export interface RejectedRowProps extends Pick<RejectionRemedyProps, 'box'> {
  row: ExpenseRow;
}

/** Why a stage rejected an expense, and what its store can do about it. */
export const RejectedRow = ({ row, box }: RejectedRowProps) =>
  row.motivo_rechazo === '' ? null : (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" gap="2" mt="1" textStyle="xs">
      <chakra.span color="fg.muted">{row.motivo_rechazo}</chakra.span>
      <RejectionRemedy expense={row} box={box} size="xs" />
    </chakra.span>
  );
