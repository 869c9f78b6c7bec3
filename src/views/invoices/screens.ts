import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const invoiceScreens: readonly ScreenRoute[] = [
  { pattern: patterns.importarFacturas, Screen: lazy(() => import('./ImportInvoicesView.tsx')) },
];
