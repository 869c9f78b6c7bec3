import type { ReactNode } from 'react';

export interface SectionProps {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Tables bring their own padding. */
  flush?: boolean;
  children: ReactNode;
}

/** A card with an optional title: the unit a screen is made of. */
export function Section(_props: SectionProps) {
  return null;
}
