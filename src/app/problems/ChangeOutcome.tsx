import type { Problem } from '#machines/flows/steps/result.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { useProblemMessage } from './use-problem-message.ts';

interface ChangeOutcomeProps {
  /** The sentence of success. */
  notice: string | null;
  /** Problem of a change that the server refused, or that nobody answered. */
  problem: Problem | null;
  refused?: boolean;
  unanswered: boolean;
  titles: { refused?: string; unanswered: string };
  onDismiss: () => void;
  onRetry: () => void;
}

/** Shows the outcome of a change that was made on the spot: done, refused, or unknown. */
export function ChangeOutcome({
  notice,
  problem,
  refused = false,
  unanswered,
  titles,
  onDismiss,
  onRetry,
}: ChangeOutcomeProps) {
  const shown = useProblemMessage(problem);
  if (notice !== null) return <InlineAlert tone="success">{notice}</InlineAlert>;
  if (!refused && !unanswered) return null;
  return (
    <InlineAlert
      tone="danger"
      title={refused ? titles.refused : titles.unanswered}
      onClose={onDismiss}
      action={
        refused ? null : (
          <GuardedButton size="sm" onClick={onRetry}>
            Reintentar
          </GuardedButton>
        )
      }
    >
      {shown?.msg}
      {!refused && shown?.codigo_soporte ? ` Código de soporte: ${shown.codigo_soporte}` : ''}
    </InlineAlert>
  );
}
