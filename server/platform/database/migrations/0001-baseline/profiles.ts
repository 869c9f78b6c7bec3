/** The profiles and their permissions as this migration inserted them; what holds today stands in the machines. */
export const profiles: readonly { id: number; nombre: string; permisos: string }[] = [
  {
    id: 1,
    nombre: 'Administrador',
    permisos:
      'listarUsuarios,crearUsuario,editarUsuario,listarEmpresa,crearEmpresa,editarEmpresa,listarTiendas,crearTienda,editarTienda,business,consolidado,flujo',
  },
  {
    id: 2,
    nombre: 'Responsable de tienda',
    permisos:
      'listarTiendas,cajaActual,crearGasto,detalleGasto,historialCaja,verCaja,verCajaRevisada,consolidado',
  },
  {
    id: 3,
    nombre: 'Supervisor',
    permisos:
      'historialCaja,verCajaSupervisor,detalleGastoSupervisor,verTiendas,historialTienda,consolidado',
  },
  {
    id: 4,
    nombre: 'Coordinador de tiendas',
    permisos:
      'listarTiendas,cajaActual,crearGasto,detalleGasto,historialCaja,verCaja,verCajaRevisada,consolidado',
  },
  {
    id: 5,
    nombre: 'Mantenimiento',
    permisos: 'historialCaja,verCajaMantenimiento,detalleGastoMantenimiento,detalleGastoSupervisor',
  },
  {
    id: 6,
    nombre: 'Contabilidad',
    permisos:
      'cajasPendientes,revisarCaja,detalleGastoContabilidad,detalleGastoContabilidadFinal,verTiendas,historialTienda,detalleCajaCI,detalleGastoCI,consolidado,flujo',
  },
  {
    id: 7,
    nombre: 'Control interno',
    permisos: 'verTiendas,historialTienda,detalleCajaCI,detalleGastoCI,consolidado,flujo',
  },
  {
    id: 8,
    nombre: 'Gerente',
    permisos: 'verTiendas,historialTienda,detalleCajaCI,detalleGastoCI',
  },
];
