import type { LucideIcon } from 'lucide-react';
import { type Tone as StateTone, stateTones } from '#machines/domain/stages/states.ts';

/** An icon of lucide-react, passed as the component itself: `icon={Wallet}`. */
export type Icon = LucideIcon;

/**
 * Meaning of a colour: teal marks controls and selections, yellow asks for attention. A tone is never the only signal:
 * a text and, where it fits, an icon accompany it.
 */
export type Tone = StateTone | 'primary' | 'warning';

/** The `colorPalette` of each tone. */
export const paletteOf = {
  neutral: stateTones.neutral.palette,
  info: stateTones.info.palette,
  closing: stateTones.closing.palette,
  success: stateTones.success.palette,
  danger: stateTones.danger.palette,
  primary: 'teal',
  warning: 'amber',
} as const satisfies Record<Tone, string>;
