import { NativeSelect } from '@chakra-ui/react/native-select';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import type { Option } from './options.ts';
import { useFormikField } from './use-formik-field.ts';

export interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** Text of the empty choice. */
  placeholder?: string;
  /** While the options are on their way. */
  loading?: boolean;
  onValueChange?: (value: string) => void;
}

/** A native select: the phone shows its own list. */
export function SelectField({
  options,
  placeholder = 'Seleccione…',
  loading = false,
  onValueChange,
  ...frame
}: SelectFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  // While its options are on their way, a value keeps a place of its own and is not lost.
  const waiting = value !== '' && !options.some((option) => option.value === value);
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <NativeSelect.Root size={controlSize} disabled={frame.disabled || frame.readOnly}>
          <NativeSelect.Field
            {...control}
            name={frame.name}
            aria-busy={loading || undefined}
            value={value}
            onChange={(event) => {
              write(event.target.value);
              onValueChange?.(event.target.value);
            }}
            onBlur={leave}
          >
            <option value="">{loading ? 'Cargando…' : placeholder}</option>
            {waiting ? <option value={value}>{loading ? 'Cargando…' : value}</option> : null}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      )}
    </FormField>
  );
}
