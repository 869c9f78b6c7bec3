import type { ReactNode } from 'react';
import { Moving } from './Moving.tsx';

/** Fields that come and go with an answer: they slide in and leave at once. */
export function Reveal({ when, children }: { when: boolean; children: ReactNode }) {
  return when ? <Moving>{children}</Moving> : null;
}
