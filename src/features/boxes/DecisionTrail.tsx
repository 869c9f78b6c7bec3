import { chakra } from '@chakra-ui/react/styled-system';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Check, X } from 'lucide-react';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';

const names: Record<StageName, string> = {
  supervisor: 'Supervisor',
  maintenance: 'Mantenimiento',
  accounting: 'Contabilidad',
  final: 'Revisión final',
};

interface DecisionTrailProps {
  row: ExpenseRow;
  /** The stage that reads it: its own decision is what the row says already. */
  stage: StageName;
}

/** The decisions of the stages before: «Supervisor ✓ · Mantenimiento ✓». */
export function DecisionTrail({ row, stage }: DecisionTrailProps) {
  const earlier = row.decisiones.filter(({ etapa }) => etapa !== stage);
  if (earlier.length === 0) return null;
  return (
    <chakra.span display="block" textStyle="xs" color="fg.muted" lineHeight="1.3">
      {earlier.map(({ etapa, aprobado }, index) => (
        <chakra.span key={etapa} display="inline-flex" alignItems="center" gap="0.5" me="1.5">
          {index === 0 ? null : <span aria-hidden="true">· </span>}
          {names[etapa]}
          <VisuallyHidden>{aprobado === 1 ? ': aprobado. ' : ': rechazado. '}</VisuallyHidden>
          {aprobado === 1 ? (
            <Check size={13} aria-hidden="true" color="var(--chakra-colors-green-700)" />
          ) : (
            <X size={13} aria-hidden="true" color="var(--chakra-colors-red-700)" />
          )}
        </chakra.span>
      ))}
    </chakra.span>
  );
}
