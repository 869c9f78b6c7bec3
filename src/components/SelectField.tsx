import { type FieldProps, FormField } from './FormField.tsx';
import { NativeChoice } from './NativeChoice.tsx';
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

/** One of several choices. */
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
        <NativeChoice
          {...control}
          name={frame.name}
          disabled={frame.disabled || frame.readOnly}
          aria-busy={loading || undefined}
          value={value}
          options={options}
          onChange={(event) => {
            write(event.target.value);
            onValueChange?.(event.target.value);
          }}
          onBlur={leave}
        >
          <option value="">{loading ? 'Cargando…' : placeholder}</option>
          {waiting ? <option value={value}>{loading ? 'Cargando…' : value}</option> : null}
        </NativeChoice>
      )}
    </FormField>
  );
}
