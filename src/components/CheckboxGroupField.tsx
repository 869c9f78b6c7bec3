import type { FieldProps } from './FormField.tsx';
import type { Option } from './options.ts';

export interface CheckboxGroupFieldProps extends FieldProps {
  options: readonly Option[];
  columns?: 1 | 2 | 3;
  onValueChange?: (values: readonly string[]) => void;
}

/** Several of a few choices. The value is the list of chosen values. */
export function CheckboxGroupField(_props: CheckboxGroupFieldProps) {
  return null;
}
