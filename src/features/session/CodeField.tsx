import { TextField } from '../../ui/fields/TextField.tsx';

/** A code of the device, or of recovery. */
export function CodeField({ help, autoFocus }: { help?: string; autoFocus?: boolean }) {
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
