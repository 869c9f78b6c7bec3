/** For each call a body that is right: what it must carry, and what it may. */
import type { CallPath, RequestOf } from '#contract/contract.ts';

export interface Sample {
  required: Record<string, unknown>;
  optional?: Record<string, unknown>;
}

const user = {
  tipo: 2,
  nombre: 'Ana Pérez',
  tipo_doc: 2,
  num_doc: '900373923',
  digito: '8',
  email: 'ana@tienda.test',
};

const store = {
  nombre: 'Tienda Norte',
  direccion: 'Calle 1 # 2-3',
  telefono: '6011234567',
  email: 'norte@tienda.test',
  centro_costo: '0012',
  centro_beneficio: 'B-7',
  responsable: 1,
  gerente: 2,
  supervisor: 3,
  formato_tienda: 1,
  base: 1500000.5,
  ciudad: 1,
};

const expense = {
  fecha_gasto: '2026-11-03',
  num_doc: '900373923',
  proveedor: 'Papelería El Lápiz',
  direccion: 'Carrera 7',
  departamento: 11,
  ciudad: 1,
  recibo: '000123A',
  valor: 12500.5,
  concepto: 'Resmas de papel',
  categoria: [1, 2],
  tipo_factura: 1,
  numero_factura: 'FE0001',
  id_tienda: 1,
};

const paging = { pagina: 1, limite: 50, orden: 'nombre', direccion: 'asc', buscar: 'ana' };

const send: Sample = { required: { id_caja: 1 }, optional: { version: 3 } };

const byBox: Sample = { required: { id_caja: 1 } };

const decision = { observacion: 'Revisado', id_rechazo: 1, version: 2 };

export const samples = {
  '/auth/user': { required: { email: 'ana@tienda.test', password: 'Caja2026' } },
  '/auth/sesion': { required: {} },
  '/auth/logout': { required: {} },
  '/misSesiones': { required: {} },
  '/cerrarOtrasSesiones': { required: {} },
  '/auth/codigo': { required: { codigo: '123456' } },
  '/miSegundoFactor': { required: {} },
  '/prepararSegundoFactor': { required: {} },
  '/activarSegundoFactor': { required: { codigo: '123456' } },
  '/renovarCodigos': { required: { codigo: '123456' } },
  '/desactivarSegundoFactor': { required: { codigo: 'ABCD-EFGH-JKMN-PQRS' } },
  '/restablecerSegundoFactor': { required: { id_usuario: 1 } },
  '/recoverPassword': { required: { email: 'ana@tienda.test' } },
  '/changePwd': {
    required: { email: 'ana@tienda.test', password: 'Caja2026' },
    optional: { password_actual: 'Caja2025' },
  },
  '/obtenerUsuarios': { required: {}, optional: paging },
  '/obtenerUsuarioById': { required: { id_usuario: 1 } },
  '/registrarUsuario': {
    required: { ...user, password: 'Caja2026' },
    optional: { celular: '3001234567', permisos: 'verCaja,historialCaja' },
  },
  '/editarUsuario': {
    required: { ...user, id_usuario: 1 },
    optional: {
      password: 'Caja2026',
      celular: '3001234567',
      permisos: 'verCaja',
      email_actual: 'ana@tienda.test',
      num_doc_actual: '900373923',
    },
  },
  '/obtenerEmpresas': { required: {}, optional: paging },
  '/obtenerEmpresaById': { required: { id_empresa: 1 } },
  '/crearEmpresa': { required: { nombre: 'Envía', zona: 1146 } },
  '/editarEmpresa': { required: { nombre: 'Envía', zona: 1146, id_elemento: 1 } },
  '/obtenerTiendas': { required: {}, optional: paging },
  '/obtenerTiendaById': { required: { id_tienda: 1 } },
  '/agregarTienda': { required: store, optional: { responsables_adicionales: [4, 5] } },
  '/editarTienda': {
    required: { ...store, id_tienda: 1 },
    optional: { responsables_adicionales: [] },
  },
  '/datosGenerales': {
    required: { tabla: 'categoria_gasto' },
    optional: { ...paging, condicional: { id_formato: 3 } },
  },
  '/datosGeneralesNoActive': {
    required: { tabla: 'cajas' },
    optional: { ...paging, condicional: { id: 3 } },
  },
  '/configGeneral': {
    required: { monto_maximo: 200000 },
    optional: { exceso_fondo: 'impedir', perfiles_segundo_factor: [1, 6] },
  },
  '/obtenerDatosTiendaCaja': { required: { id_tienda: 1 } },
  '/obtenerCajaActual': { required: { id_tienda: 1 } },
  '/gastosCaja': { required: { id_caja: 1 }, optional: { estado_caja: 3 } },
  '/gastosCajaMantenimiento': { required: { id_caja: 1 }, optional: { estado_caja: 1 } },
  '/gastosCajaContabilidad': byBox,
  '/enviarCaja': { required: { id_caja: 1, id_tienda: 1 }, optional: { version: 0 } },
  '/eliminarGasto': { required: { id_gasto: 1, id_tienda: 1 } },
  '/gastosRepetidos': {
    required: {
      id_tienda: 1,
      num_doc: '900373923',
      fecha_gasto: '2026-11-03',
      recibo: '000123A',
      valor: 12500.5,
    },
    optional: { id_proveedor: 3 },
  },
  '/enviarGasto': {
    required: expense,
    optional: { digito: '8', id_proveedor: 1, encargado: 'Ana' },
  },
  '/cargarSoporte': { required: { id_gasto: 1 } },
  '/importarFacturas': { required: {} },
  '/formatearNumero': { required: { valor: '12.500' } },
  '/historialCajas': { required: {}, optional: { ...paging, ver_control: 1, id_tienda: 1 } },
  '/verCajaDetalle': byBox,
  '/detalleGasto': { required: { id_gasto: 1 } },
  '/obtenerCaja': byBox,
  '/obtenerSoportes': byBox,
  '/enviarCajaSupervisor': send,
  '/enviarCajaMantenimiento': send,
  '/enviarCajaContabilidadPrevia': send,
  '/enviarCajaContabilidad': send,
  '/guardarSupervisor': {
    required: { id_gasto: 1, id_caja: 1, estado: 3 },
    optional: { ...decision, item: 0, reembolsar: 15000 },
  },
  '/guardarMantenimiento': {
    required: { id_gasto: 1, id_caja: 1, estado: 9 },
    optional: { ...decision, item: 0 },
  },
  '/guardarContabilidad': {
    required: { id_gasto: 1, id_caja: 1, estado: 6, item: 1 },
    optional: {
      ...decision,
      indicadorImpuesto: 1,
      item_texto: 'Papelería',
      item_valor: [12000, 500.5],
      iva_item: [1, 2],
      categorias: [1, 2],
      categorias_nuevas: [2],
      proveedor: 'Papelería El Lápiz',
      id_proveedor: 1,
      tipo_persona: 'PJ',
      numero_factura: 'FE0001',
      fecha_gasto: '2026-11-03',
    },
  },
  '/guardarContabilidadFinal': {
    required: { id_gasto: 1, estado: 15 },
    optional: { ...decision, id_caja: 1 },
  },
  '/aprobarGastos': {
    required: { id_caja: 1, gastos: [1, 2] },
    optional: { observacion: 'Conforme' },
  },
  '/elegirFacturaElectronica': {
    required: { id_gasto: 1, recibo: 'FE0001', url: 'https://facturas.test/a' },
  },
  '/enviarSoporteCaja': {
    required: { id_caja: 1 },
    optional: { id_empresa: 1, codigo: 'GUIA1', version: 1 },
  },
  '/enviarSoporteCorreo': byBox,
  '/cajasPendientesContabilidad': { required: { estado: 4 }, optional: paging },
  '/actdesElemento': { required: { id_elemento: 1, opc: 1, tabla: 'tiendas' } },
  '/eliminarElemento': { required: { id_elemento: 1, tabla: 'usuarios' } },
  '/correosSalientes': { required: {} },
  '/reintentarCorreo': { required: { id_correo: 1 } },
  '/flujoFiltros': { required: {} },
  '/flujoActual': { required: {}, optional: { id_tienda: 1, id_supervisor: 3 } },
  '/flujoCajas': {
    required: { maquina: 'box', estado: 'supervision' },
    optional: { ...paging, id_tienda: 1, id_supervisor: 3 },
  },
  '/flujoHistoria': {
    required: { desde: '2026-11-01', hasta: '2026-11-30' },
    optional: { id_tienda: 1, id_supervisor: 3 },
  },
  '/flujoCaja': byBox,
  '/flujoConformidad': { required: { despues: 0, cantidad: 50 } },
  '/buscar': { required: { texto: 'ferretería oct' } },
} satisfies { [Path in CallPath]: Sample };

/** The codes of each call that may come as numeric text; what they may be. */
export const codes: readonly (readonly [CallPath, string, readonly number[]])[] = [
  ['/gastosCaja', 'estado_caja', [0, 1, 2, 3, 4, 5, 9]],
  ['/gastosCajaMantenimiento', 'estado_caja', [0, 1, 2, 3, 4, 5, 9]],
  ['/enviarGasto', 'tipo_factura', [0, 1]],
  ['/historialCajas', 'ver_control', [0, 1]],
  ['/guardarSupervisor', 'estado', [3, 4]],
  ['/guardarSupervisor', 'item', [0, 1]],
  ['/guardarMantenimiento', 'estado', [9, 10]],
  ['/guardarMantenimiento', 'item', [0, 1]],
  ['/guardarContabilidad', 'estado', [3, 6, 7, 15, 16]],
  ['/guardarContabilidad', 'item', [0, 1]],
  ['/guardarContabilidadFinal', 'estado', [15, 16]],
  ['/cajasPendientesContabilidad', 'estado', [0, 1, 2, 3, 4, 5, 9]],
  ['/actdesElemento', 'opc', [0, 1]],
];

/** Compiles only while the codes of a body are numbers for whoever works with it. */
export const typed = {
  estado: 3,
  id_gasto: 1,
  id_caja: 1,
} satisfies RequestOf<'/guardarSupervisor'>;
