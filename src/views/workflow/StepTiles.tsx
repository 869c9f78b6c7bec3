import { formatMoney, formatPesos } from '#machines/domain/money.ts';
import type { Step } from '#machines/domain/replay.ts';
import { type BoxHistory, fundAt } from '#machines/domain/workflow-box.ts';
import { StatTile } from '../../components/StatTile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';
import { counted } from './workflow-words.ts';

/** The amounts of the box and of the fund of its store at a step. */
export function StepTiles({ history, step }: { history: BoxHistory; step: Step }) {
  const fund = fundAt(history, step);
  return (
    <TileGrid>
      <StatTile
        label="Valor de la caja"
        value={formatMoney(step.total)}
        hint={counted(step.expenses.size, 'gasto', 'gastos')}
      />
      <StatTile
        label="Aprobado"
        value={formatMoney(step.total_aprobado)}
        hint="Lo que ninguna etapa rechazó"
      />
      <StatTile
        label="Disponible en la tienda"
        value={formatPesos(fund.disponible)}
        hint={`De una base de ${formatPesos(fund.base)}`}
        tone={fund.disponible < 0 ? 'danger' : 'neutral'}
      />
      <StatTile
        label="En otras cajas"
        value={formatPesos(fund.otras)}
        hint="De la misma tienda, sin cerrar"
      />
    </TileGrid>
  );
}
