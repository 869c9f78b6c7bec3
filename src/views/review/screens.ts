import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const reviewScreens: readonly ScreenRoute[] = [
  {
    pattern: patterns.detalleGastoSupervisor,
    Screen: lazy(() => import('./SupervisorDecisionView.tsx')),
  },
  {
    pattern: patterns.detalleGastoMantenimiento,
    Screen: lazy(() => import('./MaintenanceDecisionView.tsx')),
  },
  {
    pattern: patterns.detalleGastoContabilidad,
    Screen: lazy(() => import('./AccountingDecisionView.tsx')),
  },
  {
    pattern: patterns.detalleGastoContabilidadFinal,
    Screen: lazy(() => import('./FinalDecisionView.tsx')),
  },
  { pattern: patterns.detalleGastoCI, Screen: lazy(() => import('./ControlDetailView.tsx')) },
];
