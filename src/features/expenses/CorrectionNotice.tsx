import type { Expense } from '#contract/calls/expenses.calls.ts';
import { answeredRejection, undoneText } from '#machines/flows/expenses/expense-facts.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';

/** The last correction of the store, before and after, and the rejection that it answers. */
export function CorrectionNotice({ expense: { correccion } }: { expense: Expense }) {
  if (correccion === null) return null;
  const { diferencias, fecha, sin_efecto } = correccion;
  const changes = diferencias.map(
    ({ campo, antes, despues }) => `${campo} ${antes || '—'} → ${despues || '—'}`,
  );
  const undone = undoneText(sin_efecto);
  return (
    // An amount stays whole.
    <InlineAlert tone="info" title={`Corregido: ${changes.join(', ')}`.replaceAll('$ ', '$\u00a0')}>
      {`${answeredRejection(correccion)} (${fecha})`}
      {undone === '' ? null : <p>{undone}</p>}
    </InlineAlert>
  );
}
