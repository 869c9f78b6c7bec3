import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const expenseScreens: readonly ScreenRoute[] = [
  {
    pattern: patterns.crearGasto,
    Screen: lazy(async () => ({
      default: (await import('./CreateExpenseView.tsx')).CreateExpenseView,
    })),
  },
];
