import { useEffect, useRef } from 'react';

/**
 * Passes a question of the address on once it has changed; the flow began with the first one.
 *
 * @param question what the address says, compared as JSON
 */
export function useNewQuestion<Question>(
  question: Question,
  ask: (question: Question) => void,
): void {
  const text = JSON.stringify(question);
  const known = useRef(text);
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    ask(question);
  });
}
