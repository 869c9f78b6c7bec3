import type { Icon } from '../layout/Icon.ts';
import type { Tone } from '../feedback/tone.ts';

/** The value of a choice: an id, or a text. */
export type Choice = string | number;

/** One choice of a select, radio group, checkbox group or multiple select. */
export interface Option<Value extends Choice = Choice> {
  value: Value;
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
