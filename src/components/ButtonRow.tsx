import type { ReactNode } from 'react';

export interface ButtonRowProps {
  align?: 'start' | 'end' | 'between';
  children: ReactNode;
}

/** The buttons that end a form or a screen; full width on a phone. */
export function ButtonRow(_props: ButtonRowProps) {
  return null;
}
