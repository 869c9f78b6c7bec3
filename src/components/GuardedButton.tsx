import type { ReactNode } from 'react';
import type { Icon } from './Icon.ts';

export interface GuardedButtonProps {
  children: ReactNode;
  /** Why it cannot be pressed; empty or absent: it can. */
  reasons?: readonly string[];
  loading?: boolean;
  loadingLabel?: string;
  tone?: 'primary' | 'neutral' | 'danger';
  variant?: 'solid' | 'outline' | 'ghost';
  size?: 'sm' | 'md' | 'lg';
  icon?: Icon;
  type?: 'button' | 'submit';
  /** For short technical waits; where a person may ask why, give `reasons`. */
  disabled?: boolean;
  fullWidth?: boolean;
  onClick?: () => void;
}

/** The button of the product. With reasons it stays reachable, is aria-disabled and explains itself; while loading it cannot be pressed again. */
export function GuardedButton(_props: GuardedButtonProps) {
  return null;
}
