import { useEffect, useRef } from 'react';

/**
 * The address asks, and the flow hears of it once it has changed; what the flow began with it knows already.
 *
 * @param question what the address says, compared as JSON
 */
export function useAsked<Question>(question: Question, ask: (question: Question) => void): void {
  const said = JSON.stringify(question);
  const known = useRef(said);
  useEffect(() => {
    if (known.current === said) return;
    known.current = said;
    ask(question);
  });
}
