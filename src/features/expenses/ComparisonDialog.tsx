import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Equal, Files } from 'lucide-react';
import { type ReactNode, Suspense, createContext, use, useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { namesAnother } from '#contract/expense-fields.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { comparedFields, repetitionQuestion } from '#machines/flows/expenses/expense-entry.form.ts';
import { answered, dataOf, isAsked } from '#machines/flows/steps/result.ts';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { pathTo } from '../../shell/screens/paths.ts';
import { AnomalyMarker } from '../../ui/feedback/AnomalyMarker.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { scrollIntoSight } from '../../ui/layout/use-in-view.ts';
import { TitledDialog } from '../../ui/overlay/idle-overlays.ts';
import { callApi } from '../../wire/client.ts';
import { detailFrom, onlyRow } from '../../wire/looking.actors.ts';
import { ReceiptPanel } from './ExpenseDocument.tsx';
import type { ExpenseFormValues } from '#machines/flows/expenses/expense-proposals.ts';

/** Comparison of an expense with the expenses that it repeats. */

/** An expense, and those of the repeated expenses that the user may see. */
const expenseComparison = detailFrom(async (key: { id_gasto: number }, signal) => {
  const found = await onlyRow(callApi('/detalleGasto', key, { signal }));
  if (!found.ok) return found;
  const expense = found.answer;
  const others: Expense[] = [];
  for (const id_gasto of expense.repetidos) {
    const other = await onlyRow(callApi('/detalleGasto', { id_gasto }, { signal }));
    // An expense that cannot be loaded is left out.
    if (other.ok) others.push(other.answer);
  }
  return answered({ expense, others });
});

const noRepetitions: AnswerOf<'/gastosRepetidos'> = { avisos: [], repetidos: [] };

/**
 * Looks for expenses that a new one would repeat, each time the store leaves a compared field. The question is null
 * while too little is known.
 */
const repetitionCheck = detailFrom(
  async (question: RequestOf<'/gastosRepetidos'> | null, signal) =>
    question === null ? answered(noRepetitions) : callApi('/gastosRepetidos', question, { signal }),
);

interface ComparisonDialogProps {
  id_gasto: number;
  open: boolean;
  onClose: () => void;
}

/** Dialog that compares an expense with those that it repeats: both receipts, and the fields side by side. */
function ComparisonDialog({ id_gasto, open, onClose }: ComparisonDialogProps) {
  return (
    <Suspense>
      <TitledDialog
        title="Gasto repetido"
        size="cover"
        scrollBehavior="inside"
        open={open}
        onClose={onClose}
      >
        <Comparison id_gasto={id_gasto} />
      </TitledDialog>
    </Suspense>
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
        <SideBySide key={other.id} expense={expense} other={other} />
      ))}
    </>
  );
}

function SideBySide({ expense, other }: { expense: Expense; other: Expense }) {
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

interface AnomaliesOf {
  id_gasto: number;
  /** Texts of its anomalies. */
  lines: readonly string[];
}

/** Button that opens the repeated expense; not rendered for other anomalies. */
export function RepetitionButton({ id_gasto, lines }: AnomaliesOf) {
  const [open, setOpen] = useState(false);
  if (!lines.some(namesAnother)) return null;
  return (
    <>
      <GuardedButton variant="outline" size="sm" icon={Files} onClick={() => setOpen(true)}>
        Ver el otro gasto
      </GuardedButton>
      <ComparisonDialog id_gasto={id_gasto} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Marker of the anomalies in a table; for a repetition it opens the comparison. */
export function AnomalyCell({ id_gasto, lines }: AnomaliesOf) {
  const [open, setOpen] = useState(false);
  if (!lines.some(namesAnother)) return <AnomalyMarker compact lines={lines} />;
  return (
    <>
      <AnomalyMarker compact lines={lines} onPress={() => setOpen(true)} />
      <ComparisonDialog id_gasto={id_gasto} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Runs the check at once for values that were filled in together. */
const RepetitionContext = createContext<(values: ExpenseFormValues) => void>(() => undefined);

export const useRepetitionCheck = () => use(RepetitionContext);

interface RepetitionCheckProps {
  id_tienda: number;
  /** Id of the expense that this one records again or corrects; null for neither. */
  origen: number | null;
  /** The compared fields: leaving one of them runs the check. */
  children: ReactNode;
}

/** Warns before the save that an expense may be a repetition. It never blocks; without an answer it shows nothing. */
export function RepetitionCheck({ id_tienda, origen, children }: RepetitionCheckProps) {
  const { values } = useFormikContext<ExpenseFormValues>();
  const question = repetitionQuestion(values, id_tienda, origen);
  const [snapshot, send] = useActor(repetitionCheck, { input: { key: question } });
  const { avisos, repetidos } = dataOf(snapshot) ?? { avisos: [], repetidos: [] };
  const ask = (filled: ExpenseFormValues) =>
    send({ type: 'ASK', key: repetitionQuestion(filled, id_tienda, origen) });
  return (
    <chakra.div
      display="grid"
      gap={{ base: '4', md: '5' }}
      minW="0"
      onBlur={isAsked(snapshot, question) ? undefined : () => send({ type: 'ASK', key: question })}
    >
      <RepetitionContext value={ask}>{children}</RepetitionContext>
      {avisos.length === 0 ? null : (
        // Scrolls clear of the sticky bar.
        <chakra.div ref={scrollIntoSight} scrollMarginBottom="7rem">
          <InlineAlert tone="warning" title="Este gasto puede estar repetido" reasons={avisos}>
            {repetidos.map((idGasto) => (
              <TextLink key={idGasto} href={`/#${pathTo('detalleGasto', { idGasto })}`}>
                Ver el otro gasto
              </TextLink>
            ))}
          </InlineAlert>
        </chakra.div>
      )}
    </chakra.div>
  );
}
