/** Calls, payloads and entities as the specification names them, letter for letter (sections 3 and 7). */
import { describe, expect, test } from 'vitest';
import type * as yup from 'yup';
import { apiBase, type CallPath, calls, xsrfCookie, xsrfHeader } from '#contract/contract.ts';

/** Path and payload fields of section 7, beside the token. */
const payloads: [CallPath, string][] = [
  ['/auth/user', 'email password'],
  ['/recoverPassword', 'email'],
  ['/changePwd', 'email password'],
  ['/obtenerUsuarios', ''],
  ['/obtenerUsuarioById', 'id_usuario'],
  [
    '/registrarUsuario',
    'tipo nombre tipo_doc num_doc digito email celular password usuario_accion',
  ],
  [
    '/editarUsuario',
    'tipo nombre tipo_doc num_doc digito email celular password usuario_accion email_actual num_doc_actual id_usuario',
  ],
  ['/obtenerEmpresas', ''],
  ['/obtenerEmpresaById', 'id_empresa'],
  ['/crearEmpresa', 'nombre zona usuario_accion'],
  ['/editarEmpresa', 'nombre zona usuario_accion id_elemento'],
  ['/obtenerTiendas', 'tipoperfil_id id_usuario'],
  ['/obtenerTiendaById', 'id_tienda'],
  ['/agregarTienda', 'nombre direccion responsables_adicionales usuario_accion'],
  ['/editarTienda', 'nombre direccion responsables_adicionales usuario_accion id_tienda'],
  ['/datosGenerales', 'tabla condicional'],
  ['/datosGeneralesNoActive', 'tabla condicional'],
  ['/configGeneral', 'monto_maximo'],
  ['/obtenerDatosTiendaCaja', 'id_tienda'],
  ['/obtenerCajaActual', 'id_tienda'],
  ['/gastosCaja', 'id_caja estado_caja tipo_perfil'],
  ['/gastosCajaMantenimiento', 'id_caja estado_caja'],
  ['/gastosCajaContabilidad', 'id_caja'],
  ['/enviarCaja', 'id_caja id_tienda'],
  ['/eliminarGasto', 'id_gasto id_tienda usuario_accion'],
  [
    '/enviarGasto',
    'fecha_gasto num_doc digito proveedor direccion departamento ciudad recibo valor concepto categoria tipo_factura numero_factura encargado id_tienda id_proveedor',
  ],
  ['/cargarSoporte', 'id_gasto'],
  ['/formatearNumero', 'valor'],
  ['/historialCajas', 'id_usuario tipo_perfil ver_control id_tienda'],
  ['/verCajaDetalle', 'id_caja'],
  ['/detalleGasto', 'id_gasto'],
  ['/obtenerCaja', 'id_caja'],
  ['/obtenerSoportes', 'id_caja'],
  ['/enviarCajaSupervisor', 'id_caja'],
  [
    '/guardarSupervisor',
    'id_caja id_gasto estado item observacion id_rechazo usuario_accion reembolsar',
  ],
  ['/guardarMantenimiento', 'id_caja id_gasto estado item observacion id_rechazo usuario_accion'],
  [
    '/guardarContabilidad',
    'id_gasto estado item observacion usuario_accion indicadorImpuesto item_texto item_valor iva_item categorias categorias_nuevas proveedor id_proveedor tipo_persona numero_factura fecha_gasto id_caja',
  ],
  ['/guardarContabilidadFinal', 'id_gasto estado observacion usuario_accion'],
  ['/elegirFacturaElectronica', 'id_gasto recibo url'],
  ['/enviarSoporteCaja', 'id_caja id_empresa codigo'],
  ['/enviarSoporteCorreo', 'id_caja'],
  ['/enviarCajaMantenimiento', 'id_caja'],
  ['/enviarCajaContabilidad', 'id_caja'],
  ['/enviarCajaContabilidadPrevia', 'id_caja'],
  ['/cajasPendientesContabilidad', 'estado'],
  ['/actdesElemento', 'id_elemento opc tabla usuario_accion'],
  ['/eliminarElemento', 'id_elemento tabla usuario_accion'],
];

/** What an answer carries of an entity of section 3. */
const entities: [string, CallPath, string][] = [
  [
    'the session',
    '/auth/user',
    'status msg email cambiar_clave permisos nombre id_usuario tipoperfil_id tipoperfil_nombre',
  ],
  [
    'a user',
    '/obtenerUsuarioById',
    'id razon_social tipo tipo_doc num_doc digito email celular active_ tipo_perfil',
  ],
  ['a company', '/obtenerEmpresaById', 'id nombre ciudad id_ciudad active_'],
  [
    'a store',
    '/obtenerTiendaById',
    'id nombre direccion telefono email centro_costo centro_beneficio responsable responsables_adicionales gerente id_gerente supervisor id_supervisor formato_tienda id_formato base ciudad active_ base_formato tipo_formato disponible reembolso',
  ],
  [
    'a box',
    '/obtenerCaja',
    'id active consecutivo fecha total total_aprobado estado color tipo_usuario fecha_movimiento tienda id_ciudad_tienda id_tienda',
  ],
  [
    'an expense',
    '/detalleGasto',
    'fecha_gasto recibo valor valor_f concepto factura_elec numero_factura enlace_factura data_factura soporte estado item informe_novedad id_rechazo_supervisor obs_supervisor obs_mantenimiento obs_contabilidad obs_contabilidad_dos fecha_supervisor fecha_mantenimiento fecha_contabilidad fecha_contabilidad_dos reembolsar indicador tipo_persona id_proveedor proveedor categorias',
  ],
  [
    'a row of a history',
    '/historialCajas',
    'tienda consecutivo fecha total total_aprobado color estado tipo_usuario fecha_movimiento id_caja active',
  ],
  [
    'a pending box',
    '/cajasPendientesContabilidad',
    'tienda consecutivo fecha total color estado id',
  ],
  ['a shipping support', '/obtenerSoportes', 'empresa codigo_soporte'],
];

interface Described {
  fields?: Record<string, Described>;
  innerType?: Described;
}

/** The names of the fields of a schema, or of the rows of a list. */
function fieldsOf(schema: yup.Schema): string[] {
  const described = schema.describe() as Described;
  return Object.keys((described.innerType ?? described).fields ?? {});
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

describe('a call of the specification', () => {
  test('lives under the fixed path, with the forgery header from its cookie', () => {
    expect([apiBase, xsrfCookie, xsrfHeader]).toEqual(['/api/v1', 'XSRF-TOKEN', 'X-XSRF-TOKEN']);
  });

  test.each(payloads)('%s takes its payload fields', (path, fields) => {
    expect(fieldsOf(calls[path].body)).toEqual(expect.arrayContaining(['token', ...words(fields)]));
  });
});

describe('an entity of the specification', () => {
  test.each(entities)('%s travels with its fields by %s', (_, path, fields) => {
    expect(fieldsOf(calls[path].answer)).toEqual(expect.arrayContaining(words(fields)));
  });
});
