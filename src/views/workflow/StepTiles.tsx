import { amountsOf, figureNames, figuresOf } from '#machines/domain/fund.ts';
import { formatMoney, formatPesos } from '#machines/domain/money.ts';
import type { Step } from '#machines/domain/replay.ts';
import { boxStateOf } from '#machines/domain/states.ts';
import { type BoxHistory, fundAt } from '#machines/domain/workflow-box.ts';
import { StatTile } from '../../components/StatTile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';
import { counted } from './workflow-words.ts';

/** The amounts of the box and of the fund of its store at a step. */
export function StepTiles({ history, step }: { history: BoxHistory; step: Step }) {
  const fund = fundAt(history, step);
  const figures = figuresOf(amountsOf(step));
  return (
    <TileGrid>
      <StatTile
        label={figureNames.requested}
        value={formatMoney(figures.requested)}
        hint={counted(step.expenses.size, 'gasto', 'gastos')}
      />
      <StatTile
        label={boxStateOf(step.active) === 'closed' ? figureNames.paid : figureNames.granted}
        value={formatMoney(figures.granted)}
        hint={`${figureNames.undecided}: ${formatMoney(figures.undecided)}`}
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
