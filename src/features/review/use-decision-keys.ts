import { useFormikContext } from 'formik';
import { useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import {
  type ShortcutAction,
  isAllDecided,
  phrasesOf,
  shortcutActionOf,
} from '#machines/flows/review/cockpit.machine.ts';
import {
  approvalPhrase,
  isDone,
  isPending,
  isReviewing,
  reasonsAgainstOneKey,
  reviewerOf,
} from '#machines/flows/review/decision-rules.ts';
import { useKeys } from '../../ui/layout/use-keys.ts';
import type { AnyDecision } from './any-decision.ts';
import { reopen, useCockpitPlace } from './cockpit-context.ts';
import type { DecisionFormValues } from './decision-form.ts';
import { useChoice } from './use-choice.ts';

interface OneStep {
  /** Approves with the phrase of the person where nothing is written, saves, and opens what waits next. */
  approveAndGoOn: () => void;
  /** Why it did nothing, until another key does something. */
  against: readonly FailedGuard[];
}

/** The keys of the decision on the screen; what the flow does not take now is left alone. */
export function useDecisionKeys(
  decision: AnyDecision,
  stage: StageName,
  expense: Expense,
): OneStep {
  const [against, setAgainst] = useState<readonly FailedGuard[]>([]);
  const { cockpit, singleKeys } = useCockpitPlace();
  const { values, setFieldValue, submitForm } = useFormikContext<DecisionFormValues>();
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
  const approveAndGoOn = async () => {
    const snapshot = decision.getSnapshot();
    const reasons = reasonsAgainstOneKey(stage, expense, reviewerOf(snapshot));
    setAgainst(reasons);
    if (reasons.length > 0) return;
    decide('approved');
    if (values.observacion.trim() === '')
      await setFieldValue('observacion', approvalPhrase(phrasesOf(cockpit.getSnapshot())));
    await saveAndGoOn();
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
    approveAndGoOn: () => void approveAndGoOn(),
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
  return { approveAndGoOn: () => void approveAndGoOn(), against };
}
