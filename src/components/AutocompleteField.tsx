import type { FieldProps } from './FormField.tsx';
import type { Option } from './options.ts';

export interface AutocompleteFieldProps extends FieldProps {
  options: readonly Option[];
  status?: 'idle' | 'loading' | 'ready' | 'failed';
  emptyMessage?: string;
  failedMessage?: string;
  inputMode?: 'text' | 'numeric';
  placeholder?: string;
  maxLength?: number;
  /** Every time somebody types; the owner debounces. */
  onTextChange: (text: string) => void;
  /** `option.value` becomes the text of the field. */
  onSelect: (option: Option) => void;
  onLeave?: (text: string) => void;
}

/** Text with suggestions that the owner fetches; free text stays allowed. The value is the text. */
export function AutocompleteField(_props: AutocompleteFieldProps) {
  return null;
}
