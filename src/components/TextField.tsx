import type { FieldProps } from './FormField.tsx';

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'search';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  autoComplete?: string;
  placeholder?: string;
  maxLength?: number;
  autoFocus?: boolean;
  /** After formik has the new value. */
  onValueChange?: (value: string) => void;
  /** After formik knows that the field was left. */
  onLeave?: (value: string) => void;
}

/** One line of text. */
export function TextField(_props: TextFieldProps) {
  return null;
}
