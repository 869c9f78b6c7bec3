import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { shortDay } from '#machines/domain/durations.ts';
import type { AccountingValues } from '#machines/flows/decisions/accounting-decision.form.ts';
import {
  asLastTime,
  type Proposal,
  withoutLastTime,
} from '#machines/flows/decisions/accounting-proposals.ts';
import type { AccountingFacts } from '#machines/flows/decisions/decision-rules.ts';

export interface LastTimeNoticeProps {
  facts: AccountingFacts;
  proposal: Proposal;
}

const listed = new Intl.ListFormat('es', { type: 'conjunction' });

/** Says what is filled in as the supplier had it last, and takes it back. */
export function LastTimeNotice({ facts, proposal }: LastTimeNoticeProps) {
  const { values, setValues } = useFormikContext<AccountingValues>();
  const { ultima_vez } = facts.expense;
  const fields = asLastTime(values, proposal);
  if (ultima_vez === null || fields.length === 0) return null;
  return (
    <chakra.p role="status" textStyle="xs" color="fg.muted" mb="1.5">
      Como la última vez, {shortDay(ultima_vez.fecha, facts.today)}: {listed.format(fields)}.{' '}
      <chakra.button
        type="button"
        px="1"
        minH="6"
        color="teal.700"
        fontWeight="semibold"
        textDecoration="underline"
        cursor="pointer"
        onClick={() => void setValues(withoutLastTime(values, proposal))}
      >
        Quitar
      </chakra.button>
    </chakra.p>
  );
}
