import type { LucideIcon } from 'lucide-react';

/** An icon of lucide-react, passed as the component itself: `icon={Wallet}`. */
export type Icon = LucideIcon;

/**
 * Meaning of a colour: teal is what can be pressed or is chosen, yellow what asks for attention. A tone never stands
 * alone: a word and, where it fits, an icon go with it.
 */
export type Tone = 'neutral' | 'primary' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

/** The `colorPalette` of each tone. */
export const paletteOf = {
  neutral: 'gray',
  primary: 'teal',
  accent: 'purple',
  info: 'blue',
  success: 'green',
  warning: 'amber',
  danger: 'red',
} as const satisfies Record<Tone, string>;
