import type { ReactNode } from 'react';

export interface FailedStateProps {
  title?: string;
  message?: string;
  supportCode?: string;
  onRetry?: () => void;
  retryLabel?: string;
  action?: ReactNode;
}

/** It did not work: what happened, a way to try again, and the code for support. */
export function FailedState(_props: FailedStateProps) {
  return null;
}
