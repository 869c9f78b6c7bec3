import { type FieldProps, FormField } from './FormField.tsx';
import { NativeChoice } from './NativeChoice.tsx';
import type { Choice, Option } from './options.ts';
import { useFormikField } from './use-formik-field.ts';

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** Text of the empty choice. */
  placeholder?: string;
  /** While the options are on their way. */
  loading?: boolean;
  onValueChange?: (value: string) => void;
}

/** One of several choices. A field of ids holds null while nothing is chosen, a field of texts ''. */
export function SelectField({
  options,
  placeholder = 'Seleccione…',
  loading = false,
  onValueChange,
  ...frame
}: SelectFieldProps) {
  const { value, error, write, leave } = useFormikField<Choice | null>(frame.name);
  const text = String(value ?? '');
  const optionOf = (chosen: string) => options.find((option) => String(option.value) === chosen);
  // While its options are on their way, a value keeps a place of its own and is not lost.
  const waiting = text !== '' && optionOf(text) === undefined;
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <NativeChoice
          {...control}
          name={frame.name}
          disabled={frame.disabled || frame.readOnly}
          aria-busy={loading || undefined}
          value={text}
          options={options}
          onChange={(event) => {
            const chosen = event.target.value;
            write(typeof value === 'string' ? chosen : (optionOf(chosen)?.value ?? null));
            onValueChange?.(chosen);
          }}
          onBlur={leave}
        >
          <option value="">{loading ? 'Cargando…' : placeholder}</option>
          {waiting ? <option value={text}>{loading ? 'Cargando…' : text}</option> : null}
        </NativeChoice>
      )}
    </FormField>
  );
}
