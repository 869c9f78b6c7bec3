import { Input } from '@chakra-ui/react/input';
import { useEffect, useRef } from 'react';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import { useFormikField } from './use-formik-field.ts';

export interface MoneyFieldProps extends FieldProps {
  /** Asked when the field is left. An answer replaces the text, unless somebody typed meanwhile; undefined leaves it. */
  format?: (text: string) => string | undefined | Promise<string | undefined>;
  placeholder?: string;
  /** A warning about the amount; '' while there is none. */
  notice?: string | undefined;
  onValueChange?: (value: string) => void;
}

/** An amount as a person types it. The text stays as typed until `format` answers something else. */
export function MoneyField({
  format,
  placeholder = '$ 0',
  onValueChange,
  ...frame
}: MoneyFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);

  const change = (text: string) => {
    write(text);
    onValueChange?.(text);
  };

  const ask = async (text: string) => {
    if (!format || text.trim() === '') return;
    try {
      const answer = await format(text);
      if (answer !== undefined && answer !== text && current.current === text) change(answer);
    } catch {
      // A format that cannot be had is no error of the person: the text stays as it was typed.
    }
  };

  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <Input
          {...control}
          size={controlSize}
          fontVariantNumeric="tabular-nums"
          name={frame.name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          disabled={frame.disabled}
          readOnly={frame.readOnly}
          value={value}
          onChange={(event) => change(event.target.value)}
          onBlur={(event) => {
            leave();
            void ask(event.target.value);
          }}
        />
      )}
    </FormField>
  );
}
