import type { ReactNode } from 'react';

export interface PageProps {
  title: string;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  /** The last one is the screen itself and needs no `to`. */
  breadcrumbs?: readonly { label: string; to?: string }[];
  actions?: ReactNode;
  /** 'narrow' for forms. */
  width?: 'full' | 'narrow';
  children: ReactNode;
}

/** A screen: title (also of the browser tab), way back, actions and content. */
export function Page(_props: PageProps) {
  return null;
}
