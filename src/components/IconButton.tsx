import type { Icon } from './Icon.ts';

export interface IconButtonProps {
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'primary' | 'danger';
  reasons?: readonly string[];
  loading?: boolean;
  onClick: () => void;
}

/** A button that is an icon; its label is its name and its tooltip. */
export function IconButton(_props: IconButtonProps) {
  return null;
}
