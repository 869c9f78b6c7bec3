import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const workflowScreens: readonly ScreenRoute[] = [
  { pattern: patterns.flujo, Screen: lazy(() => import('./WorkflowView.tsx')) },
  { pattern: patterns.flujoCaja, Screen: lazy(() => import('./WorkflowBoxView.tsx')) },
];
