/** The permissions: names of routes, delivered at login and checked by both sides. */
export const permissionNames = [
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
  'cajaActual',
  'crearGasto',
  'detalleGasto',
  'historialCaja',
  'verCaja',
  'verCajaSupervisor',
  'detalleGastoSupervisor',
  'verCajaRevisada',
  'cajasPendientes',
  'revisarCaja',
  'detalleGastoContabilidad',
  'detalleGastoContabilidadFinal',
  'verCajaMantenimiento',
  'detalleGastoMantenimiento',
  'verTiendas',
  'historialTienda',
  'detalleCajaCI',
  'detalleGastoCI',
  'consolidado',
  'flujo',
  'misPendientes',
  'giros',
  'autorizarGiros',
] as const;

/** Permissions to do something on the screens of another permission. */
export type ActionPermission = 'autorizarGiros';

export type Permission = (typeof permissionNames)[number];

/** The screens that say how much waits for the person. */
export const countedScreens = ['misPendientes', 'historialCaja'] as const;

/** Something may wait for somebody with these permissions, and is counted. */
export const isCounted = (permissions: readonly string[]): boolean =>
  countedScreens.some((name) => permissions.includes(name));

/** The profiles (`tipo_usuario`); machines/domain/people/profiles.ts names them. */
export const profileCodes = [1, 2, 3, 4, 5, 6, 7, 8] as const;
