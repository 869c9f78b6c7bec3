import { chakra } from '@chakra-ui/react/styled-system';
import type { ExpenseRow } from '#contract/calls/box.calls.ts';

/** «Corregido: valor $ 20.000 → $ 18.000», for whoever decides it again. */
export const CorrectedRow = ({ row }: { row: ExpenseRow }) =>
  row.corregido === '' ? null : (
    <chakra.span display="block" textStyle="xs" color="blue.800" lineHeight="1.3" lineClamp="2">
      {`Corregido: ${row.corregido}`}
    </chakra.span>
  );
