import { WalletCards } from 'lucide-react';
import type { Permission } from '#contract/permissions.ts';
import type { Icon } from '../ui/feedback/tone.ts';
import { labelOf, pathTo } from '../shell/screens/paths.ts';
import { screens } from '../shell/screens/screen-table.ts';

interface MenuEntry {
  permission: Permission;
  to: string;
  label: string;
  icon: Icon;
}

/** The side menu in its order; an entry is shown to users with its permission. */
export const menuEntries: readonly MenuEntry[] = screens.flatMap(
  ({ permission, address, label, menuIcon }) =>
    menuIcon === undefined ? [] : [{ permission, to: address, label, icon: menuIcon }],
);

/** @param idTienda the only store of the user, whose box gets a menu entry, since there is no store to choose */
export const menuFor = (idTienda: number | null): readonly MenuEntry[] =>
  idTienda === null
    ? menuEntries
    : [
        {
          permission: 'cajaActual',
          to: pathTo('cajaActual', { idTienda }),
          label: labelOf('cajaActual'),
          icon: WalletCards,
        },
        ...menuEntries,
      ];
