/** A valid body for each call, with its required and optional fields. */
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
  base: 1_500_000,
  ciudad: 5001,
};

const newPerson = {
  nombre: 'Ana Ruiz',
  tipo_doc: 1,
  num_doc: '52000111',
  email: 'ana@cajamenor.test',
};

const correctedExpense = {
  fecha_gasto: '2026-11-03',
  num_doc: '900373923',
  proveedor: 'Papelería El Lápiz',
  direccion: 'Carrera 7',
  departamento: 11,
  ciudad: 11001,
  recibo: '000123A',
  valor: 12500.5,
  concepto: 'Resmas de papel',
  categoria: [1, 2],
  tipo_factura: 1,
  numero_factura: 'FE0001',
};

const expense = { ...correctedExpense, id_tienda: 1 };

const paging = { pagina: 1, limite: 50, orden: 'nombre', direccion: 'asc', buscar: 'ana' };

const storesOfFlow = { id_tienda: 1, id_supervisor: 3, id_formato: 1, id_ciudad: 5001 };

const cases: Sample = {
  required: { desde: '2026-11-01', hasta: '2026-11-30' },
  optional: {
    ...storesOfFlow,
    id_categoria: 7,
    valor_min: 10_000,
    valor_max: 900_000,
    resultado: 'parcial',
    camino: 'open supervision',
    paso: 'box supervision',
    con: 'rechazo supervision',
    mantenimiento: 'no',
    tarde: 'si',
    tarde_en: 'supervision',
    id_persona: 3,
    id_motivo: 2,
    dias_min: 2,
    dias_max: 9,
    relevos: 5,
    dia_envio: 1,
  },
};

const send: Sample = { required: { id_caja: 1 }, optional: { version: 3 } };

const byBox: Sample = { required: { id_caja: 1 } };

const decision = { observacion: 'Revisado', id_rechazo: 1, version: 2, soporte_visto: 1 };

export const samples = {
  '/auth/user': { required: { email: 'ana@tienda.test', password: 'Caja2026' } },
  '/auth/sesion': { required: {} },
  '/auth/logout': { required: {} },
  '/misSesiones': { required: {} },
  '/cerrarOtrasSesiones': { required: {} },
  '/auth/codigo': { required: { codigo: '123456' } },
  '/miSegundoFactor': { required: {} },
  '/prepararSegundoFactor': { required: {} },
  '/activarSegundoFactor': {
    required: { codigo: '123456' },
    optional: { password_actual: 'Caja2025' },
  },
  '/renovarCodigos': { required: { codigo: '123456' } },
  '/desactivarSegundoFactor': { required: { codigo: 'ABCD-EFGH-JKMN-PQRS' } },
  '/restablecerSegundoFactor': { required: { id_usuario: 1 } },
  '/ingresoCompania': { required: {} },
  '/guardarIngresoCompania': {
    required: {
      version: 1,
      activo: 0,
      dato_grupos: 'groups',
      nuevos: 'crear',
      grupos: [{ grupo: 'tiendas-norte', tipo: 2, tiendas: 'CC-01' }],
      sin_clave: [],
    },
    optional: {
      emisor: 'https://cuentas.ejemplo.test',
      cliente: 'caja-menor',
      administrador: 1,
    },
  },
  // Nobody listens there.
  '/probarIngresoCompania': { required: { emisor: 'http://localhost:1', cliente: 'caja-menor' } },
  '/miCuentaCompania': { required: {} },
  '/unirCuentaCompania': { required: {} },
  '/invitarUsuario': { required: { id_usuario: 1 } },
  '/puestaEnMarcha': { required: {} },
  '/correoPrueba': { required: {} },
  '/invitacionesPendientes': { required: {} },
  '/enlacesInvitacion': { required: { usuarios: [1, 2] } },
  '/invitacion': { required: { invitacion: 'secreto' } },
  '/aceptarInvitacion': { required: { invitacion: 'secreto', password: 'Caja2026' } },
  '/recoverPassword': { required: { email: 'ana@tienda.test' } },
  '/changePwd': {
    required: { email: 'ana@tienda.test', password: 'Caja2026' },
    optional: { password_actual: 'Caja2025' },
  },
  '/obtenerUsuarios': { required: {}, optional: paging },
  '/obtenerUsuarioById': { required: { id_usuario: 1 } },
  '/registrarUsuario': {
    required: { ...user, password: 'Fresno4821' },
    optional: { celular: '3001234567', invitar: 0, permisos: 'verCaja,historialCaja' },
  },
  '/editarUsuario': {
    required: { ...user, id_usuario: 1 },
    optional: {
      pasar_a: 2,
      password: 'Caja2026',
      celular: '3001234567',
      permisos: 'verCaja',
      email_actual: 'ana@tienda.test',
      num_doc_actual: '900373923',
      version: 1,
    },
  },
  '/obtenerEmpresas': { required: {}, optional: paging },
  '/obtenerEmpresaById': { required: { id_empresa: 1 } },
  '/crearEmpresa': { required: { nombre: 'Envía', zona: 1146 } },
  '/editarEmpresa': { required: { nombre: 'Envía', zona: 1146, id_elemento: 1 } },
  '/obtenerProveedores': { required: {}, optional: paging },
  '/obtenerProveedorById': { required: { id_proveedor: 1 } },
  '/guardarProveedor': {
    required: {
      tipo_doc: 'NIT',
      num_doc: '890903938',
      digito: '8',
      nombre: 'Energía del Valle S.A.',
      ocasional: 0,
      bloqueado: 0,
    },
    optional: {
      nombres: 'Ana',
      apellidos: 'Rojas',
      regimen: 'autorretenedor',
      id_elemento: 2,
      version: 1,
    },
  },
  '/unirProveedores': { required: { id_proveedor: 999_999, id_destino: 999_998 } },
  '/comprasDeProveedor': { required: { id_proveedor: 1 }, optional: paging },
  '/obtenerTiendas': { required: {}, optional: paging },
  '/obtenerTiendaById': { required: { id_tienda: 1 } },
  '/agregarTienda': {
    required: store,
    optional: {
      responsables_adicionales: [4, 5],
      responsable_nuevo: newPerson,
      supervisor_nuevo: newPerson,
      gerente_nuevo: newPerson,
    },
  },
  '/editarTienda': {
    required: { ...store, id_tienda: 1 },
    optional: { responsables_adicionales: [], motivo_base: 'Más ventas', version: 1 },
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
    optional: {
      exceso_fondo: 'impedir',
      control_giros: 'si',
      dias_libres: '2026-12-24 12:00,2026-12-31',
      nombre_empresa: 'Droguerías Unidas S.A.S.',
      ciudad_empresa: 'Cali',
      nit_empresa: '900123456',
      cuenta_pagadora: '01234567890',
      tipo_cuenta_pagadora: 'ahorros',
      cuenta_fondo: '11051001',
      cuenta_banco: '11100501',
      cuenta_faltantes: '13659501',
      cuenta_apertura: '11059999',
      cuenta_asumidos: '53959501',
      cuenta_iva: '24080201',
      contrapartida: 'responsable',
      plantilla_comprobantes: 'excel',
      comprobantes_desde: '2026-06-01',
      columnas_giros: ['documento', 'valor'],
      formato_giros: 'pab',
      pab_comprobado: '2026-06-16',
      perfiles_segundo_factor: [1, 6],
      dias_supervision: 2,
      dias_mantenimiento: 3,
      dias_previa: 3,
      dias_envio: 5,
      dias_final: 2,
      segundos_decision: 5,
      correcciones_gasto: 2,
      dias_fraccion: 3,
      margen_tope: 5,
      tiendas_persona: 4,
      dias_dinero: 3,
      dias_papeles: 6,
      version: 1,
      dias_vale: 4,
      moneda_minima: 100,
      fondo_bajo: 0,
      dias_habiles: [1, 2, 3, 4, 5],
      hora_apertura: '08:00',
      hora_cierre: '17:00',
      horario_desde: '2026-12-01',
      hora_correo: '07:00',
    },
  },
  '/obtenerDatosTiendaCaja': { required: { id_tienda: 1 } },
  '/obtenerCajaActual': { required: { id_tienda: 1 } },
  '/gastosCaja': { required: { id_caja: 1 }, optional: { estado_caja: 3 } },
  '/gastosCajaMantenimiento': { required: { id_caja: 1 }, optional: { estado_caja: 1 } },
  '/gastosCajaContabilidad': byBox,
  '/enviarCaja': { required: { id_caja: 1, id_tienda: 1 }, optional: { version: 0 } },
  '/eliminarGasto': { required: { id_gasto: 1, id_tienda: 1 } },
  '/sugerenciasGasto': { required: { id_tienda: 1 } },
  '/facturaDelCodigo': {
    required: { id_tienda: 1 },
    optional: { cufe: 'ab'.repeat(48), nit: '900373923' },
  },
  '/facturasSinGasto': { required: { id_tienda: 1, id_proveedor: 1 } },
  '/gastosRepetidos': {
    required: {
      id_tienda: 1,
      num_doc: '900373923',
      fecha_gasto: '2026-11-03',
      recibo: '000123A',
      valor: 12500.5,
    },
    optional: { id_proveedor: 3, numero_factura: 'FE12', origen: 7 },
  },
  '/enviarGasto': {
    required: expense,
    optional: {
      digito: '8',
      id_proveedor: 1,
      encargado: 'Ana',
      origen: 7,
      id_vale: 3,
      sin_senal: 1,
    },
  },
  '/corregirGasto': {
    required: { ...correctedExpense, id_gasto: 7 },
    optional: { digito: '8', id_proveedor: 1, encargado: 'Ana', version: 3 },
  },
  '/cargarSoporte': { required: { id_gasto: 1 } },
  '/importarFacturas': { required: {} },
  '/revisarImportacion': { required: { tabla: 'usuarios' } },
  '/importarFilas': { required: { tabla: 'tiendas', huella: 'a1b2' } },
  '/formatearNumero': { required: { valor: '12.500' } },
  '/historialCajas': {
    required: {},
    optional: { ...paging, ver_control: 1, id_tienda: 1, grupo: 'en_tramite' },
  },
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
    required: { id_gasto: 1, estado: 6, item: 1 },
    optional: {
      ...decision,
      id_caja: 1,
      indicadorImpuesto: 1,
      item_texto: 'Papelería',
      item_valor: [12000, 500.5],
      iva_item: [1, 2],
      deducible: [null, 0],
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
  '/guardarCatalogo': {
    required: { tabla: 'impuestos', nombre: 'IVA 16 %', porcentaje: 16 },
    optional: {
      id_elemento: 2,
      cuenta: '529525',
      formatos: [1, 2],
      mantenimiento: 0,
      codigo: 'FE',
      version: 1,
    },
  },
  '/listarCategorias': { required: {}, optional: { ...paging, id_elemento: 3 } },
  '/usarPlantilla': { required: {} },
  '/topes': { required: {} },
  '/guardarTope': {
    required: { id_categoria: 1, clase: 'caja', valor: 50_000, efecto: 'avisar' },
    optional: { id_elemento: 2, id_formato: 1, id_tienda: 3 },
  },
  '/quitarTope': { required: { id_elemento: 999_999 } },
  '/ausencias': { required: {}, optional: { id_ausente: 3 } },
  '/misCorreos': { required: {} },
  '/guardarMisCorreos': {
    required: {},
    optional: {
      llegada: 'diario',
      rechazo: 'inmediato',
      cierre: 'nunca',
      demora: 'diario',
      fondo: 'nunca',
    },
  },
  '/arqueos': { required: { id_tienda: 3 } },
  '/guardarArqueo': {
    required: {
      id_tienda: 3,
      cantidades: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3],
    },
  },
  '/vales': { required: { id_tienda: 3 } },
  '/darVale': {
    required: { id_tienda: 3, valor: 20_000, persona: 'Ana Ruiz', dia: '2026-06-17' },
    optional: { motivo: 'Taxi' },
  },
  '/devolverVale': { required: { id_vale: 3 } },
  '/explicarArqueo': { required: { id_arqueo: 3, nota: 'Faltó un recibo' } },
  '/resolverArqueo': {
    required: { id_arqueo: 3, como: 'aCargo' },
    optional: { motivo: 'No lo explicó', dia: '2026-06-16', referencia: '4471' },
  },
  '/giros': { required: {}, optional: { ...paging, lista: 'porGirar', id_lote: 1 } },
  '/lotesGiros': { required: {}, optional: { ...paging, id_lote: 1, abiertos: 1 } },
  '/totalesGiros': { required: { lista: 'enCurso' }, optional: { buscar: 'Norte' } },
  '/prepararGiros': { required: { cajas: [7] }, optional: { retener: [7] } },
  '/retirarGiros': { required: { cajas: [7] } },
  '/autorizarGiros': { required: { id_lote: 1 } },
  '/gastosPorMes': {
    required: { mes: '2026-06-01', por: 'categoria' },
    optional: { id_tienda: 3, categoria: 'Aseo', id_proveedor: 9 },
  },
  '/gastosDeMes': {
    required: { mes: '2026-06-01' },
    optional: { id_tienda: 3, categoria: 'Aseo', id_proveedor: 9 },
  },
  '/clavesIntegracion': { required: {} },
  '/crearClaveIntegracion': {
    required: { nombre: 'ERP de nómina', alcances: ['lecturaTiendas'], dias: 90 },
  },
  '/rotarClaveIntegracion': { required: { id_clave: 999_999, prefijo: 'cm_0a1b2c' } },
  '/revocarClaveIntegracion': { required: { id_clave: 999_999 } },
  '/comprobantes': { required: {}, optional: { hasta: '2026-06-16' } },
  '/exportarComprobantes': { required: { hasta: '2026-06-16' } },
  '/retirarExportacion': { required: { numero: 999_999, motivo: 'El programa lo rechazó' } },
  '/reversarComprobante': { required: { numero: 999_999, motivo: 'Otra cuenta' } },
  '/cerrarPeriodo': { required: { hasta: '2999-12-31' } },
  '/comprobanteDeCaja': { required: { id_caja: 1 } },
  '/enviarGiros': { required: { id_lote: 1 } },
  '/leerRespuestaBanco': { required: { id_lote: 1 } },
  '/guardarFormatoBanco': {
    required: {
      nombre: 'Bancolombia',
      columnas: {
        cuenta: 'Número de cuenta',
        documento: '',
        valor: 'Valor',
        referencia: 'Comprobante',
        estado: 'Estado',
        motivo: 'Causal',
        concepto: '',
      },
    },
    optional: {
      palabras: [
        { palabra: 'PAGADO', sentido: 'exito' },
        { palabra: 'RECHAZADO', sentido: 'rechazo' },
      ],
    },
  },
  '/decidirPalabraBanco': {
    required: { id_formato: 1, palabra: 'EN PROCESO', sentido: 'rechazo' },
  },
  '/confirmarGiros': {
    required: { dia: '2026-06-17', giros: [{ id_caja: 7, referencia: '4471' }] },
    optional: { repetida: 1 },
  },
  '/devolverGiros': { required: { cajas: [7], motivo: 'Cuenta inexistente' } },
  '/proponerDevolucion': { required: { cajas: [7], motivo: 'El banco lo devolvió' } },
  '/resolverDevolucion': { required: { cajas: [7], aprueba: 1 } },
  '/corregirGiro': {
    required: { id_caja: 7, dia: '2026-06-17', referencia: '4471' },
    optional: { repetida: 1 },
  },
  '/giroDeCaja': byBox,
  '/responderGiro': {
    required: { id_caja: 7, recibido: 0 },
    optional: { nota: 'No aparece en el extracto' },
  },
  '/gastosACargo': { required: { id_tienda: 3 } },
  '/consignarGasto': {
    required: { id_gasto: 9, dia: '2026-06-17', nota: 'Consignado en el cajón' },
    optional: { id_deudor: 2 },
  },
  '/asumirGasto': { required: { id_gasto: 9, motivo: 'Se perdió en el envío' } },
  '/movimientosFondo': { required: { id_tienda: 3 } },
  '/abrirFondo': {
    required: { id_tienda: 3, base: 1_000_000, efectivo: 300_000, siguiente: 13 },
    optional: {
      debe: 50_000,
      sin_registrar: 80_000.5,
      cajas: [{ numero: 12, valor: 250_000, dia: '2026-06-10' }],
    },
  },
  '/deshacerApertura': { required: { id_movimiento: 5, motivo: 'Era otra tienda' } },
  '/reconocerMenos': { required: { id_movimiento: 5, valor: 0, motivo: 'Sin soporte' } },
  '/consignarMovimiento': {
    required: { id_movimiento: 5, dia: '2026-06-17', referencia: 'Consignación 4471' },
    optional: { id_deudor: 2 },
  },
  '/asumirMovimiento': { required: { id_movimiento: 5, motivo: 'Lo robaron' } },
  '/cuentaTienda': { required: { id_tienda: 3 } },
  '/proponerCuenta': {
    required: { id_tienda: 3, via: 'transferencia' },
    optional: {
      id_banco: 1007,
      tipo_cuenta: 'ahorros',
      numero: '00912344471',
      titular: 'Ana Muñoz',
      tipo_doc: 'CC',
      documento: '1018464851',
    },
  },
  '/resolverCuenta': { required: { id_cuenta: 1, confirma: 0 } },
  '/cuentasPropuestas': { required: {} },
  '/confirmarCuentas': { required: { cuentas: [1] } },
  '/papelesEnCamino': { required: {}, optional: paging },
  '/recibirPapeles': { required: {}, optional: { cajas: [7], guia: 'GUIA0001' } },
  '/delegar': {
    required: { id_delegado: 4, desde: '2026-11-24', hasta: '2026-12-05' },
    optional: { id_ausente: 3 },
  },
  '/terminarDelegacion': { required: { id_delegacion: 1 } },
  '/actdesElemento': {
    required: { id_elemento: 1, opc: 1, tabla: 'tiendas' },
    optional: { pasar_a: 2 },
  },
  '/eliminarElemento': {
    required: { id_elemento: 1, tabla: 'usuarios' },
    optional: { pasar_a: 2 },
  },
  '/correosSalientes': { required: {} },
  '/reintentarCorreo': { required: { id_correo: 1 } },
  '/flujoFiltros': { required: {} },
  '/flujoActual': { required: {}, optional: storesOfFlow },
  '/flujoCajas': {
    required: { maquina: 'box', estado: 'supervision' },
    optional: { ...paging, ...storesOfFlow },
  },
  '/flujoDemoras': {
    required: { por: 'tienda' },
    optional: storesOfFlow,
  },
  '/flujoHistoria': cases,
  '/flujoCaja': byBox,
  '/flujoCiclo': cases,
  '/flujoVariantes': cases,
  '/flujoRetrabajo': cases,
  '/flujoEtapas': { ...cases, required: { ...cases.required, por: 'tienda' } },
  '/flujoCasos': {
    ...cases,
    optional: { ...cases.optional, ...paging },
  },
  '/flujoComparar': {
    required: { ...cases.required, contra: 'otro' },
    optional: { ...cases.optional, otro: { ...cases.required, ...cases.optional } },
  },
  '/flujoDesviaciones': { ...cases, optional: { ...cases.optional, clase: 'tarde' } },
  '/flujoSimular': {
    required: { ...cases.required, politica: 'meta' },
    optional: {
      ...cases.optional,
      limite: 50_000,
      categoria_limite: 7,
      estado: 'supervision',
      dias: 2,
      desde_caja: 4,
    },
  },
  '/buscar': { required: { texto: 'ferretería oct' } },
  '/misPendientes': { required: {}, optional: paging },
  '/contarPendientes': { required: {} },
  '/misAvisos': { required: {} },
  '/leerAvisos': { required: { avisos: [1] } },
} satisfies { [Path in CallPath]: Sample };

/** The codes of each call that can be numeric text, with their values. */
export const codes: readonly (readonly [CallPath, string, readonly number[]])[] = [
  ['/gastosCaja', 'estado_caja', [0, 1, 2, 3, 4, 5, 9]],
  ['/gastosCajaMantenimiento', 'estado_caja', [0, 1, 2, 3, 4, 5, 9]],
  ['/enviarGasto', 'tipo_factura', [0, 1]],
  ['/corregirGasto', 'tipo_factura', [0, 1]],
  ['/historialCajas', 'ver_control', [0, 1]],
  ['/guardarSupervisor', 'soporte_visto', [0, 1]],
  ['/guardarSupervisor', 'estado', [3, 4]],
  ['/guardarSupervisor', 'item', [0, 1]],
  ['/guardarMantenimiento', 'soporte_visto', [0, 1]],
  ['/guardarMantenimiento', 'estado', [9, 10]],
  ['/guardarMantenimiento', 'item', [0, 1]],
  ['/guardarContabilidad', 'soporte_visto', [0, 1]],
  ['/guardarContabilidad', 'estado', [3, 6, 7, 15, 16]],
  ['/guardarContabilidad', 'item', [0, 1]],
  ['/guardarContabilidadFinal', 'soporte_visto', [0, 1]],
  ['/guardarContabilidadFinal', 'estado', [15, 16]],
  ['/cajasPendientesContabilidad', 'estado', [0, 1, 2, 3, 4, 5, 9]],
  ['/actdesElemento', 'opc', [0, 1]],
  ['/guardarCatalogo', 'mantenimiento', [0, 1]],
  ['/guardarProveedor', 'ocasional', [0, 1]],
  ['/guardarProveedor', 'bloqueado', [0, 1]],
  ['/enviarGasto', 'sin_senal', [0, 1]],
  ['/resolverDevolucion', 'aprueba', [0, 1]],
  ['/responderGiro', 'recibido', [0, 1]],
  ['/resolverCuenta', 'confirma', [0, 1]],
];

/**
 * Compiles only while the codes are numbers in the type of a body.
 *
 * @public
 */
export const typedBody = {
  estado: 3,
  id_gasto: 1,
  id_caja: 1,
} satisfies RequestOf<'/guardarSupervisor'>;
