import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

/** Boxes, their lists, and the stores whose boxes they are. */
export const boxScreens: readonly ScreenRoute[] = [
  { pattern: patterns.listarTiendas, Screen: lazy(() => import('../stores/StoresView.tsx')) },
  { pattern: patterns.verTiendas, Screen: lazy(() => import('../stores/StoreListView.tsx')) },
  { pattern: patterns.historialCaja, Screen: lazy(() => import('../history/HistoryView.tsx')) },
  {
    pattern: patterns.historialTienda,
    Screen: lazy(() => import('../history/StoreHistoryView.tsx')),
  },
  {
    pattern: patterns.cajasPendientes,
    Screen: lazy(() => import('../history/PendingBoxesView.tsx')),
  },
  { pattern: patterns.cajaActual, Screen: lazy(() => import('./CurrentBoxView.tsx')) },
  { pattern: patterns.verCaja, Screen: lazy(() => import('./StoreBoxView.tsx')) },
  { pattern: patterns.verCajaRevisada, Screen: lazy(() => import('./ReviewedBoxView.tsx')) },
  { pattern: patterns.verCajaSupervisor, Screen: lazy(() => import('./SupervisorBoxView.tsx')) },
  {
    pattern: patterns.verCajaMantenimiento,
    Screen: lazy(() => import('./MaintenanceBoxView.tsx')),
  },
  { pattern: patterns.revisarCaja, Screen: lazy(() => import('./AccountingBoxView.tsx')) },
  { pattern: patterns.detalleCajaCI, Screen: lazy(() => import('./ControlBoxView.tsx')) },
];
