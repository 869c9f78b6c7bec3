import { Input, type InputProps } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import { useFormikField } from './use-formik-field.ts';

export interface TextFieldProps
  extends FieldProps,
    Pick<InputProps, 'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'autoFocus'> {
  type?: 'text' | 'email' | 'tel' | 'search' | 'password';
  /** A warning while somebody types; '' while there is none. */
  notice?: string | undefined;
  /** Properties of the control itself. */
  look?: InputProps;
  /** Stands over the end of the control. */
  after?: ReactNode;
  /** Stands beside the control, in its line. */
  beside?: ReactNode;
  /** After formik has the new value. */
  onValueChange?: (value: string) => void;
  /** After formik knows that the field was left. */
  onLeave?: (value: string) => void;
}

/** One line of text. */
export function TextField({
  label,
  help,
  required,
  hideLabel,
  notice,
  look,
  after,
  beside,
  proposed,
  onValueChange,
  onLeave,
  ...input
}: TextFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(input.name);
  const frame = { label, help, required, hideLabel, proposed, notice, error };
  return (
    <FormField {...frame}>
      {(control) => {
        const field = (
          <Input
            type="text"
            autoComplete="off"
            {...input}
            {...look}
            {...control}
            size={controlSize}
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
        );
        const whole =
          after === undefined ? (
            field
          ) : (
            <chakra.div position="relative">
              {field}
              {after}
            </chakra.div>
          );
        if (beside === undefined) return whole;
        return (
          // Below the control where twenty digits would not be in view beside it.
          <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
            <chakra.div flex="1 1 12rem" minW="0">
              {whole}
            </chakra.div>
            <chakra.div flexShrink="0">{beside}</chakra.div>
          </chakra.div>
        );
      }}
    </FormField>
  );
}
