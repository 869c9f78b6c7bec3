/**
 * First queries of the lists that depend only on their address. They are defined here and not in the views, so that a
 * page that starts on a list requests its rows while the code of the view is loading.
 */
import { isCounted } from '#contract/permissions.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { prefetch } from '../../wire/client.ts';

/** The first page of every list. */
export const firstPage = { pagina: 1, limite: 25 } as const;

/** The order in which the box that has waited longest comes first. */
export const oldestFirst = { orden: 'fecha_movimiento', direccion: 'asc' } as const;

/** By the first column, the default order of a list. */
const byName = { ...firstPage, orden: 'nombre', direccion: 'asc' } as const;

export const firstLists = {
  listarUsuarios: { ...firstPage, orden: 'razon_social', direccion: 'asc' },
  listarEmpresa: byName,
  listarTiendas: byName,
  verTiendas: byName,
  historialCaja: { ver_control: 1, ...firstPage, ...oldestFirst },
  misPendientes: firstPage,
  cajasPendientes: {
    estado: boxStates.finalAccounting.codigo,
    ...firstPage,
    orden: 'tienda',
    direccion: 'asc',
  },
} as const;

const asks: Record<keyof typeof firstLists, () => Promise<unknown>> = {
  listarUsuarios: () => prefetch('/obtenerUsuarios', firstLists.listarUsuarios),
  listarEmpresa: () => prefetch('/obtenerEmpresas', firstLists.listarEmpresa),
  listarTiendas: () => prefetch('/obtenerTiendas', firstLists.listarTiendas),
  verTiendas: () => prefetch('/obtenerTiendas', firstLists.verTiendas),
  // The view chooses its first group by the pending counts; most often it is this one.
  historialCaja: () =>
    prefetch('/historialCajas', { ...firstLists.historialCaja, grupo: 'por_decidir' }),
  misPendientes: () => prefetch('/misPendientes', firstLists.misPendientes),
  cajasPendientes: () => prefetch('/cajasPendientesContabilidad', firstLists.cajasPendientes),
};

const hasFirstList = (screen: string): screen is keyof typeof firstLists =>
  Object.hasOwn(firstLists, screen);

/**
 * Prefetches the list at an address, `/historialCaja`, and the pending counts beside it.
 *
 * @returns a promise that resolves when they have arrived or failed
 */
export async function askFirstList(address: string, permissions: readonly string[]): Promise<void> {
  const screen = address.slice(1);
  if (!hasFirstList(screen)) return;
  const counts = isCounted(permissions) ? prefetch('/contarPendientes', {}) : null;
  await Promise.all([counts, asks[screen]()]);
}
