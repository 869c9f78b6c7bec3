import { chakra } from '@chakra-ui/react/styled-system';
import { Pencil, Wallet, WalletCards } from 'lucide-react';
import { formatPesos } from '#machines/domain/values/money.ts';
import { fundOfAnswer } from '#machines/flows/expenses/fund-excess.ts';
import type { StoreRow } from '../records/record-list.actors.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { IconLink } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { pathTo } from '../../app/screens/paths.ts';
import { FundBadge, FundStrip } from '../fund/FundBar.tsx';
import { iconColumn, moneyColumn, textColumn } from '../records/list-table.tsx';

type StoreColumn = DataTableColumn<StoreRow>;

/** The fund is worked out for the page that is shown: only the base orders the list. */
const workedOut = (
  id: 'disponible' | 'reembolso',
  header: string,
  note?: (row: StoreRow) => string,
): StoreColumn => {
  const { sortValue, ...column } = moneyColumn<StoreRow>(id, header, (row) => row[id], {
    ...(note && { note }),
  });
  return column;
};

/** What of it closed boxes were granted, and what the store answers for. */
const owedNote = ({ por_girar, a_cargo_tienda }: StoreRow): string =>
  [
    por_girar === 0 ? '' : `por girar ${formatPesos(por_girar)}`,
    a_cargo_tienda === 0 ? '' : `a cargo ${formatPesos(a_cargo_tienda)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

const link = (
  id: string,
  header: string,
  Icon: typeof Wallet,
  to: (row: StoreRow) => string,
): StoreColumn =>
  iconColumn(id, header, (row) => (
    <IconLink to={to(row)} icon={Icon} label={`${header}: ${row.nombre}`} />
  ));

/** The columns of the lists of stores; an id is the name by which the server orders. */
export const storeColumns = {
  nombre: textColumn('nombre', 'Tienda', (row) => row.nombre, { isRowHeader: true }),
  centro_costo: textColumn('centro_costo', 'Centro de costo', (row) => row.centro_costo),
  formato_tienda: textColumn('formato_tienda', 'Formato de tienda', (row) => row.formato_tienda),
  ciudad: textColumn('ciudad', 'Ciudad', (row) => row.ciudad),
  base: moneyColumn('base', 'Base', (row) => row.base),
  baseCaja: moneyColumn('base', 'Base de la caja', (row) => row.base),
  disponible: {
    ...workedOut('disponible', 'Dinero disponible'),
    cell: (row: StoreRow) => {
      const fund = fundOfAnswer(row);
      return (
        <chakra.span display="inline-grid" gap="1" justifyItems="end">
          <Money>{formatPesos(row.disponible)}</Money>
          <chakra.span width="full">
            <FundStrip fund={fund} />
          </chakra.span>
          <FundBadge fund={fund} />
        </chakra.span>
      );
    },
  },
  reembolso: workedOut('reembolso', 'Valor en proceso de reembolso', owedNote),
  pettyCash: link('pettyCash', 'Ver caja menor', WalletCards, (row) =>
    pathTo('cajaActual', { idTienda: row.id }),
  ),
  history: link('history', 'Ver historial', Wallet, (row) =>
    pathTo('historialTienda', { idTienda: row.id }),
  ),
  edit: link('edit', 'Editar', Pencil, (row) => pathTo('editarTienda', { idTienda: row.id })),
} as const satisfies Record<string, StoreColumn>;

export type StoreColumnId = keyof typeof storeColumns;
