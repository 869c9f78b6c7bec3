import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { stepIn, stepParam } from './workflow-address.ts';

interface Walker {
  paso: number;
  /** The step rests: the address may name it. */
  settled: boolean;
  go: (paso: number) => void;
}

/** The step that the address names; null when it names none. */
export function useStepOfAddress(): number | null {
  const [query] = useSearchParams();
  return stepIn(query);
}

/**
 * A step that rests is written into the address, without a new entry of the browser's history; an address
 * that somebody changes leads to its step.
 */
export function useStepInAddress({ paso, settled, go }: Walker): void {
  const [query, setQuery] = useSearchParams();
  // What is written here replaces the address; only somebody else changes it in another way.
  const isOwn = useNavigationType() === 'REPLACE';
  const requested = stepIn(query);
  const known = useRef({ requested, written: paso });
  useEffect(() => {
    if (requested === known.current.requested) return;
    known.current.requested = requested;
    if (requested === null || isOwn) return;
    known.current.written = requested;
    go(requested);
  });
  useEffect(() => {
    if (!settled || paso === known.current.written) return;
    known.current.written = paso;
    setQuery({ [stepParam]: String(paso) }, { replace: true });
  });
}
