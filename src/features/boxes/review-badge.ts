/** The state of an expense as the stage that decides it reads it. */
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import { waitsFor } from '#machines/flows/review/box-expenses.ts';
import type { Icon } from '../../ui/layout/Icon.ts';
import { toneOf } from '../records/state-tone.ts';

/** The icon of a decision, by `icono` of the row. */
export const decisionIcons: Readonly<Record<string, Icon>> = {
  pending: Clock,
  approved: CircleCheck,
  rejected: CircleX,
};

/** An expense that waits for the stage looks so: in no colour of a decision. */
export const reviewBadge = (row: ExpenseRow, stage: StageName) =>
  waitsFor(stage, row)
    ? ({ tone: 'neutral', label: 'Por decidir', icon: Clock } as const)
    : { tone: toneOf(row.color), label: row.nombre_estado, icon: decisionIcons[row.icono] };
