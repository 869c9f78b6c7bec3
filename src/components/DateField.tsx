import type { FieldProps } from './FormField.tsx';

export interface DateFieldProps extends FieldProps {
  /** `yyyy-MM-dd`, inclusive. */
  min?: string;
  max?: string;
  onValueChange?: (value: string) => void;
}

/** A calendar date, `yyyy-MM-dd`, with the native picker. */
export function DateField(_props: DateFieldProps) {
  return null;
}
