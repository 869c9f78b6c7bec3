import type { ReactNode } from 'react';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  /** The deletion of this product is teal to delete ('primary') and red to cancel ('danger'). */
  confirmTone?: 'primary' | 'danger';
  cancelLabel?: string;
  cancelTone?: 'neutral' | 'danger';
  busy?: boolean;
  busyLabel?: string;
  /** Shown inside; the confirm button then reads `retryLabel`. */
  error?: string | undefined;
  reasons?: readonly string[];
  retryLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be undone. Never sends twice while busy; Escape and the cancel button leave it unless busy. */
export function ConfirmDialog(_props: ConfirmDialogProps) {
  return null;
}
