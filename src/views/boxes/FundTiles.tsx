import { Banknote, Percent, RefreshCw, Vault } from 'lucide-react';
import type { AnswerOf } from '#contract/contract.ts';
import { formatPesos } from '#machines/domain/money.ts';
import { StatTile } from '../../components/StatTile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';

export interface FundTilesProps {
  fund: AnswerOf<'/obtenerDatosTiendaCaja'> | null;
}

/** The fund of a store: what it has, what it can spend, and what it waits for. */
export function FundTiles({ fund }: FundTilesProps) {
  if (fund === null) return null;
  return (
    <TileGrid>
      <StatTile label="Base" value={formatPesos(fund.base)} icon={Vault} />
      <StatTile
        label="Dinero disponible"
        value={formatPesos(fund.disponible)}
        icon={Banknote}
        tone={fund.disponible < 0 ? 'danger' : 'success'}
      />
      <StatTile label="Porcentaje disponible" value={percent(fund.porcentaje)} icon={Percent} />
      <StatTile
        label="En proceso de reembolso"
        value={formatPesos(fund.reembolso)}
        icon={RefreshCw}
      />
    </TileGrid>
  );
}

/** A store without a base has no percentage. */
const percent = (porcentaje: number | null): string =>
  porcentaje === null
    ? '—'
    : `${porcentaje.toLocaleString('es-CO', { maximumFractionDigits: 2 })} %`;
