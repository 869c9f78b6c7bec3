import type { Permission } from '#contract/permissions.ts';
import type { Icon } from '../components/Icon.ts';
import { screens } from './screen-table.ts';

interface MenuEntry {
  permission: Permission;
  to: string;
  label: string;
  icon: Icon;
}

/** The side menu, in its order; an entry shows when its permission is among the person's. */
export const menuEntries: readonly MenuEntry[] = screens.flatMap(
  ({ permission, address, label, menuIcon }) =>
    menuIcon === undefined ? [] : [{ permission, to: address, label, icon: menuIcon }],
);
