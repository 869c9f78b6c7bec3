/** Wire names apart from the table of calls, so that the first page does not load the table. */

/** Path prefix of the calls on the product's host. */
export const apiBase = '/api/v1';

export const xsrfCookie = 'XSRF-TOKEN';
export const xsrfHeader = 'X-XSRF-TOKEN';
export const idempotencyHeader = 'Idempotency-Key';
/** With the value `200` a refusal of a call has HTTP status 200; its body says which one it is. */
export const refusalsHeader = 'X-Rechazos';
export const totalCountHeader = 'X-Total-Count';

/** A field that names the caller; the server ignores it and uses the session. */
export type PersonField = 'usuario_accion' | 'id_usuario' | 'tipo_perfil' | 'tipoperfil_id';

/** The calls whose body names the caller, as the specification requires. */
export const personFields: Readonly<Record<string, readonly PersonField[]>> = {
  '/registrarUsuario': ['usuario_accion'],
  '/editarUsuario': ['usuario_accion'],
  '/crearEmpresa': ['usuario_accion'],
  '/editarEmpresa': ['usuario_accion'],
  '/obtenerTiendas': ['tipoperfil_id', 'id_usuario'],
  '/agregarTienda': ['usuario_accion'],
  '/editarTienda': ['usuario_accion'],
  '/gastosCaja': ['tipo_perfil'],
  '/eliminarGasto': ['usuario_accion'],
  '/historialCajas': ['id_usuario', 'tipo_perfil'],
  '/guardarSupervisor': ['usuario_accion'],
  '/guardarMantenimiento': ['usuario_accion'],
  '/guardarContabilidad': ['usuario_accion'],
  '/guardarContabilidadFinal': ['usuario_accion'],
  '/actdesElemento': ['usuario_accion'],
  '/eliminarElemento': ['usuario_accion'],
};
