import type { ReactNode } from 'react';
import type { Icon } from './Icon.ts';

export interface NavEntry {
  to: string;
  label: string;
  icon: Icon;
  active: boolean;
}

export interface AppShellProps {
  brand?: string;
  userName: string;
  roleName: string;
  nav: readonly NavEntry[];
  logoutTo: string;
  logoutLabel?: string;
  children: ReactNode;
}

/** The frame of every screen of a person who is logged in: menu, who one is, way out, and the main region. */
export function AppShell(_props: AppShellProps) {
  return null;
}
