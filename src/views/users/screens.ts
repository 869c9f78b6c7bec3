import { lazy } from 'react';
import { patterns } from '../../routes/paths.ts';
import type { ScreenRoute } from '../../routes/screen-route.ts';

export const userScreens: readonly ScreenRoute[] = [
  { pattern: patterns.listarUsuarios, Screen: lazy(() => import('./UserListView.tsx')) },
  { pattern: patterns.crearUsuario, Screen: lazy(() => import('./CreateUserView.tsx')) },
  { pattern: patterns.editarUsuario, Screen: lazy(() => import('./EditUserView.tsx')) },
];
