import type { StageName, stages } from '../../domain/box/stages.ts';

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
      route: (typeof stages)[StageName]['box'] | 'detalleCajaCI' | 'verCaja';
      params: { idCaja: number };
    };
