import type { ReactNode } from 'react';
import type { Icon } from './Icon.ts';

export interface EmptyStateProps {
  title: string;
  description?: ReactNode;
  icon?: Icon;
  action?: ReactNode;
}

/** Nothing to show, said kindly, with what one can do next. */
export function EmptyState(_props: EmptyStateProps) {
  return null;
}
