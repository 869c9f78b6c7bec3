import type { ReactNode } from 'react';

export interface InlineAlertProps {
  tone: 'success' | 'danger' | 'info' | 'warning';
  title?: string;
  children?: ReactNode;
  /** Shown as a list below the text. */
  reasons?: readonly string[];
  onClose?: () => void;
  action?: ReactNode;
}

/** A message where it belongs. Errors are role alert, everything else role status. */
export function InlineAlert(_props: InlineAlertProps) {
  return null;
}
