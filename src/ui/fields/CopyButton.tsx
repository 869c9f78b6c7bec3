import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { GuardedButton } from './GuardedButton.tsx';

/** @returns false where the browser does not allow it, as on a page without https */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyButtonProps {
  text: string;
  label?: string;
}

/** Copies a text that is visible beside it, so that it can be selected and copied by hand. */
export function CopyButton({ text, label = 'Copiar' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ text: string; copied: boolean } | null>(null);
  const known = outcome?.text === text ? outcome : null;
  const shown =
    known === null ? label : known.copied ? 'Copiado' : 'No se pudo: selecciónelo y cópielo';
  return (
    <GuardedButton
      size="sm"
      variant="outline"
      icon={known?.copied ? Check : Copy}
      onClick={() => void copyText(text).then((copied) => setOutcome({ text, copied }))}
    >
      {shown}
    </GuardedButton>
  );
}
