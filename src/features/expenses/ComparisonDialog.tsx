import { anomaliesIn } from '#contract/calls/review.calls.ts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Equal } from 'lucide-react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { comparedFields } from '#machines/flows/expenses/expense-entry.form.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { expenseComparison } from './comparison.actors.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { TitledDialog } from '../../ui/overlay/TitledDialog.tsx';
import { LoadProblem } from '../../app/problems/LoadProblem.tsx';
import { loadOf } from '../../app/problems/load-of.ts';
import { ReceiptPanel } from './ReceiptPanel.tsx';

interface ComparisonDialogProps {
  id_gasto: number;
  open: boolean;
  onClose: () => void;
}

/** An expense beside those that it repeats: both receipts, and field beside field what is equal. */
export function ComparisonDialog({ id_gasto, open, onClose }: ComparisonDialogProps) {
  return (
    <TitledDialog
      title="Gasto repetido"
      size="cover"
      scrollBehavior="inside"
      open={open}
      onClose={onClose}
    >
      <Comparison id_gasto={id_gasto} />
    </TitledDialog>
  );
}

function Comparison({ id_gasto }: { id_gasto: number }) {
  const [snapshot, send] = useActor(expenseComparison, { input: { key: { id_gasto } } });
  const data = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed) return <LoadProblem {...load} />;
  if (data === null) return <LoadingState label="Buscando el otro gasto…" />;
  const { expense, others } = data;
  return (
    <>
      <InlineAlert tone="warning" title="Novedad" reasons={anomaliesIn(expense.informe_novedad)} />
      {others.length === 0 ? (
        <InlineAlert tone="info">El otro gasto no está entre los que usted puede ver.</InlineAlert>
      ) : null}
      {others.map((other) => (
        <BesideEachOther key={other.id} expense={expense} other={other} />
      ))}
    </>
  );
}

function BesideEachOther({ expense, other }: { expense: Expense; other: Expense }) {
  return (
    <chakra.div
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }}
    >
      <ReceiptPanel expense={expense} />
      <chakra.table width="full" textStyle="sm" order={{ base: -1, lg: 0 }} css={tableLook}>
        <caption>Este gasto y el otro, campo por campo</caption>
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">Este gasto</th>
            <th scope="col">El otro gasto</th>
          </tr>
        </thead>
        <tbody>
          {comparedFields(expense, other).map((field) => (
            <tr key={field.label} data-same={field.same || undefined}>
              <th scope="row">
                {field.label}
                {field.same ? (
                  <chakra.span display="flex" alignItems="center" gap="1" color="amber.900">
                    <Equal size={14} aria-hidden="true" />
                    igual
                  </chakra.span>
                ) : null}
              </th>
              <td>{field.one || '—'}</td>
              <td>{field.other || '—'}</td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
      <ReceiptPanel expense={other} />
    </chakra.div>
  );
}

const tableLook = {
  '& caption': { srOnly: true },
  '& :is(th, td)': { textAlign: 'start', px: '1.5', py: '1', verticalAlign: 'top' },
  '& td': { width: '36%', overflowWrap: 'anywhere' },
  '& th': { fontWeight: 'medium', color: 'fg.muted' },
  '& tr': { borderBottomWidth: '1px' },
  '& tr[data-same]': { bg: 'amber.100' },
  '& tr[data-same] td': { fontWeight: 'semibold' },
} as const;
