import type { FieldProps } from './FormField.tsx';

export interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
  placeholder?: string;
}

/** Several lines of text; counts the characters when there is a limit. */
export function TextAreaField(_props: TextAreaFieldProps) {
  return null;
}
