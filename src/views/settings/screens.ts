import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const settingsScreens: readonly ScreenRoute[] = [
  { pattern: patterns.business, Screen: lazy(() => import('./SettingsView.tsx')) },
  { pattern: patterns.consolidado, Screen: lazy(() => import('./ConsolidatedView.tsx')) },
];
