import type { ReactNode } from 'react';

/** What every field of a form takes. `name` is the path of its value in formik. */
export interface FieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** The label is only read aloud: for controls inside a table. */
  hideLabel?: boolean;
}

/** Spread on the control itself. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FormFieldProps extends Omit<FieldProps, 'name'> {
  /** Shown, with a red frame, when it is there. */
  error?: string | undefined;
  /** 'group' renders fieldset and legend (radios, checkboxes). */
  as?: 'field' | 'group';
  children: (control: FieldControlProps) => ReactNode;
}

/** Frame of a form control: label, required mark, help and error, tied together for assistive technology. */
export function FormField(_props: FormFieldProps) {
  return null;
}
