import type { ReactNode } from 'react';
import type { Icon } from './Icon.ts';
import type { LinkTarget } from './LinkTarget.ts';

export type LinkButtonProps = LinkTarget & {
  children: ReactNode;
  icon?: Icon;
  tone?: 'primary' | 'neutral' | 'danger';
  variant?: 'solid' | 'outline' | 'ghost';
  size?: 'sm' | 'md' | 'lg';
  fullWidth?: boolean;
  /** When something must be known once it was followed (a download). */
  onFollow?: () => void;
};

/** A link that looks like a button. */
export function LinkButton(_props: LinkButtonProps) {
  return null;
}
