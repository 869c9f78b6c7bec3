import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { FieldProps } from './FormField.tsx';
import { TextField } from './TextField.tsx';

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
          boxSize="9"
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
