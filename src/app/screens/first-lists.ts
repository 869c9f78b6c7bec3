/**
 * The first question of the lists whose address is all there is to know. They stand here, beside the addresses and not
 * in the views, so that a page that begins with a list asks for it while the code of the view is under way.
 */
import { isCounted } from '#contract/permissions.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { prefetch } from '../../wire/client.ts';

/** Every list begins with this page. */
export const firstPage = { pagina: 1, limite: 25 } as const;

/** First comes what has waited longest. */
export const oldestFirst = { orden: 'fecha_movimiento', direccion: 'asc' } as const;

/** The first column, as every list that has no order of its own. */
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
  // How much waits says which boxes are shown first; most often these.
  historialCaja: () =>
    prefetch('/historialCajas', { ...firstLists.historialCaja, grupo: 'por_decidir' }),
  misPendientes: () => prefetch('/misPendientes', firstLists.misPendientes),
  cajasPendientes: () => prefetch('/cajasPendientesContabilidad', firstLists.cajasPendientes),
};

const hasFirstList = (screen: string): screen is keyof typeof firstLists =>
  Object.hasOwn(firstLists, screen);

/**
 * Asks for the list at an address, `/historialCaja`, before its view does, and for the counts beside it.
 *
 * @returns when they are there, or will not come
 */
export async function askFirstList(address: string, permissions: readonly string[]): Promise<void> {
  const screen = address.slice(1);
  if (!hasFirstList(screen)) return;
  const counts = isCounted(permissions) ? prefetch('/contarPendientes', {}) : null;
  await Promise.all([counts, asks[screen]()]);
}
