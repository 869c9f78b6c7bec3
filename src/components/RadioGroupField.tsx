import type { FieldProps } from './FormField.tsx';
import type { ToneOption } from './options.ts';

export interface RadioGroupFieldProps extends FieldProps {
  options: readonly ToneOption[];
  variant?: 'list' | 'inline' | 'buttons';
  onValueChange?: (value: string) => void;
}

/** One of a few choices, as a list, in a row, or as large buttons with icon and tone. */
export function RadioGroupField(_props: RadioGroupFieldProps) {
  return null;
}
