import { domAnimation, LazyMotion, m, useReducedMotion } from 'framer-motion';
import type { ReactNode } from 'react';

/** Fields that come and go with an answer: they slide in (no motion when the person prefers none) and leave at once. */
export function Reveal({ when, children }: { when: boolean; children: ReactNode }) {
  const still = useReducedMotion();
  if (!when) return null;
  // Only the place moves: with an animated opacity a stalled animation would hide fields that must be filled.
  return (
    <LazyMotion features={domAnimation} strict>
      <m.div
        initial={still ? false : { y: -8 }}
        animate={{ y: 0 }}
        transition={{ duration: 0.18, ease: 'easeOut' }}
      >
        {children}
      </m.div>
    </LazyMotion>
  );
}
