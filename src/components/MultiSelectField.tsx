import type { FieldProps } from './FormField.tsx';
import type { Option } from './options.ts';

export interface MultiSelectFieldProps extends FieldProps {
  options: readonly Option[];
  searchPlaceholder?: string;
  loading?: boolean;
  onValueChange?: (values: readonly string[]) => void;
}

/** Several of many choices (18 or 1,000): a searchable list, what is chosen stays in sight as chips. The value is the list of chosen values. */
export function MultiSelectField(_props: MultiSelectFieldProps) {
  return null;
}
