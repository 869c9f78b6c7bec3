import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const storeFormScreens: readonly ScreenRoute[] = [
  { pattern: patterns.crearTienda, Screen: lazy(() => import('./CreateStoreView.tsx')) },
  { pattern: patterns.editarTienda, Screen: lazy(() => import('./EditStoreView.tsx')) },
];
