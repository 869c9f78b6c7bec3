import { Input } from '@chakra-ui/react/input';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import { useFormikField } from './use-formik-field.ts';

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
export function TextField({
  type = 'text',
  inputMode,
  autoComplete = 'off',
  placeholder,
  maxLength,
  autoFocus,
  onValueChange,
  onLeave,
  ...frame
}: TextFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <Input
          {...control}
          size={controlSize}
          name={frame.name}
          type={type}
          inputMode={inputMode}
          autoComplete={autoComplete}
          placeholder={placeholder}
          maxLength={maxLength}
          autoFocus={autoFocus}
          disabled={frame.disabled}
          readOnly={frame.readOnly}
          value={value}
          onChange={(event) => {
            write(event.target.value);
            onValueChange?.(event.target.value);
          }}
          onBlur={(event) => {
            leave();
            onLeave?.(event.target.value);
          }}
        />
      )}
    </FormField>
  );
}
