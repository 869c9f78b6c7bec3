import { chakra } from '@chakra-ui/react/styled-system';
import { Check, X } from 'lucide-react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RejectionReasonRow } from '#machines/flows/expenses/expense-facts.ts';
import { type StageName, stageNames, stages } from '#machines/domain/box/stages.ts';
import { expenseStates } from '#machines/domain/box/states.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';

interface ObservationHistoryProps {
  expense: Expense;
  reasons: readonly RejectionReasonRow[];
  /** Beside what has to be in sight. */
  dense?: boolean;
}

/** Lists the observation of each stage, in the order of the workflow. Renders nothing before the first decision. */
export function ObservationHistory({ expense, reasons, dense = false }: ObservationHistoryProps) {
  const entries = observationsOf(expense, reasons);
  if (entries.length === 0) return null;
  return (
    <Section dense={dense} title="Historial de observaciones">
      <chakra.ol listStyleType="none" display="grid" gap="4">
        {entries.map((entry) => (
          <Entry key={entry.stage} {...entry} />
        ))}
      </chakra.ol>
    </Section>
  );
}

function Entry({ author, date, rejected, reason, observation }: ObservationEntry) {
  return (
    <chakra.li borderStartWidth="3px" borderColor={rejected ? 'red.300' : 'green.300'} ps="4">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
        <chakra.span fontWeight="semibold">{author}</chakra.span>
        <StatusBadge
          tone={rejected ? 'danger' : 'success'}
          icon={rejected ? X : Check}
          label={rejected ? 'Rechazado' : 'Aprobado'}
        />
        <chakra.time textStyle="sm" color="fg.muted">
          {date}
        </chakra.time>
      </chakra.div>
      {reason === '' ? null : (
        <chakra.p mt="1" textStyle="sm">
          Motivo: {reason}
        </chakra.p>
      )}
      <chakra.p mt="1" whiteSpace="pre-line" overflowWrap="anywhere">
        {observation}
      </chakra.p>
    </chakra.li>
  );
}

interface ObservationEntry {
  stage: StageName;
  author: string;
  /** `yyyy-MM-dd HH:mm` in Colombia. */
  date: string;
  rejected: boolean;
  /** Empty when there is none. */
  reason: string;
  observation: string;
}

/** States in which no decision has been taken: what an earlier try left is not shown. */
const undecided: readonly number[] = [
  expenseStates.unreviewed.codigo,
  expenseStates.unreviewedMaintenance.codigo,
];

const entryOf = (
  stage: StageName,
  expense: Expense,
  reasons: readonly RejectionReasonRow[],
): ObservationEntry => {
  const { nombre, sufijo } = stages[stage];
  const id_rechazo = expense[`id_rechazo_${sufijo}`];
  return {
    stage,
    author: nombre,
    date: expense[`fecha_${sufijo}`],
    rejected: id_rechazo !== null,
    reason: reasons.find(({ id }) => id === id_rechazo)?.nombre ?? '',
    observation: expense[`obs_${sufijo}`],
  };
};

/** In the order of the workflow; empty while the expense is unreviewed. */
const observationsOf = (
  expense: Expense,
  reasons: readonly RejectionReasonRow[],
): ObservationEntry[] =>
  undecided.includes(expense.estado)
    ? []
    : stageNames
        .map((stage) => entryOf(stage, expense, reasons))
        .filter(({ date, observation }) => date !== '' || observation !== '');
