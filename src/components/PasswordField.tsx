import { Input } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import { useFormikField } from './use-formik-field.ts';

export interface PasswordFieldProps extends FieldProps {
  autoComplete?: 'current-password' | 'new-password';
  maxLength?: number;
}

/** A password, with a button that shows and hides it. */
export function PasswordField({
  autoComplete = 'current-password',
  maxLength,
  ...frame
}: PasswordFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  const [shown, setShown] = useState(false);
  const IconOfState = shown ? EyeOff : Eye;
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <chakra.div position="relative">
          <Input
            {...control}
            size={controlSize}
            pe="12"
            name={frame.name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={maxLength}
            disabled={frame.disabled}
            readOnly={frame.readOnly}
            value={value}
            onChange={(event) => write(event.target.value)}
            onBlur={leave}
          />
          <chakra.button
            type="button"
            aria-label={`${shown ? 'Ocultar' : 'Mostrar'} ${frame.label.toLowerCase()}`}
            disabled={frame.disabled}
            onClick={() => setShown(!shown)}
            position="absolute"
            insetEnd="1"
            top="50%"
            transform="translateY(-50%)"
            display="grid"
            placeItems="center"
            boxSize="9"
            zIndex="1"
            borderRadius="l1"
            color="fg.muted"
            cursor="pointer"
            _hover={{ color: 'fg', bg: 'bg.muted' }}
          >
            <IconOfState size={18} aria-hidden="true" />
          </chakra.button>
        </chakra.div>
      )}
    </FormField>
  );
}
