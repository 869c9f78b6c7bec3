import type { Permission, profileCodes } from '#contract/permissions.ts';

/** Permissions of the people of a store, both of those in charge and of coordinators of several stores. */
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

/** Read-only permissions on stores and boxes. */
const toLookAt = ['verTiendas', 'historialTienda', 'detalleCajaCI', 'detalleGastoCI'] as const;

/**
 * The eight profiles and the routes each may open, in the order sent at sign-in; the first one is the start page. An
 * administrator may give a user another list, but the machines check the profile, so that a longer list never lets a
 * user act outside the stage of the profile.
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
      'misPendientes',
      'proveedores',
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
    permisos: [...ofStore, 'gastos'],
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
      'comprobantes',
      'gastos',
      'proveedores',
    ],
  },
  7: {
    nombre: 'Control interno',
    permisos: [...toLookAt, 'consolidado', 'flujo', 'gastos'],
  },
  8: {
    nombre: 'Gerente',
    permisos: [...toLookAt, 'gastos'],
  },
} as const satisfies Record<
  (typeof profileCodes)[number],
  { nombre: string; permisos: readonly Permission[] }
>;

export type ProfileId = keyof typeof profiles;

export const profileIds = Object.keys(profiles).map(Number) as readonly ProfileId[];

/** Profile required for each post in a store. */
export const storePlaces = { responsable: 2, supervisor: 3, gerente: 8 } as const;

export type StorePlace = keyof typeof storePlaces;
export const storePlaceNames = Object.keys(storePlaces) as StorePlace[];

/** Routes open to every signed-in user; `login` and `invitacion` are public. */
export const openRoutes = [
  'login',
  'logout',
  'cambiar-clave',
  'mi-cuenta',
  'ayuda',
  'invitacion',
] as const;

/**
 * Sign-in methods: password only, with a second factor, with a recovery code instead, the account of the company; the
 * key of a machine.
 */
const signIns = ['clave', 'clave_totp', 'clave_recuperacion', 'compania', 'llave'] as const;
export type SignIn = (typeof signIns)[number];

/** The actor of an event: user and profile of the session, never values from the request. */
export interface Person {
  id: number;
  profile: ProfileId;
  /** Stored in the log; not used by guards. Absent: 'clave'. */
  ingreso?: SignIn;
  /** Id of the absent person for whom a delegate acts; also stored in the log. */
  enNombreDe?: number;
}

export const isProfileId = (value: unknown): value is ProfileId =>
  typeof value === 'number' && Object.hasOwn(profiles, value);

/** Parses a list of permissions as sent and stored: route names separated by commas. */
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

/** Screens that need no id of a store, box or expense: only one of them can be a landing page. */
export const landingPermissions: readonly Permission[] = [
  'misPendientes',
  'listarUsuarios',
  'crearUsuario',
  'listarEmpresa',
  'crearEmpresa',
  'listarTiendas',
  'crearTienda',
  'business',
  'catalogos',
  'historialCaja',
  'cajasPendientes',
  'giros',
  'comprobantes',
  'gastos',
  'proveedores',
  'verTiendas',
  'consolidado',
  'flujo',
];

const lands = (permission: string): boolean =>
  landingPermissions.some((name) => name === permission);

/**
 * The route rule: the first path segment must be one of the permissions, otherwise the answer is
 * the first permission of the list whose screen needs no id; without one, the screen that every user has.
 *
 * @param path path of the hash route, for example `/verCaja/12`
 * @returns null when the path may be opened, otherwise the path to go to
 */
export function redirectFor(path: string, permissions: readonly string[]): string | null {
  const segment = firstSegment(path);
  if (permissions.includes(segment)) return null;
  if ((openRoutes as readonly string[]).includes(segment)) return null;
  if (permissions.length === 0) return '/logout';
  return `/${permissions.find(lands) ?? 'mi-cuenta'}`;
}

/** The link to follow after a sign-in; '' for the pages of the session itself. */
export const linkToFollow = (link: string): string =>
  ['login', 'logout'].includes(firstSegment(link)) ? '' : link;

/** The path after sign-in: that of the opened link if permitted, else the first screen. */
export function landingFor(link: string, permissions: readonly string[]): string {
  const path = linkToFollow(link);
  return redirectFor(path, permissions) ?? path;
}
