import type { Icon } from './Icon.ts';
import type { Tone } from './tone.ts';

export interface LegendProps {
  items: readonly { tone: Tone; label: string; icon?: Icon }[];
  label?: string;
}

/** What the badges of a screen mean. */
export function Legend(_props: LegendProps) {
  return null;
}
