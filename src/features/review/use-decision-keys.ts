import { useFormikContext } from 'formik';
import { useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { type ShortcutAction, shortcutActionOf } from '#machines/flows/review/cockpit-keys.ts';
import { isAllDecided } from '#machines/flows/review/cockpit.selectors.ts';
import { reasonsAgainstOneKey } from '#machines/flows/review/decision-rules.ts';
import {
  isDone,
  isPending,
  isReviewing,
  reviewerOf,
} from '#machines/flows/review/decision.selectors.ts';
import { useKeys } from '../../ui/layout/use-keys.ts';
import type { AnyDecision } from './any-decision.ts';
import { reopen, useCockpitPlace } from './cockpit-context.ts';
import { useChoice } from './use-choice.ts';

/**
 * The keys of the decision on the screen; what the flow does not take now is left alone.
 *
 * @returns why the key that approves and goes on did nothing, until another one does something
 */
export function useDecisionKeys(
  decision: AnyDecision,
  stage: StageName,
  expense: Expense,
): readonly FailedGuard[] {
  const [against, setAgainst] = useState<readonly FailedGuard[]>([]);
  const { cockpit, singleKeys } = useCockpitPlace();
  const { submitForm } = useFormikContext();
  const decide = useChoice(decision);
  /** The field is left first, as by a press on the button: what that writes belongs to the save. */
  const save = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return submitForm();
  };
  const saveAndGoOn = async () => {
    await save();
    const snapshot = decision.getSnapshot();
    if (isPending(snapshot)) cockpit.send({ type: 'GO_ON' });
    // The answer was quicker.
    else if (isDone(snapshot)) {
      if (isAllDecided(cockpit.getSnapshot())) decision.send({ type: 'STAY' });
      else cockpit.send({ type: 'NEXT' });
    }
  };
  const actions: Partial<Record<ShortcutAction, () => void>> = {
    approve: () => decide('approved'),
    reject: () => {
      decide('rejected');
      // Once the field is there.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[name=id_rechazo]')?.focus(),
      );
    },
    save: () => void save(),
    saveAndGoOn: () => void saveAndGoOn(),
    approveAndGoOn: () => {
      const reasons = reasonsAgainstOneKey(stage, expense, reviewerOf(decision.getSnapshot()));
      setAgainst(reasons);
      if (reasons.length > 0) return;
      decide('approved');
      void saveAndGoOn();
    },
  };
  useKeys((event, isTyping) => {
    const action = shortcutActionOf(event, isTyping || !singleKeys);
    if (action === null) return false;
    const snapshot = decision.getSnapshot();
    if (action === 'next' && isPending(snapshot)) {
      // Nobody leaves a save before its answer.
      cockpit.send({ type: 'GO_ON' });
      return true;
    }
    if (action === 'change') {
      if (!snapshot.can({ type: 'CHANGE' })) return false;
      reopen(decision, cockpit);
      return true;
    }
    const act = actions[action];
    if (act === undefined || !isReviewing(snapshot)) return false;
    setAgainst([]);
    act();
    return true;
  });
  return against;
}
