import type { ReactNode } from 'react';

export interface ForbiddenStateProps {
  title?: string;
  message?: string;
  action?: ReactNode;
}

/** The person may not see this; where to go instead. */
export function ForbiddenState(_props: ForbiddenStateProps) {
  return null;
}
