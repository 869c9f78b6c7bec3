import { NativeSelect } from '@chakra-ui/react/native-select';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import type { Choice, Option } from './options.ts';
import { useFormikField } from './use-formik-field.ts';

export interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** Text of the empty choice. */
  placeholder?: string;
  /** While the options are on their way. */
  loading?: boolean;
  onValueChange?: (value: string) => void;
}

/** A native select: the phone shows its own list. A field of ids holds null while nothing is chosen, a field of texts ''. */
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
        <NativeSelect.Root size={controlSize} disabled={frame.disabled || frame.readOnly}>
          <NativeSelect.Field
            {...control}
            name={frame.name}
            aria-busy={loading || undefined}
            value={text}
            onChange={(event) => {
              const chosen = event.target.value;
              write(typeof value === 'string' ? chosen : (optionOf(chosen)?.value ?? null));
              onValueChange?.(chosen);
            }}
            onBlur={leave}
          >
            <option value="">{loading ? 'Cargando…' : placeholder}</option>
            {waiting ? <option value={text}>{loading ? 'Cargando…' : text}</option> : null}
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
