import type { Permission } from '#contract/permissions.ts';
import { type AnyScreen, screenTable } from './screen-table.ts';

export type ScreenName = keyof typeof screenTable;

/** The name of a screen: `labelOf('crearUsuario')` is its title. */
export const labelOf = (name: ScreenName): string => screenTable[name].label;

const paymentLabels = { giros: 'Giros', autorizarGiros: 'Autorizar giros' };

/** Returns the name of a permission, in the words of the screens. */
export function permissionLabelOf(permission: Permission): string {
  if (permission === 'giros' || permission === 'autorizarGiros') return paymentLabels[permission];
  const { label, permissionLabel = label }: AnyScreen = screenTable[permission];
  return permissionLabel;
}
