import { Clock, Coins, Hourglass, Inbox } from 'lucide-react';
import { durationInWords } from '#machines/domain/durations.ts';
import { formatPesos } from '#machines/domain/money.ts';
import type { PresentRow } from '#machines/domain/workflow-present.ts';
import { presentTotals } from '#machines/domain/workflow-present.ts';
import { StatTile } from '../../components/StatTile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';
import { countOf } from './workflow-words.ts';

export interface PresentTilesProps {
  rows: readonly PresentRow[];
  /** Null until they came once. */
  instant: number | null;
}

/** The figures of the present that matter most. */
export function PresentTiles({ rows, instant }: PresentTilesProps) {
  const { abiertas, enviadas, valor, masAntigua } = presentTotals(rows);
  const loading = instant === null;
  return (
    <TileGrid>
      <StatTile
        label="Cajas abiertas"
        icon={Inbox}
        loading={loading}
        value={countOf(abiertas)}
        hint="La tienda registra gastos"
      />
      <StatTile
        label="Cajas en trámite"
        icon={Hourglass}
        loading={loading}
        value={countOf(enviadas)}
        hint="Enviadas y sin cerrar"
      />
      <StatTile
        label="Valor en trámite"
        icon={Coins}
        loading={loading}
        value={formatPesos(valor)}
        hint="De las cajas enviadas"
      />
      <StatTile
        label="La que más espera"
        icon={Clock}
        loading={loading}
        value={
          masAntigua === null || instant === null
            ? '—'
            : durationInWords(instant - masAntigua.desde)
        }
        hint={masAntigua === null ? 'Nada en trámite' : masAntigua.nombre}
      />
    </TileGrid>
  );
}
