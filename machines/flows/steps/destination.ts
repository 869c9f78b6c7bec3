import type { StageName, stages } from '../../domain/stages/stages.ts';

/** Where a finished flow redirects to; src/shell/screens/use-destination.ts turns it into a path. */
export type Destination =
  | {
      route:
        | 'historialCaja'
        | 'cajasPendientes'
        | 'listarUsuarios'
        | 'invitaciones'
        | 'listarEmpresa'
        | 'listarTiendas'
        | 'proveedores';
      params?: undefined;
    }
  | { route: 'cajaActual'; params: { idTienda: number } }
  | {
      route: (typeof stages)[StageName]['box'] | 'detalleCajaCI' | 'verCaja';
      params: { idCaja: number };
    };
