import type { Icon } from './Icon.ts';
import type { Tone } from './tone.ts';

/** One choice of a select, radio group, checkbox group or multiple select. Values are text; ids are turned into text by the view. */
export interface Option {
  value: string;
  label: string;
  description?: string;
  /** Shown, but not for this person to choose. */
  disabled?: boolean;
}

/** A choice shown as a large button: approve, reject. */
export interface ToneOption extends Option {
  icon?: Icon;
  tone?: Tone;
}
