import type { FieldProps } from './FormField.tsx';

export interface PasswordFieldProps extends FieldProps {
  autoComplete?: 'current-password' | 'new-password';
  maxLength?: number;
}

/** A password, with a button that shows and hides it. */
export function PasswordField(_props: PasswordFieldProps) {
  return null;
}
