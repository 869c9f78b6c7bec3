import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { rejectionOf } from '#machines/flows/expenses/expense-facts.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { pathTo } from '../../app/screens/paths.ts';

/** The stage that rejected the expense, its reason, and what can be done about it. */
export function RejectionNotice({ expense, action }: { expense: Expense; action?: ReactNode }) {
  const rejection = rejectionOf(expense);
  if (rejection === null) return null;
  return (
    <InlineAlert tone="warning" title={rejection.title} action={action}>
      {rejection.observation}
    </InlineAlert>
  );
}

/** The expense that this one records again, with the reason of its rejection. */
export function OriginNotice({ origin }: { origin: Expense }) {
  return (
    <RejectionNotice
      expense={origin}
      action={
        <TextLink href={`/#${pathTo('detalleGasto', { idGasto: origin.id })}`} newTab>
          Ver el gasto rechazado
        </TextLink>
      }
    />
  );
}
