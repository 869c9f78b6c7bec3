import {
  ClipboardList,
  Download,
  History,
  Inbox,
  Settings,
  Store,
  Truck,
  Users,
  Workflow,
} from 'lucide-react';
import type { Permission } from '#contract/permissions.ts';
import type { Icon } from '../components/Icon.ts';
import { pathTo } from './paths.ts';

interface MenuEntry {
  permission: Permission;
  to: string;
  label: string;
  icon: Icon;
}

/** The side menu, in its order; an entry shows when its permission is among the person's. */
export const menuEntries: readonly MenuEntry[] = [
  { permission: 'listarUsuarios', to: pathTo('listarUsuarios'), label: 'Usuarios', icon: Users },
  {
    permission: 'listarEmpresa',
    to: pathTo('listarEmpresa'),
    label: 'Empresas de envío',
    icon: Truck,
  },
  { permission: 'listarTiendas', to: pathTo('listarTiendas'), label: 'Tiendas', icon: Store },
  {
    permission: 'historialCaja',
    to: pathTo('historialCaja'),
    label: 'Historial de cajas',
    icon: History,
  },
  { permission: 'business', to: pathTo('business'), label: 'Configuración', icon: Settings },
  {
    permission: 'cajasPendientes',
    to: pathTo('cajasPendientes'),
    label: 'Cajas pendientes',
    icon: Inbox,
  },
  {
    permission: 'verTiendas',
    to: pathTo('verTiendas'),
    label: 'Lista de tiendas',
    icon: ClipboardList,
  },
  {
    permission: 'consolidado',
    to: pathTo('consolidado'),
    label: 'Descargar consolidado',
    icon: Download,
  },
  { permission: 'flujo', to: pathTo('flujo'), label: 'Flujo de trabajo', icon: Workflow },
];
