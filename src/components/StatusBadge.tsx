import type { Icon } from './Icon.ts';
import type { Tone } from './tone.ts';

export interface StatusBadgeProps {
  tone: Tone;
  label: string;
  icon?: Icon;
  size?: 'sm' | 'md';
}

/** A state as colour, icon and word. */
export function StatusBadge(_props: StatusBadgeProps) {
  return null;
}
