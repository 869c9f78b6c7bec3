import type { FieldProps } from './FormField.tsx';
import type { Option } from './options.ts';

export interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** Text of the empty choice. */
  placeholder?: string;
  /** While the options are on their way. */
  loading?: boolean;
  onValueChange?: (value: string) => void;
}

/** A native select: the phone shows its own list. */
export function SelectField(_props: SelectFieldProps) {
  return null;
}
