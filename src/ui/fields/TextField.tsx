import { Input, type InputProps } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type FieldProps, FormField, controlSize, useFormikField } from './FormField.tsx';

export interface TextFieldProps
  extends FieldProps,
    Pick<InputProps, 'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'autoFocus'> {
  type?: 'text' | 'email' | 'tel' | 'search' | 'password';
  /** A warning while the user types; '' while there is none. */
  notice?: string | undefined;
  look?: InputProps;
  /** Shown over the end of the control. */
  after?: ReactNode;
  /** Shown beside the control. */
  beside?: ReactNode;
  /** Called after the new value was written to formik. */
  onValueChange?: (value: string) => void;
  /** Called when the field is left. */
  onLeave?: (value: string) => void;
}

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
          // Wraps below the control when twenty digits would not be visible beside it.
          <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
            <chakra.div flex="1 1 11rem" minW="0">
              {whole}
            </chakra.div>
            <chakra.div flexShrink="0">{beside}</chakra.div>
          </chakra.div>
        );
      }}
    </FormField>
  );
}

interface PasswordFieldProps extends FieldProps {
  autoComplete?: 'current-password' | 'new-password';
}

const look = { pe: '12', autoCapitalize: 'none', spellCheck: false } as const;

/** A password, with a button that shows and hides it. */
export function PasswordField({ autoComplete = 'current-password', ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const IconOfState = shown ? EyeOff : Eye;
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      look={look}
      after={
        <chakra.button
          type="button"
          aria-label={`${shown ? 'Ocultar' : 'Mostrar'} ${field.label.toLowerCase()}`}
          disabled={field.disabled}
          onClick={() => setShown(!shown)}
          position="absolute"
          insetEnd="1"
          top="50%"
          transform="translateY(-50%)"
          display="grid"
          placeItems="center"
          boxSize={{ base: '11', md: '9' }}
          zIndex="1"
          borderRadius="l1"
          color="fg.muted"
          cursor="pointer"
          _hover={{ color: 'fg', bg: 'bg.muted' }}
        >
          <IconOfState size={18} aria-hidden="true" />
        </chakra.button>
      }
    />
  );
}
