import type { FieldProps } from './FormField.tsx';

export interface MoneyFieldProps extends FieldProps {
  /** Asked when the field is left. An answer replaces the text, unless somebody typed meanwhile; undefined leaves it. */
  format?: (text: string) => string | undefined | Promise<string | undefined>;
  placeholder?: string;
  onValueChange?: (value: string) => void;
}

/** An amount as a person types it. The text stays as typed until `format` answers something else. */
export function MoneyField(_props: MoneyFieldProps) {
  return null;
}
