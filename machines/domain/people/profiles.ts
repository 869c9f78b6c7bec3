import type { Permission, profileCodes } from '#contract/permissions.ts';

/** A store's own people work on its box, whether they answer for one store or coordinate several. */
const ofStore = [
  'listarTiendas',
  'cajaActual',
  'crearGasto',
  'detalleGasto',
  'historialCaja',
  'verCaja',
  'verCajaRevisada',
  'consolidado',
  'misPendientes',
] as const;

/** The stores and their boxes, only to be read. */
const toLookAt = ['verTiendas', 'historialTienda', 'detalleCajaCI', 'detalleGastoCI'] as const;

/**
 * The eight profiles and the routes each may open, in the order delivered at login: the first one is
 * where the user lands. An administrator may give one user another list; the profile stays what the
 * machines ask for, so a longer list never lets a person act outside the stage of the profile.
 */
export const profiles = {
  1: {
    nombre: 'Administrador',
    permisos: [
      'listarUsuarios',
      'crearUsuario',
      'editarUsuario',
      'listarEmpresa',
      'crearEmpresa',
      'editarEmpresa',
      'listarTiendas',
      'crearTienda',
      'editarTienda',
      'business',
      'catalogos',
      'consolidado',
      'flujo',
    ],
  },
  2: {
    nombre: 'Responsable de tienda',
    permisos: ofStore,
  },
  3: {
    nombre: 'Supervisor',
    permisos: [
      'misPendientes',
      'historialCaja',
      'verCajaSupervisor',
      'detalleGastoSupervisor',
      'verTiendas',
      'historialTienda',
      'consolidado',
    ],
  },
  4: {
    nombre: 'Coordinador de tiendas',
    permisos: ofStore,
  },
  5: {
    nombre: 'Mantenimiento',
    permisos: [
      'misPendientes',
      'historialCaja',
      'verCajaMantenimiento',
      'detalleGastoMantenimiento',
      'detalleGastoSupervisor',
    ],
  },
  6: {
    nombre: 'Contabilidad',
    permisos: [
      'cajasPendientes',
      'revisarCaja',
      'detalleGastoContabilidad',
      'detalleGastoContabilidadFinal',
      ...toLookAt,
      'consolidado',
      'flujo',
      'giros',
      'misPendientes',
    ],
  },
  7: {
    nombre: 'Control interno',
    permisos: [...toLookAt, 'consolidado', 'flujo'],
  },
  8: {
    nombre: 'Gerente',
    permisos: toLookAt,
  },
} as const satisfies Record<
  (typeof profileCodes)[number],
  { nombre: string; permisos: readonly Permission[] }
>;

export type ProfileId = keyof typeof profiles;

/** Those who record expenses, send the box of a store and ship its papers. */
export const storeProfiles: readonly ProfileId[] = [2, 4];

export const profileIds = Object.keys(profiles).map(Number) as readonly ProfileId[];

/** The profile that a person needs for each place in a store. */
export const storePlaces = { responsable: 2, supervisor: 3, gerente: 8 } as const;

export type StorePlace = keyof typeof storePlaces;

/** Routes that every signed-in person may open; login and invitacion anybody may. */
export const openRoutes = [
  'login',
  'logout',
  'cambiar-clave',
  'mi-cuenta',
  'ayuda',
  'invitacion',
] as const;

/** The ways to sign in: with the password, with a second factor, with a recovery code in its place. */
const signIns = ['clave', 'clave_totp', 'clave_recuperacion'] as const;
export type SignIn = (typeof signIns)[number];

/** The person who fires an event: the session's user and profile, never what a request claims. */
export interface Person {
  id: number;
  profile: ProfileId;
  /** Stored in the log; no guard asks for it. Absent: 'clave'. */
  ingreso?: SignIn;
  /** The absent person for whom a delegate acts; saved in the log too. */
  enNombreDe?: number;
}

export const isProfileId = (value: unknown): value is ProfileId =>
  typeof value === 'number' && Object.hasOwn(profiles, value);

/** The list as it travels and is stored: route names separated by commas. */
export const parsePermissions = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const firstSegment = (path: string): string =>
  path
    .split('?')[0]
    ?.split('/')
    .find((part) => part !== '') ?? '';

/**
 * The route rule: the first path segment must be one of the permissions, otherwise the answer is
 * the first permission of the list.
 *
 * @param path path of the hash route, for example `/verCaja/12`
 * @returns null when the path may be opened, otherwise the path to go to
 */
export function redirectFor(path: string, permissions: readonly string[]): string | null {
  const segment = firstSegment(path);
  if (permissions.includes(segment)) return null;
  if ((openRoutes as readonly string[]).includes(segment)) return null;
  const first = permissions[0];
  return first === undefined ? '/logout' : `/${first}`;
}

/** The address to which a sign-in leads: that of the link, where the person may open it, else the first screen. */
export function landingFor(link: string, permissions: readonly string[]): string {
  const path = ['login', 'logout'].includes(firstSegment(link)) ? '' : link;
  return redirectFor(path, permissions) ?? path;
}
