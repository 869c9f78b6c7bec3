/** Permissions are names of routes: sent to the client at sign-in, and checked by client and server. */
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
  'comprobantes',
  'gastos',
  'proveedores',
] as const;

/** Permissions for an action on the screen of another permission. */
export type ActionPermission = 'autorizarGiros';

export type Permission = (typeof permissionNames)[number];

/** Screens that show the number of pending items. */
export const countedScreens = ['misPendientes', 'cajasPendientes', 'historialCaja'] as const;

/** True when a user with these permissions has a screen with a count of pending items. */
export const isCounted = (permissions: readonly string[]): boolean =>
  countedScreens.some((name) => permissions.includes(name));

/** Codes of the profiles (`tipo_usuario`); machines/domain/people/profiles.ts has their names. */
export const profileCodes = [1, 2, 3, 4, 5, 6, 7, 8] as const;
