import { Input } from '@chakra-ui/react/input';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import { useFormikField } from './use-formik-field.ts';

export interface DateFieldProps extends FieldProps {
  /** `yyyy-MM-dd`, inclusive. */
  min?: string | undefined;
  max?: string | undefined;
  onValueChange?: (value: string) => void;
}

/** A calendar date, `yyyy-MM-dd`, with the native picker. */
export function DateField({ min, max, onValueChange, ...frame }: DateFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <Input
          {...control}
          size={controlSize}
          name={frame.name}
          type="date"
          lang="es-CO"
          min={min}
          max={max}
          disabled={frame.disabled}
          readOnly={frame.readOnly}
          value={value}
          onChange={(event) => {
            write(event.target.value);
            onValueChange?.(event.target.value);
          }}
          onBlur={leave}
        />
      )}
    </FormField>
  );
}
