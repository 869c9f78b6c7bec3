import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import { boxStateOf, type BoxStateName, expenseStates } from '#machines/domain/states.ts';
import type { Step } from '../../components/Stepper.tsx';

/** The way of a box, in the words of whoever has it. */
const way: readonly { state: BoxStateName; label: string }[] = [
  { state: 'open', label: 'Tienda' },
  { state: 'supervision', label: 'Supervisor' },
  { state: 'maintenance', label: 'Mantenimiento' },
  { state: 'preliminary', label: 'Contabilidad previa' },
  { state: 'readyToShip', label: 'Envío de soportes' },
  { state: 'finalAccounting', label: 'Contabilidad final' },
  { state: 'closed', label: 'Cerrada' },
];

/** What the supervisor rejects never reaches maintenance. */
const needsMaintenance = (row: ExpenseRow): boolean =>
  row.requiere_mantenimiento === 1 && row.estado !== expenseStates.supervisorRejected.codigo;

/** Where the box is. A box without expenses for maintenance passes it by. */
export function boxSteps(active: number, rows: readonly ExpenseRow[]): Step[] {
  const current = boxStateOf(active);
  const position = way.findIndex(({ state }) => state === current);
  const passesBy = current !== 'open' && current !== 'maintenance' && !rows.some(needsMaintenance);
  return way.map(({ state, label }, index): Step => {
    if (state === 'maintenance' && passesBy) return { label, state: 'skipped' };
    if (index === position) return { label, state: current === 'closed' ? 'done' : 'current' };
    return { label, state: index < position ? 'done' : 'pending' };
  });
}
