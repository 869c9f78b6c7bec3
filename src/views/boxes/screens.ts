import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const boxScreens: readonly ScreenRoute[] = [
  { pattern: patterns.cajaActual, Screen: lazy(() => import('./CurrentBoxView.tsx')) },
  { pattern: patterns.verCajaSupervisor, Screen: lazy(() => import('./SupervisorBoxView.tsx')) },
  {
    pattern: patterns.verCajaMantenimiento,
    Screen: lazy(() => import('./MaintenanceBoxView.tsx')),
  },
  { pattern: patterns.revisarCaja, Screen: lazy(() => import('./AccountingBoxView.tsx')) },
];
