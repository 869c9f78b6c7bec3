import { nitInOnePiece } from '#contract/typed-values.ts';
import { GuardedButton } from './GuardedButton.tsx';

interface NitQuestionProps {
  /** Document number as typed. */
  document: string;
  /** Called with the number without its check digit. */
  onTake: (number: string) => void;
}

/** Asks whether the last digit of a number is the check digit of a NIT, if it would be a valid one. */
export function NitQuestion({ document, onTake }: NitQuestionProps) {
  const nit = nitInOnePiece(document);
  if (nit === null) return null;
  return (
    <GuardedButton size="sm" variant="outline" onClick={() => onTake(nit.number)}>
      {`¿NIT ${nit.number}-${nit.digit}?`}
    </GuardedButton>
  );
}
