import { type Change, changeLine } from '#machines/flows/steps/changes.ts';
import type { Problem } from '#machines/flows/steps/result.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { useProblemMessage } from './ProblemAlert.tsx';

interface ChangeNoticeProps {
  title: string;
  /** Nothing is shown when there are none. */
  changes: readonly Change[];
  /** 'por Ana, 10:32', or empty. */
  author: string;
}

/** Warns that another user changed the displayed data, and lists each old and new value. */
export function ChangeNotice({ title, changes, author }: ChangeNoticeProps) {
  if (changes.length === 0) return null;
  return (
    <InlineAlert tone="warning" title={title} reasons={changes.map(changeLine)}>
      {author === '' ? null : `Última modificación ${author}.`}
    </InlineAlert>
  );
}

export interface ChangeOutcomeProps {
  /** Message of a successful change. */
  notice: string | null;
  /** Problem of a change that the server refused or did not answer. */
  problem: Problem | null;
  refused?: boolean;
  unanswered: boolean;
  titles: { refused?: string; unanswered: string };
  onDismiss: () => void;
  onRetry: () => void;
}

/** Shows the outcome of a change made within the screen: done, refused or unknown. */
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
  if (notice !== null)
    return (
      <InlineAlert tone="success" isResult>
        {notice}
      </InlineAlert>
    );
  if (!refused && !unanswered) return null;
  return (
    <InlineAlert
      tone="danger"
      title={refused ? titles.refused : titles.unanswered}
      onClose={onDismiss}
      isResult
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
