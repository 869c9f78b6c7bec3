import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const companyScreens: readonly ScreenRoute[] = [
  { pattern: patterns.listarEmpresa, Screen: lazy(() => import('./CompanyListView.tsx')) },
  { pattern: patterns.crearEmpresa, Screen: lazy(() => import('./CreateCompanyView.tsx')) },
  { pattern: patterns.editarEmpresa, Screen: lazy(() => import('./EditCompanyView.tsx')) },
];
