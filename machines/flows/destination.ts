/** Where a finished flow leads; src/screens turns it into an address. */
export type Destination =
  | {
      route:
        | 'historialCaja'
        | 'cajasPendientes'
        | 'listarUsuarios'
        | 'listarEmpresa'
        | 'listarTiendas';
      params?: undefined;
    }
  | { route: 'cajaActual'; params: { idTienda: number } }
  | {
      route: 'verCajaSupervisor' | 'verCajaMantenimiento' | 'revisarCaja' | 'detalleCajaCI';
      params: { idCaja: number };
    };
