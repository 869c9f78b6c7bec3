import type { ReactNode } from 'react';

export interface RevealProps {
  when: boolean;
  children: ReactNode;
}

/** Fields that come and go with an answer: they slide in (no motion when the person asked for none) and leave at once. */
export function Reveal(_props: RevealProps) {
  return null;
}
