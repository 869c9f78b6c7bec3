import type { ReactNode } from 'react';
import type { Icon } from './Icon.ts';
import type { Tone } from './tone.ts';

export interface StatTileProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  tone?: Tone;
  icon?: Icon;
  loading?: boolean;
}

/** One figure that matters, with its name. */
export function StatTile(_props: StatTileProps) {
  return null;
}
