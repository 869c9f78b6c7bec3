import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const expenseScreens: readonly ScreenRoute[] = [
  { pattern: patterns.crearGasto, Screen: lazy(() => import('./CreateExpenseView.tsx')) },
  { pattern: patterns.detalleGasto, Screen: lazy(() => import('./ExpenseDetailView.tsx')) },
];
