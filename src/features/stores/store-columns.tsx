import { chakra } from '@chakra-ui/react/styled-system';
import { Plus, Wallet, WalletCards } from 'lucide-react';
import { formatPesos } from '#machines/domain/values/money.ts';
import { fundOfAnswer } from '#machines/flows/expenses/fund-excess.ts';
import type { StoreRow } from '../records/record-list.actors.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { IconLink, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { pathTo } from '../../shell/screens/paths.ts';
import { FundBadge, FundStrip } from '../fund/FundBar.tsx';
import { iconColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';

type StoreColumn = DataTableColumn<StoreRow>;

/** Column of a computed amount: the server computes it per page, so the list cannot be sorted by it. */
const unsortableMoneyColumn = (
  id: 'disponible' | 'reembolso',
  header: string,
  note?: (row: StoreRow) => string,
): StoreColumn => {
  const { sortValue, ...column } = moneyColumn<StoreRow>(id, header, (row) => row[id], {
    ...(note && { note }),
  });
  return column;
};

/** Parts of the amount: granted but not paid yet, and owed by the store. */
const owedNote = ({ por_girar, a_cargo_tienda }: StoreRow): string =>
  [
    por_girar === 0 ? '' : `por girar ${formatPesos(por_girar)}`,
    a_cargo_tienda === 0 ? '' : `a cargo ${formatPesos(a_cargo_tienda)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

/** Icon column with a link, which extends to the whole row. */
const link = (
  id: string,
  header: string,
  Icon: typeof Wallet,
  to: (row: StoreRow) => string,
): StoreColumn =>
  iconColumn(
    id,
    header,
    (row) => <IconLink ofRow to={to(row)} icon={Icon} label={`${header}: ${row.nombre}`} />,
    { card: 'link' },
  );

/** Columns of the store lists; an id is the field by which the server sorts. */
export const storeColumns = {
  nombre: textColumn('nombre', 'Tienda', (row) => row.nombre, { isRowHeader: true }),
  centro_costo: textColumn('centro_costo', 'Centro de costo', (row) => row.centro_costo, {
    card: 'right',
  }),
  formato_tienda: textColumn('formato_tienda', 'Formato de tienda', (row) => row.formato_tienda),
  ciudad: textColumn('ciudad', 'Ciudad', (row) => row.ciudad, { card: 'left' }),
  base: moneyColumn('base', 'Base', (row) => row.base),
  baseCaja: moneyColumn('base', 'Base de la caja', (row) => row.base, {
    card: 'end',
    cardLabel: 'Base',
  }),
  disponible: {
    ...unsortableMoneyColumn('disponible', 'Dinero disponible'),
    card: 'state',
    cardLabel: 'Disponible',
    cell: (row: StoreRow) => {
      const fund = fundOfAnswer(row);
      return (
        <chakra.span display="inline-grid" gap="1" justifyItems={{ base: 'start', md: 'end' }}>
          <Money>{formatPesos(row.disponible)}</Money>
          <chakra.span data-note="" width="full">
            <FundStrip fund={fund} />
          </chakra.span>
          <FundBadge fund={fund} />
        </chakra.span>
      );
    },
  },
  reembolso: unsortableMoneyColumn('reembolso', 'Valor en proceso de reembolso', owedNote),
  pettyCash: link('pettyCash', 'Ver caja menor', WalletCards, (row) =>
    pathTo('cajaActual', { idTienda: row.id }),
  ),
  history: link('history', 'Ver historial', Wallet, (row) =>
    pathTo('historialTienda', { idTienda: row.id }),
  ),
  record: plainColumn(
    'record',
    'Registrar gasto',
    (row) =>
      row.active_ === 1 ? (
        <LinkButton
          to={pathTo('crearGasto', { idTienda: row.id })}
          icon={Plus}
          size="sm"
          variant="outline"
        >
          Registrar gasto
          <chakra.span srOnly>{`: ${row.nombre}`}</chakra.span>
        </LinkButton>
      ) : (
        'Inactiva'
      ),
    { hideHeader: true, align: 'end', card: 'end' },
  ),
} as const satisfies Record<string, StoreColumn>;

export type StoreColumnId = keyof typeof storeColumns;
