import { describe, expect, test } from 'vitest';
import { passwordRequirement } from '#contract/calls/session.calls.ts';
import { callPaths, calls, documents } from '#contract/contract.ts';
import { refusals } from '#contract/errors.ts';
import { permissionNames } from '#contract/permissions.ts';

const anyBoxView =
  'cajaActual verCaja verCajaSupervisor verCajaMantenimiento verCajaRevisada revisarCaja detalleCajaCI flujo';
const anyExpenseView =
  'detalleGasto detalleGastoSupervisor detalleGastoMantenimiento detalleGastoContabilidad detalleGastoContabilidadFinal detalleGastoCI';

/** Every call, and who may make it: anyone, a session, or a user with one of the permissions. */
const table = {
  '/auth/user': 'anyone',
  '/auth/sesion': 'session',
  '/auth/logout': 'session',
  '/recoverPassword': 'anyone',
  '/changePwd': 'session',
  '/avisoDatos': 'session',
  '/leerAvisoDatos': 'session',
  '/misSesiones': 'session',
  '/cerrarOtrasSesiones': 'session',
  '/auth/codigo': 'anyone',
  '/miSegundoFactor': 'session',
  '/prepararSegundoFactor': 'session',
  '/activarSegundoFactor': 'session',
  '/renovarCodigos': 'session',
  '/desactivarSegundoFactor': 'session',
  '/restablecerSegundoFactor': 'editarUsuario',
  '/obtenerUsuarios': 'listarUsuarios',
  '/obtenerUsuarioById': 'editarUsuario',
  '/registrarUsuario': 'crearUsuario',
  '/editarUsuario': 'editarUsuario',
  '/ingresoCompania': 'business',
  '/guardarIngresoCompania': 'business',
  '/probarIngresoCompania': 'business',
  '/miCuentaCompania': 'session',
  '/unirCuentaCompania': 'session',
  '/invitarUsuario': 'editarUsuario',
  '/puestaEnMarcha': 'business',
  '/correoPrueba': 'business',
  '/invitacionesPendientes': 'editarUsuario',
  '/enlacesInvitacion': 'editarUsuario',
  '/clavesIntegracion': 'business',
  '/crearClaveIntegracion': 'business',
  '/rotarClaveIntegracion': 'business',
  '/revocarClaveIntegracion': 'business',
  '/invitacion': 'anyone',
  '/aceptarInvitacion': 'anyone',
  '/arqueos': 'cajaActual historialTienda',
  '/guardarArqueo': 'cajaActual historialTienda',
  '/vales': 'cajaActual crearGasto',
  '/darVale': 'cajaActual',
  '/devolverVale': 'cajaActual',
  '/explicarArqueo': 'cajaActual historialTienda',
  '/resolverArqueo': 'historialTienda',
  '/giros': 'giros autorizarGiros detalleCajaCI',
  '/lotesGiros': 'giros autorizarGiros detalleCajaCI',
  '/totalesGiros': 'giros autorizarGiros detalleCajaCI',
  '/prepararGiros': 'giros',
  '/retirarGiros': 'giros',
  '/autorizarGiros': 'autorizarGiros',
  '/enviarGiros': 'giros',
  '/gastosPorMes': 'gastos',
  '/gastosDeMes': 'gastos',
  '/comprobantes': 'comprobantes',
  '/exportarComprobantes': 'comprobantes',
  '/retirarExportacion': 'comprobantes',
  '/reversarComprobante': 'comprobantes',
  '/cerrarPeriodo': 'comprobantes',
  '/comprobanteDeCaja': 'comprobantes',
  '/documentosSoporte': 'comprobantes',
  '/exportarDocumentosSoporte': 'comprobantes',
  '/retirarDocumentosSoporte': 'comprobantes',
  '/leerRespuestaBanco': 'giros',
  '/guardarFormatoBanco': 'giros',
  '/decidirPalabraBanco': 'giros autorizarGiros',
  '/confirmarGiros': 'giros',
  '/devolverGiros': 'giros',
  '/proponerDevolucion': 'giros',
  '/resolverDevolucion': 'autorizarGiros',
  '/corregirGiro': 'giros',
  '/giroDeCaja':
    'cajaActual verCaja verCajaRevisada verCajaSupervisor revisarCaja giros autorizarGiros detalleCajaCI',
  '/responderGiro': 'cajaActual verCajaRevisada',
  '/gastosACargo': 'cajaActual historialTienda giros',
  '/consignarGasto': 'cajaActual giros',
  '/movimientosFondo': 'cajaActual detalleCajaCI editarTienda giros historialTienda',
  '/abrirFondo': 'editarTienda',
  '/deshacerApertura': 'editarTienda',
  '/reconocerMenos': 'giros',
  '/consignarMovimiento': 'cajaActual giros',
  '/asumirMovimiento': 'giros',
  '/asumirGasto': 'giros',
  '/cuentaTienda': 'editarTienda giros autorizarGiros detalleCajaCI cajaActual',
  '/proponerCuenta': 'editarTienda',
  '/resolverCuenta': 'editarTienda autorizarGiros',
  '/cuentasPropuestas': 'editarTienda autorizarGiros',
  '/confirmarCuentas': 'editarTienda autorizarGiros',
  '/papelesEnCamino': 'cajasPendientes revisarCaja',
  '/recibirPapeles': 'revisarCaja',
  '/ausencias': 'session',
  '/misCorreos': 'session',
  '/guardarMisCorreos': 'session',
  '/delegar': 'session',
  '/terminarDelegacion': 'session',
  '/obtenerEmpresas': 'listarEmpresa',
  '/obtenerEmpresaById': 'editarEmpresa',
  '/crearEmpresa': 'crearEmpresa',
  '/editarEmpresa': 'editarEmpresa',
  '/obtenerProveedores': 'proveedores',
  '/obtenerProveedorById': 'proveedores',
  '/guardarProveedor': 'proveedores',
  '/unirProveedores': 'proveedores',
  '/separarProveedor': 'proveedores',
  '/comprasDeProveedor': 'proveedores',
  '/obtenerTiendas': 'listarTiendas verTiendas editarTienda',
  '/obtenerTiendaById': 'editarTienda cajaActual',
  '/agregarTienda': 'crearTienda',
  '/editarTienda': 'editarTienda',
  '/datosGenerales': 'session',
  '/datosGeneralesNoActive': 'session',
  '/configGeneral': 'business',
  '/obtenerDatosTiendaCaja': 'cajaActual crearGasto',
  '/obtenerCajaActual': 'cajaActual crearGasto',
  '/gastosCaja': 'cajaActual verCaja verCajaSupervisor verCajaRevisada detalleCajaCI',
  '/gastosCajaMantenimiento': 'verCajaMantenimiento',
  '/gastosCajaContabilidad': 'revisarCaja',
  '/enviarCaja': 'cajaActual',
  '/eliminarGasto': 'cajaActual',
  '/enviarGasto': 'crearGasto',
  '/gastosRepetidos': 'crearGasto',
  '/sugerenciasGasto': 'crearGasto',
  '/facturaDelCodigo': 'crearGasto',
  '/facturasSinGasto': 'crearGasto',
  '/corregirGasto': 'crearGasto',
  '/cargarSoporte': 'crearGasto',
  '/importarFacturas': 'cajasPendientes',
  '/revisarImportacion': 'crearUsuario crearTienda editarTienda catalogos proveedores comprobantes',
  '/importarFilas': 'crearUsuario crearTienda editarTienda catalogos proveedores comprobantes',
  '/formatearNumero': 'session',
  '/historialCajas': 'historialCaja historialTienda',
  '/verCajaDetalle': anyBoxView,
  '/detalleGasto': anyExpenseView,
  '/obtenerCaja': anyBoxView,
  '/obtenerSoportes': anyBoxView,
  '/enviarCajaSupervisor': 'verCajaSupervisor',
  '/enviarCajaMantenimiento': 'verCajaMantenimiento',
  '/enviarCajaContabilidadPrevia': 'revisarCaja',
  '/enviarCajaContabilidad': 'revisarCaja',
  '/guardarSupervisor': 'verCajaSupervisor',
  '/guardarMantenimiento': 'verCajaMantenimiento',
  '/guardarContabilidad': 'detalleGastoContabilidad',
  '/guardarContabilidadFinal': 'detalleGastoContabilidadFinal',
  '/aprobarGastos': 'verCajaSupervisor verCajaMantenimiento detalleGastoContabilidadFinal',
  '/elegirFacturaElectronica': 'detalleGastoSupervisor',
  '/enviarSoporteCaja': 'verCajaRevisada',
  '/enviarSoporteCorreo': 'verCajaRevisada',
  '/cajasPendientesContabilidad': 'cajasPendientes',
  '/actdesElemento': 'listarUsuarios listarEmpresa editarTienda catalogos',
  '/guardarCatalogo': 'catalogos',
  '/listarCategorias': 'catalogos',
  '/usarPlantilla': 'catalogos',
  '/topes': 'catalogos',
  '/guardarTope': 'catalogos',
  '/quitarTope': 'catalogos',
  '/eliminarElemento': 'listarUsuarios listarEmpresa',
  '/correosSalientes': 'business',
  '/reintentarCorreo': 'business',
  '/flujoFiltros': 'flujo',
  '/flujoActual': 'flujo',
  '/flujoCajas': 'flujo',
  '/flujoDemoras': 'flujo',
  '/flujoHistoria': 'flujo',
  '/flujoCaja': 'flujo',
  '/flujoCiclo': 'flujo',
  '/flujoVariantes': 'flujo',
  '/flujoRetrabajo': 'flujo',
  '/flujoEtapas': 'flujo',
  '/flujoCasos': 'flujo',
  '/flujoComparar': 'flujo',
  '/flujoDesviaciones': 'flujo',
  '/flujoSimular': 'flujo',
  '/misPendientes': 'misPendientes cajasPendientes',
  '/contarPendientes': 'misPendientes cajasPendientes historialCaja',
  '/misAvisos': 'misPendientes',
  '/leerAvisos': 'misPendientes',
  '/buscar':
    'verCaja verCajaSupervisor verCajaMantenimiento revisarCaja verCajaRevisada detalleCajaCI flujo cajaActual historialTienda editarTienda editarUsuario detalleGasto detalleGastoSupervisor detalleGastoMantenimiento detalleGastoContabilidad detalleGastoContabilidadFinal detalleGastoCI',
} as const;

describe('the table of calls', () => {
  test('is complete and allows each call to exactly these callers', () => {
    const actual = callPaths.map((path) => {
      const { who } = calls[path];
      return [path, typeof who === 'string' ? who : who.toSorted().join(' ')];
    });
    const wanted = Object.entries(table).map(([path, who]) => [
      path,
      who.split(' ').toSorted().join(' '),
    ]);
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(wanted));
  });

  test('has only existing permissions, without duplicates', () => {
    for (const { who } of [...Object.values(calls), ...Object.values(documents)]) {
      if (typeof who === 'string') continue;
      expect(who.filter((name) => !permissionNames.includes(name))).toEqual([]);
      expect(new Set(who).size).toBe(who.length);
    }
  });

  test('describes each call in one Spanish sentence', () => {
    for (const { summary } of Object.values(calls)) expect(summary).toMatch(/^[A-ZÁÉÍÓÚ].{6,}\.$/);
  });

  test('marks lists, creations and uploads', () => {
    const marked = (mark: 'list' | 'creates' | 'multipart') =>
      callPaths.filter((path) => mark in calls[path]).toSorted();
    expect(marked('creates')).toEqual(
      [
        '/agregarTienda',
        '/corregirGasto',
        '/crearEmpresa',
        '/darVale',
        '/enviarGasto',
        '/guardarArqueo',
        '/guardarCatalogo',
        '/guardarProveedor',
        '/guardarTope',
        '/prepararGiros',
        '/registrarUsuario',
      ].toSorted(),
    );
    expect(marked('multipart')).toEqual([
      '/cargarSoporte',
      '/corregirGasto',
      '/importarFacturas',
      '/importarFilas',
      '/leerRespuestaBanco',
      '/revisarImportacion',
    ]);
    expect(marked('list')).toEqual(
      [
        '/obtenerUsuarios',
        '/obtenerEmpresas',
        '/obtenerProveedores',
        '/comprasDeProveedor',
        '/obtenerTiendas',
        '/datosGenerales',
        '/datosGeneralesNoActive',
        '/listarCategorias',
        '/historialCajas',
        '/cajasPendientesContabilidad',
        '/flujoCajas',
        '/flujoCasos',
        '/misPendientes',
        '/giros',
        '/lotesGiros',
        '/papelesEnCamino',
      ].toSorted(),
    );
    expect(
      callPaths.filter((path) => 'list' in calls[path] && calls[path].kind !== 'read'),
    ).toEqual([]);
  });
});

describe('answers', () => {
  test('have a schema for each call', () => {
    for (const path of callPaths)
      expect(calls[path].answer.describe().type, path).toMatch(/array|object|string|lazy/);
  });

  const done = [{ status: '200', msg: 'Datos almacenados' }];
  test.each([
    ['/guardarSupervisor', done],
    ['/crearEmpresa', [{ status: '200', id_empresa: 4 }]],
    ['/enviarCaja', [{ status: '200', msg: 'Caja enviada', consecutivo: 12 }]],
    ['/obtenerSoportes', {}],
    ['/obtenerSoportes', { empresa: 'Envía', codigo_soporte: 'A1' }],
    ['/formatearNumero', '$ 12.500'],
    ['/gastosCaja', [{ total: 0, estadoCaja: 0 }]],
    ['/obtenerUsuarios', []],
  ] as const)('%s may answer %j', (path, answer) => {
    expect(calls[path].answer.isValidSync(answer, { strict: true })).toBe(true);
  });

  test.each([
    ['/guardarSupervisor', [{ status: '500' }]],
    ['/guardarSupervisor', [{ status: 200 }]],
    ['/guardarSupervisor', []],
    ['/guardarSupervisor', [...done, ...done]],
    ['/guardarSupervisor', [{ status: '200', secreto: 1 }]],
    ['/crearEmpresa', [{ status: '200' }]],
    ['/obtenerSoportes', { empresa: 1 }],
    ['/formatearNumero', 12500],
    ['/gastosCaja', []],
    ['/gastosCaja', [{ total: '0', estadoCaja: 0 }]],
    ['/gastosCaja', [{ id: 1 }]],
    ['/obtenerUsuarios', [{ id: 1, password: 'x' }]],
  ] as const)('%s may not answer %j', (path, answer) => {
    expect(calls[path].answer.isValidSync(answer, { strict: true })).toBe(false);
  });
});

describe('refusals', () => {
  test('have a Spanish sentence for each status', () => {
    expect(Object.keys(refusals)).toEqual([
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '410',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
      '507',
    ]);
    expect(refusals[422]).toBe('Existen errores, por favor corregir y enviar nuevamente');
  });

  test('of a password state its requirements', () => {
    expect(passwordRequirement).toBe(
      'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)',
    );
  });
});
