import type { ReactNode } from 'react';

export interface CenteredShellProps {
  title: string;
  subtitle?: ReactNode;
  brand?: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** The frame of the screens before the session: brand and one card in the middle. */
export function CenteredShell(_props: CenteredShellProps) {
  return null;
}
