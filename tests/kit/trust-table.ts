/**
 * Access table, written by hand: for each request, the HTTP status of the profiles 1 to 8, left to right.
 *
 * - `own`: an object of the store of users 2, 3 and 8, in a closed box that passed through maintenance
 * - `other`: the same of a store of other users, in a box that did not pass through maintenance
 * - `unsent`: an object in the open box of the store of users 2, 3 and 8
 * - `unknown`: an object that does not exist
 *
 * Changes are requested in a closed box or with an invalid form, so that a user with permission gets 409 or 422, and
 * nothing changes in any order of the tests.
 */

interface Statuses {
  own: string;
  other?: string;
  unsent?: string;
  unknown?: string;
}

const everybody = '200 200 200 200 200 200 200 200';
const onlyAdmin = '200 403 403 403 403 403 403 403';
const adminAndAccounting = '200 403 403 403 403 200 403 403';

const whoSeesTheWorkflow = '200 403 403 403 403 200 200 403';

/** A store as a filter of the workflow. */
const storeInTheWorkflow = {
  own: whoSeesTheWorkflow,
  other: whoSeesTheWorkflow,
  unknown: '404 403 403 403 403 404 404 403',
};

/** A box, for every profile that sees boxes. */
const anyBox = {
  own: everybody,
  other: '200 404 404 200 404 200 200 404',
  unsent: '404 200 404 200 404 404 404 404',
  unknown: '404 404 404 404 404 404 404 404',
};

/** The file of an expense, for every profile that sees expenses or boxes. */
const anyReceipt = {
  own: '403 200 200 200 200 200 200 200',
  other: '403 404 404 200 404 200 200 404',
  unsent: '403 200 404 200 404 404 404 404',
  unknown: '403 404 404 404 404 404 404 404',
};

const whoSeesPayments = '403 403 403 403 403 200 200 200';

/** For accounting: the payment, the papers or an expense of a box whose payment is not tracked. */
const moneyOfABox = {
  own: '403 403 403 403 403 409 403 403',
  other: '403 403 403 403 403 409 403 403',
  unsent: '403 403 403 403 403 404 403 403',
  unknown: '403 403 403 403 403 404 403 403',
};

/** The same for the store. */
const moneyOfAStore = {
  own: '403 409 403 409 403 403 403 403',
  other: '403 404 403 409 403 403 403 403',
  unsent: '403 409 403 409 403 403 403 403',
  unknown: '403 404 403 404 403 403 403 403',
};

/** Rows are calls, with a suffix when one call has several cases. */
export const trustTable = {
  '/auth/sesion': { own: everybody },
  '/auth/logout': { own: everybody },
  '/changePwd': { own: '422 422 422 422 422 422 422 422' },
  '/avisoDatos': { own: everybody },
  '/leerAvisoDatos': { own: everybody },
  '/misSesiones': { own: everybody },
  '/cerrarOtrasSesiones': { own: everybody },
  '/miSegundoFactor': { own: everybody },
  '/prepararSegundoFactor': { own: everybody },
  '/activarSegundoFactor': { own: '422 422 422 422 422 422 422 422' },
  '/renovarCodigos': { own: '422 422 422 422 422 422 422 422' },
  '/desactivarSegundoFactor': { own: '422 422 422 422 422 422 422 422' },
  '/restablecerSegundoFactor': {
    own: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/ingresoCompania': { own: onlyAdmin },
  '/guardarIngresoCompania': { own: '422 403 403 403 403 403 403 403' },
  '/probarIngresoCompania': { own: onlyAdmin },
  '/miCuentaCompania': { own: everybody },
  // The sign-in with the account of the company is switched off.
  '/unirCuentaCompania': { own: '409 409 409 409 409 409 409 409' },
  '/invitarUsuario': {
    own: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/invitacionesPendientes': { own: onlyAdmin },
  '/puestaEnMarcha': { own: onlyAdmin },
  '/clavesIntegracion': { own: onlyAdmin },
  '/crearClaveIntegracion': { own: '422 403 403 403 403 403 403 403' },
  '/rotarClaveIntegracion': { own: '404 403 403 403 403 403 403 403' },
  '/revocarClaveIntegracion': { own: '404 403 403 403 403 403 403 403' },
  // The server of the table has no mail server.
  '/correoPrueba': { own: '409 403 403 403 403 403 403 403' },
  '/enlacesInvitacion': {
    own: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/formatearNumero': { own: everybody },

  '/datosGenerales motivo_rechazo': { own: everybody },
  '/datosGenerales usuarios': { own: onlyAdmin },
  '/datosGenerales proveedores': { own: '403 200 403 200 403 200 200 200' },
  '/datosGenerales config': { own: '200 200 403 200 403 403 403 403' },
  '/datosGeneralesNoActive cajas': { own: everybody, other: everybody, unknown: everybody },
  '/datosGeneralesNoActive tiendas': { own: everybody, other: everybody, unknown: everybody },
  '/datosGeneralesNoActive categoria_gasto': { own: everybody },
  '/datosGeneralesNoActive formato_tienda': { own: everybody },
  '/datosGeneralesNoActive motivo_rechazo': { own: everybody },
  '/datosGeneralesNoActive impuestos': { own: everybody },
  '/datosGeneralesNoActive indicadores': { own: everybody },

  '/obtenerUsuarios': { own: onlyAdmin },
  '/obtenerUsuarioById': { own: onlyAdmin, unknown: '404 403 403 403 403 403 403 403' },
  '/registrarUsuario': { own: '422 403 403 403 403 403 403 403' },
  '/editarUsuario': {
    own: '422 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/obtenerEmpresas': { own: onlyAdmin },
  '/obtenerEmpresaById': { own: onlyAdmin, unknown: '404 403 403 403 403 403 403 403' },
  '/crearEmpresa': { own: '422 403 403 403 403 403 403 403' },
  '/editarEmpresa': {
    own: '422 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/topes': { own: onlyAdmin },
  '/guardarTope': { own: '422 403 403 403 403 403 403 403' },
  '/quitarTope': { own: '404 403 403 403 403 403 403 403' },
  '/obtenerProveedores': { own: adminAndAccounting },
  '/obtenerProveedorById': { own: adminAndAccounting },
  '/guardarProveedor': { own: '422 403 403 403 403 422 403 403' },
  '/unirProveedores': { own: '404 403 403 403 403 404 403 403' },
  '/separarProveedor': { own: '404 403 403 403 403 404 403 403' },
  '/comprasDeProveedor': { own: adminAndAccounting },
  '/agregarTienda': { own: '422 403 403 403 403 403 403 403' },
  '/editarTienda': {
    own: '422 403 403 403 403 403 403 403',
    other: '422 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/configGeneral': { own: '422 403 403 403 403 403 403 403' },
  '/actdesElemento': {
    own: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/actdesElemento de un catálogo': { own: '409 403 403 403 403 403 403 403' },
  '/guardarCatalogo': { own: '422 403 403 403 403 403 403 403' },
  '/listarCategorias': { own: onlyAdmin },
  // The company of the table has formats.
  '/usarPlantilla': { own: '409 403 403 403 403 403 403 403' },
  '/eliminarElemento': {
    own: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/arqueos': {
    own: '403 200 200 200 403 200 200 200',
    other: '403 403 403 200 403 200 200 403',
    unknown: '403 403 403 404 403 404 404 403',
  },
  '/guardarArqueo': {
    own: '403 422 422 422 403 422 422 409',
    other: '403 403 403 422 403 422 422 403',
    unknown: '403 403 403 404 403 404 404 403',
  },
  '/vales': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 403 403 200 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/darVale': {
    own: '403 422 403 422 403 403 403 403',
    other: '403 403 403 422 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/devolverVale': {
    own: '403 409 403 409 403 403 403 403',
    other: '403 404 403 409 403 403 403 403',
    unknown: '403 404 403 404 403 403 403 403',
  },
  '/documentos/vale': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 404 403 200 403 403 403 403',
    unknown: '403 404 403 404 403 403 403 403',
  },
  '/explicarArqueo': {
    own: '403 409 409 409 403 409 409 409',
    other: '403 404 404 409 403 409 409 404',
    unknown: '403 404 404 404 403 404 404 404',
  },
  '/resolverArqueo': {
    own: '403 403 409 403 403 409 409 409',
    other: '403 403 404 403 403 409 409 404',
    unknown: '403 403 404 403 403 404 404 404',
  },
  '/giros': { own: whoSeesPayments },
  '/lotesGiros': { own: whoSeesPayments },
  '/totalesGiros': { own: whoSeesPayments },
  '/prepararGiros': moneyOfABox,
  '/retirarGiros': moneyOfABox,
  '/confirmarGiros': moneyOfABox,
  '/devolverGiros': moneyOfABox,
  '/proponerDevolucion': moneyOfABox,
  '/corregirGiro': moneyOfABox,
  '/resolverDevolucion': { own: '403 403 403 403 403 403 403 403' },
  '/asumirGasto': moneyOfABox,
  '/recibirPapeles': moneyOfABox,
  '/autorizarGiros': { own: '403 403 403 403 403 403 403 403' },
  '/gastosPorMes': { own: '403 403 403 200 403 200 200 200' },
  '/gastosDeMes': { own: '403 403 403 200 403 200 200 200' },
  '/comprobantes': { own: '403 403 403 403 403 200 403 403' },
  '/exportarComprobantes': { own: '403 403 403 403 403 409 403 403' },
  '/retirarExportacion': { own: '403 403 403 403 403 404 403 403' },
  '/reversarComprobante': { own: '403 403 403 403 403 404 403 403' },
  '/cerrarPeriodo': { own: '403 403 403 403 403 422 403 403' },
  '/documentosSoporte': { own: '403 403 403 403 403 200 403 403' },
  '/exportarDocumentosSoporte': { own: '403 403 403 403 403 409 403 403' },
  '/retirarDocumentosSoporte': { own: '403 403 403 403 403 404 403 403' },
  '/documentos/documentos-soporte': { own: '403 403 403 403 403 404 403 403' },
  '/comprobanteDeCaja': {
    own: '403 403 403 403 403 200 403 403',
    other: '403 403 403 403 403 200 403 403',
    unsent: '403 403 403 403 403 404 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/documentos/comprobantes': { own: '403 403 403 403 403 404 403 403' },
  '/documentos/corte': { own: '403 403 403 403 403 200 403 403' },
  '/enviarGiros': { own: '403 403 403 403 403 404 403 403' },
  '/leerRespuestaBanco': { own: '403 403 403 403 403 422 403 403' },
  '/guardarFormatoBanco': { own: '403 403 403 403 403 422 403 403' },
  '/decidirPalabraBanco': { own: '403 403 403 403 403 404 403 403' },
  '/giroDeCaja': {
    own: '403 200 200 200 403 200 200 200',
    other: '403 404 404 200 403 200 200 404',
    unsent: '403 200 404 200 403 404 404 404',
    unknown: '403 404 404 404 403 404 404 404',
  },
  '/responderGiro': moneyOfAStore,
  '/consignarGasto': {
    own: '403 409 403 409 403 409 403 403',
    other: '403 404 403 409 403 409 403 403',
    unsent: '403 409 403 409 403 404 403 403',
    unknown: '403 404 403 404 403 404 403 403',
  },
  '/movimientosFondo': {
    own: '200 200 200 200 403 200 200 200',
    other: '200 403 403 200 403 200 200 403',
    unknown: '404 403 403 404 403 404 404 403',
  },
  '/abrirFondo': {
    own: '409 403 403 403 403 403 403 403',
    other: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/deshacerApertura': {
    own: '409 403 403 403 403 403 403 403',
    other: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/reconocerMenos': {
    own: '403 403 403 403 403 409 403 403',
    other: '403 403 403 403 403 409 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/consignarMovimiento': {
    own: '403 422 403 422 403 422 403 403',
    other: '403 404 403 422 403 422 403 403',
    unknown: '403 404 403 404 403 404 403 403',
  },
  '/asumirMovimiento': {
    own: '403 403 403 403 403 409 403 403',
    other: '403 403 403 403 403 409 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/gastosACargo': {
    own: '403 200 200 200 403 200 200 200',
    other: '403 403 403 200 403 200 200 403',
    unknown: '403 403 403 404 403 404 404 403',
  },
  '/cuentaTienda': {
    own: '200 200 403 200 403 200 200 200',
    other: '200 403 403 200 403 200 200 403',
    unknown: '404 403 403 404 403 404 404 403',
  },
  '/proponerCuenta': {
    own: '422 403 403 403 403 403 403 403',
    other: '422 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/resolverCuenta': { own: '404 403 403 403 403 403 403 403' },
  '/cuentasPropuestas': { own: onlyAdmin },
  '/confirmarCuentas': { own: '404 403 403 403 403 403 403 403' },
  '/papelesEnCamino': { own: '403 403 403 403 403 200 403 403' },
  '/documentos/giros': { own: '403 403 403 403 403 404 403 403' },
  '/documentos/egresos': { own: '403 403 403 403 403 404 404 404' },
  '/documentos/giros-hechos': { own: '403 403 403 403 403 200 200 200' },
  '/documentos/movimientos': {
    own: '200 200 200 200 403 200 200 200',
    other: '200 404 404 200 403 200 200 404',
    unknown: '404 404 404 404 403 404 404 404',
  },
  '/documentos/cuentas-nuevas.csv': { own: '403 403 403 403 403 200 403 403' },
  '/ausencias': { own: everybody },
  '/ausencias de otra persona': {
    own: '200 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/misCorreos': { own: everybody },
  '/guardarMisCorreos': { own: '422 422 422 422 422 422 422 422' },
  '/delegar': {
    own: '422 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },
  '/delegar lo propio': { own: '422 422 422 422 422 422 422 422' },
  '/terminarDelegacion': { own: '404 404 404 404 404 404 404 404' },
  '/correosSalientes': { own: onlyAdmin },
  '/reintentarCorreo': {
    own: '409 403 403 403 403 403 403 403',
    unknown: '404 403 403 403 403 403 403 403',
  },

  '/obtenerTiendas': { own: '200 200 200 200 403 200 200 200' },
  '/obtenerTiendaById': {
    own: '200 200 403 200 403 403 403 403',
    other: '200 403 403 200 403 403 403 403',
    unknown: '404 403 403 404 403 403 403 403',
  },
  '/obtenerDatosTiendaCaja': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 403 403 200 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/obtenerCajaActual': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 403 403 200 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },

  '/verCajaDetalle': anyBox,
  '/obtenerCaja': anyBox,
  '/obtenerSoportes': anyBox,
  '/gastosCaja': {
    own: '403 200 200 200 403 200 200 200',
    other: '403 404 404 200 403 200 200 404',
    unsent: '403 200 404 200 403 404 404 404',
    unknown: '403 404 404 404 403 404 404 404',
  },
  '/gastosCajaMantenimiento': {
    own: '403 403 403 403 200 403 403 403',
    other: '403 403 403 403 404 403 403 403',
    unsent: '403 403 403 403 404 403 403 403',
    unknown: '403 403 403 403 404 403 403 403',
  },
  '/gastosCajaContabilidad': {
    own: '403 403 403 403 403 200 403 403',
    other: '403 403 403 403 403 200 403 403',
    unsent: '403 403 403 403 403 404 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/historialCajas': { own: '403 200 200 200 200 200 200 200' },
  '/historialCajas de una tienda': {
    own: '403 200 200 200 403 200 200 200',
    other: '403 403 403 200 403 200 200 403',
    unknown: '403 403 403 404 403 404 404 403',
  },
  '/buscar': { own: everybody },
  '/misPendientes': { own: '200 200 200 200 200 200 403 403' },
  '/contarPendientes': { own: '200 200 200 200 200 200 403 403' },
  '/misAvisos': { own: '200 200 200 200 200 200 403 403' },
  '/leerAvisos': { own: '404 404 404 404 404 404 403 403' },
  '/cajasPendientesContabilidad': { own: '403 403 403 403 403 200 403 403' },

  '/enviarCaja': {
    own: '403 409 403 409 403 403 403 403',
    other: '403 403 403 409 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/enviarCajaSupervisor': {
    own: '403 403 409 403 403 403 403 403',
    other: '403 403 404 403 403 403 403 403',
    unsent: '403 403 404 403 403 403 403 403',
    unknown: '403 403 404 403 403 403 403 403',
  },
  '/enviarCajaMantenimiento': {
    own: '403 403 403 403 409 403 403 403',
    other: '403 403 403 403 404 403 403 403',
    unsent: '403 403 403 403 404 403 403 403',
    unknown: '403 403 403 403 404 403 403 403',
  },
  '/enviarCajaContabilidadPrevia': {
    own: '403 403 403 403 403 409 403 403',
    other: '403 403 403 403 403 409 403 403',
    unsent: '403 403 403 403 403 404 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/enviarCajaContabilidad': {
    own: '403 403 403 403 403 409 403 403',
    other: '403 403 403 403 403 409 403 403',
    unsent: '403 403 403 403 403 404 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/enviarSoporteCaja': {
    own: '403 409 403 409 403 403 403 403',
    other: '403 404 403 409 403 403 403 403',
    unsent: '403 409 403 409 403 403 403 403',
    unknown: '403 404 403 404 403 403 403 403',
  },
  // 200 with permission: the mail is queued already, and is not queued again.
  '/enviarSoporteCorreo': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 404 403 200 403 403 403 403',
    unsent: '403 409 403 409 403 403 403 403',
    unknown: '403 404 403 404 403 403 403 403',
  },

  '/enviarGasto': {
    own: '403 422 403 422 403 403 403 403',
    other: '403 403 403 422 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/gastosRepetidos': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 403 403 200 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/sugerenciasGasto': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 403 403 200 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/facturaDelCodigo': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 403 403 200 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/facturasSinGasto': {
    own: '403 200 403 200 403 403 403 403',
    other: '403 403 403 200 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/corregirGasto': {
    own: '403 409 403 409 403 403 403 403',
    other: '403 404 403 409 403 403 403 403',
    unknown: '403 404 403 404 403 403 403 403',
  },
  '/cargarSoporte': {
    own: '403 409 403 409 403 403 403 403',
    other: '403 404 403 409 403 403 403 403',
    unknown: '403 404 403 404 403 403 403 403',
  },
  '/eliminarGasto': {
    own: '403 409 403 409 403 403 403 403',
    other: '403 403 403 409 403 403 403 403',
    unknown: '403 403 403 404 403 403 403 403',
  },
  '/detalleGasto': {
    own: '403 200 200 200 200 200 200 200',
    other: '403 404 404 200 404 200 200 404',
    unsent: '403 200 404 200 404 404 404 404',
    unknown: '403 404 404 404 404 404 404 404',
  },

  '/guardarSupervisor': {
    own: '403 403 409 403 403 403 403 403',
    other: '403 403 404 403 403 403 403 403',
    unsent: '403 403 404 403 403 403 403 403',
    unknown: '403 403 404 403 403 403 403 403',
  },
  '/guardarMantenimiento': {
    own: '403 403 403 403 409 403 403 403',
    other: '403 403 403 403 404 403 403 403',
    unsent: '403 403 403 403 404 403 403 403',
    unknown: '403 403 403 403 404 403 403 403',
  },
  '/guardarContabilidad': {
    own: '403 403 403 403 403 409 403 403',
    other: '403 403 403 403 403 409 403 403',
    unsent: '403 403 403 403 403 404 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/guardarContabilidadFinal': {
    own: '403 403 403 403 403 409 403 403',
    other: '403 403 403 403 403 409 403 403',
    unsent: '403 403 403 403 403 404 403 403',
    unknown: '403 403 403 403 403 404 403 403',
  },
  '/aprobarGastos': {
    own: '403 403 409 403 409 409 403 403',
    other: '403 403 404 403 404 409 403 403',
    unsent: '403 403 404 403 404 404 403 403',
    unknown: '403 403 404 403 404 404 403 403',
  },
  '/elegirFacturaElectronica': {
    own: '403 403 409 403 409 403 403 403',
    other: '403 403 404 403 404 403 403 403',
    unsent: '403 403 404 403 404 403 403 403',
    unknown: '403 403 404 403 404 403 403 403',
  },

  '/flujoFiltros': { own: whoSeesTheWorkflow },
  '/flujoActual': { own: whoSeesTheWorkflow },
  '/flujoActual de una tienda': storeInTheWorkflow,
  '/flujoCajas': storeInTheWorkflow,
  '/flujoDemoras': storeInTheWorkflow,
  '/flujoHistoria': storeInTheWorkflow,
  '/flujoCaja': {
    own: whoSeesTheWorkflow,
    other: whoSeesTheWorkflow,
    unsent: '404 403 403 403 403 404 404 403',
    unknown: '404 403 403 403 403 404 404 403',
  },
  '/flujoCiclo': storeInTheWorkflow,
  '/flujoVariantes': storeInTheWorkflow,
  '/flujoRetrabajo': storeInTheWorkflow,
  '/flujoEtapas': storeInTheWorkflow,
  '/flujoCasos': storeInTheWorkflow,
  '/flujoComparar': storeInTheWorkflow,
  '/flujoComparar con una tienda': storeInTheWorkflow,
  '/flujoDesviaciones': storeInTheWorkflow,
  '/flujoSimular': storeInTheWorkflow,

  '/importarFacturas': { own: '403 403 403 403 403 422 403 403' },

  '/revisarImportacion': { own: '422 403 403 403 403 422 403 403' },
  '/importarFilas': { own: '422 403 403 403 403 422 403 403' },
  '/documentos/plantillas': { own: '200 403 403 403 403 403 403 403' },

  '/documentos/consolidado': { own: '200 200 200 200 403 200 200 403' },
  '/documentos/flujo/eventos.xes': storeInTheWorkflow,
  '/documentos/flujo/eventos.json': storeInTheWorkflow,
  '/documentos/flujo/eventos.csv': storeInTheWorkflow,
  '/documentos/flujo/caja.bpmn': { own: whoSeesTheWorkflow },
  // Profiles that import invoices also see those of unsent boxes.
  '/documentos/facturas': {
    own: '403 200 200 200 200 200 200 200',
    other: '403 404 404 200 404 200 200 404',
    unsent: '403 200 404 200 404 200 404 404',
    unknown: '403 404 404 404 404 404 404 404',
  },
  '/documentos/legalizar.php': {
    own: '403 200 200 200 403 200 200 200',
    other: '403 404 404 200 403 200 200 404',
    unsent: '403 409 404 409 403 404 404 404',
    unknown: '403 404 404 404 403 404 404 404',
  },
  '/documentos/soportes': anyReceipt,
  '/documentos/miniaturas': anyReceipt,
  '/documentos/hojas': anyReceipt,
} as const satisfies Record<string, Statuses>;

export type TrustRow = keyof typeof trustTable;
export const trustRows = Object.keys(trustTable) as TrustRow[];

/** Requests that would get the status of `own`, except for one defect. */
export const refusedAtTheDoor = {
  'no session': 401,
  'a session of somebody who was deactivated': 401,
  'a session past its end': 401,
  'a session without requests for half an hour': 401,
  'a password that has to be changed first': 403,
  'a second factor that has to be switched on first': 403,
} as const;

/** Defects of calls only: documents are opened by address, without token and CSRF header. */
export const refusedCalls = {
  'no forgery header': 403,
  'a wrong forgery header': 403,
  'the forgery header of another session': 403,
  'no token': 401,
  'a wrong token': 401,
} as const;

/** The only calls allowed while a required step is pending, by the defect that blocks the others. */
export const openWhilePending: Partial<Record<keyof typeof refusedAtTheDoor, readonly TrustRow[]>> =
  {
    'a password that has to be changed first': ['/auth/sesion', '/auth/logout', '/changePwd'],
    'a second factor that has to be switched on first': [
      '/auth/sesion',
      '/auth/logout',
      '/miSegundoFactor',
      '/prepararSegundoFactor',
      '/activarSegundoFactor',
    ],
  };

/** The calls whose form may omit the token. */
export const sentWithoutToken: readonly TrustRow[] = ['/cargarSoporte'];

/** The token of an upload is in its form, which is read only after the permission was checked. */
export const tokenIsReadLast: readonly TrustRow[] = [
  '/corregirGasto',
  '/cargarSoporte',
  '/importarFacturas',
  '/revisarImportacion',
  '/importarFilas',
  '/leerRespuestaBanco',
];
