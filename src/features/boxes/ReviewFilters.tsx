import { chakra } from '@chakra-ui/react/styled-system';
import { CircleCheck, CircleX, Clock, TriangleAlert } from 'lucide-react';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import { type ExpenseKind, expenseKinds, ofKind } from '#machines/flows/review/box-expenses.ts';
import { paletteOf } from '../../ui/feedback/tone.ts';

interface ReviewFiltersProps {
  rows: readonly ExpenseRow[];
  stage: StageName;
  /** Null while all of them are shown. */
  kind: ExpenseKind | null;
  onChoose: (kind: ExpenseKind | null) => void;
}

const looks = {
  pending: { tone: 'neutral', icon: Clock, label: 'Por decidir' },
  approved: { tone: 'success', icon: CircleCheck, label: 'Aprobados' },
  rejected: { tone: 'danger', icon: CircleX, label: 'Rechazados' },
  anomaly: { tone: 'warning', icon: TriangleAlert, label: 'Con novedad' },
} as const;

/** The marks of the expenses with how many bear each; pressed, only those are listed. */
export function ReviewFilters({ rows, stage, kind, onChoose }: ReviewFiltersProps) {
  const waiting = ofKind(rows, stage, 'pending').length;
  return (
    <chakra.div display="flex" alignItems="center" columnGap="4" flexShrink="0">
      <chakra.p fontWeight="semibold" hideBelow="md">
        {waiting === 0 ? 'Nada por decidir' : `${waiting} de ${rows.length} por decidir`}
      </chakra.p>
      <chakra.ul aria-label="Filtrar los gastos" display="flex" gap="2" listStyleType="none">
        {expenseKinds.map((name) => {
          const { tone, icon: IconOfKind, label } = looks[name];
          return (
            <li key={name}>
              <chakra.button
                type="button"
                aria-pressed={kind === name}
                colorPalette={paletteOf[tone]}
                css={filterLook}
                onClick={() => onChoose(kind === name ? null : name)}
              >
                <IconOfKind size={15} strokeWidth={2.25} aria-hidden="true" />
                {label} <strong>{ofKind(rows, stage, name).length}</strong>
              </chakra.button>
            </li>
          );
        })}
      </chakra.ul>
    </chakra.div>
  );
}

const filterLook = {
  whiteSpace: 'nowrap',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minH: { base: '10', md: '8' },
  px: '3',
  borderRadius: 'xl',
  borderWidth: '1px',
  borderColor: 'colorPalette.emphasized',
  bg: 'colorPalette.subtle',
  color: 'colorPalette.fg',
  textStyle: 'sm',
  fontWeight: 'medium',
  cursor: 'pointer',
  '&:hover': { bg: 'colorPalette.muted' },
  '&[aria-pressed=true]': {
    bg: 'colorPalette.solid',
    borderColor: 'colorPalette.solid',
    color: 'colorPalette.contrast',
  },
} as const;
