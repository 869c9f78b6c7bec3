import { TextField } from '../../components/TextField.tsx';

export interface CodeFieldProps {
  help?: string;
  autoFocus?: boolean;
}

/** A code of the device, or of recovery. */
export function CodeField({ help, autoFocus }: CodeFieldProps) {
  return (
    <TextField
      name="codigo"
      label="Código"
      autoComplete="one-time-code"
      maxLength={40}
      required
      {...(help !== undefined && { help })}
      {...(autoFocus && { autoFocus })}
    />
  );
}
