import { Pencil, Wallet, WalletCards } from 'lucide-react';
import { formatPesos } from '#machines/domain/money.ts';
import type { StoreRow } from '../../actors/list-boxes.actors.ts';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { IconLink } from '../../components/IconLink.tsx';
import { Money } from '../../components/Money.tsx';
import { pathTo } from '../../screens/paths.ts';

type StoreColumn = DataTableColumn<StoreRow>;

const text = (
  id: 'nombre' | 'centro_costo' | 'formato_tienda' | 'ciudad',
  header: string,
  look: Partial<StoreColumn> = {},
): StoreColumn => ({
  id,
  header,
  cell: (row) => row[id],
  sortValue: (row) => row[id],
  ...look,
});

/** The fund is worked out for the page that is shown: only the base orders the list. */
const amount = (
  id: 'base' | 'disponible' | 'reembolso',
  header: string,
  look: Partial<StoreColumn> = {},
): StoreColumn => ({
  id,
  header,
  align: 'end',
  cell: (row) => <Money>{formatPesos(row[id])}</Money>,
  ...look,
});

const link = (
  id: string,
  header: string,
  Icon: typeof Wallet,
  to: (row: StoreRow) => string,
): StoreColumn => ({
  id,
  header,
  align: 'center',
  cell: (row) => <IconLink to={to(row)} icon={Icon} label={`${header}: ${row.nombre}`} />,
});

/** The columns of the lists of stores; an id is the name by which the server orders. */
export const storeColumns = {
  nombre: text('nombre', 'Tienda', { isRowHeader: true }),
  centro_costo: text('centro_costo', 'Centro de costo'),
  formato_tienda: text('formato_tienda', 'Formato de tienda'),
  ciudad: text('ciudad', 'Ciudad'),
  base: amount('base', 'Base', { sortValue: (row) => row.base }),
  baseCaja: amount('base', 'Base de la caja', { sortValue: (row) => row.base }),
  disponible: amount('disponible', 'Dinero disponible'),
  reembolso: amount('reembolso', 'Valor en proceso de reembolso'),
  pettyCash: link('pettyCash', 'Ver caja menor', WalletCards, (row) =>
    pathTo('cajaActual', { idTienda: row.id }),
  ),
  history: link('history', 'Ver historial', Wallet, (row) =>
    pathTo('historialTienda', { idTienda: row.id }),
  ),
  edit: link('edit', 'Editar', Pencil, (row) => pathTo('editarTienda', { idTienda: row.id })),
} as const satisfies Record<string, StoreColumn>;

export type StoreColumnId = keyof typeof storeColumns;

/** The first column, as every list that has no order of its own. */
export const byName = { orden: 'nombre', direccion: 'asc' } as const;
