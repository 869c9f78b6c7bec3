import { useMayOpen } from '../../shell/session.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { TabLinks } from '../../ui/layout/TabLinks.tsx';

/** Screens about the fund of a store, for its own users and for everybody else. */
const ofStore = [
  ['movimientosCaja', 'Movimientos'],
  ['arqueosCaja', 'Arqueos'],
  ['valesCaja', 'Vales'],
  ['aCargoCaja', 'A cargo'],
] as const;

const ofOthers = [
  ['movimientosTienda', 'Movimientos'],
  ['arqueosTienda', 'Arqueos'],
  ['aCargoTienda', 'A cargo'],
] as const;

interface FundTabsProps {
  idTienda: number;
  screen: (typeof ofStore | typeof ofOthers)[number][0];
}

/** Leads from one screen about the fund of a store to the others. */
export function FundTabs({ idTienda, screen }: FundTabsProps) {
  const screens = useMayOpen('cajaActual') ? ofStore : ofOthers;
  return (
    <TabLinks
      label="Fondo de la tienda"
      tabs={screens.map(([name, label]) => ({
        to: pathTo(name, { idTienda }),
        label,
        active: name === screen,
      }))}
    />
  );
}
