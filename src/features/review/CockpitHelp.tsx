import { Dialog } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { StageName } from '#machines/domain/box/stages.ts';
import type { FailedGuard } from '#contract/errors.ts';
import {
  type ShortcutAction,
  phrasesOf,
  shortcutActionOf,
  shortcuts,
} from '#machines/flows/review/cockpit.machine.ts';
import {
  type DecisionValues,
  approvalPhrase,
  isDone,
  isPending,
  isReviewing,
  reasonsAgainstOneKey,
  reviewerOf,
} from '#machines/flows/review/decision-rules.ts';
import { ToggleSwitch } from '../../ui/fields/IconButton.tsx';
import { useKeys } from '../../ui/layout/use-keys.ts';
import { TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { type AnyDecision, choose, useCockpitPlace } from './cockpit-context.ts';

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
  const { values, setFieldValue, submitForm } = useFormikContext<DecisionValues>();
  /** The field is left first, as by a press on the button: what that writes belongs to the save. */
  const save = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return submitForm();
  };
  const saveAndGoOn = async () => {
    await save();
    const snapshot = decision.getSnapshot();
    // The answer may have been quicker.
    if (isPending(snapshot) || isDone(snapshot)) cockpit.send({ type: 'GO_ON' });
  };
  const approveAndGoOn = async () => {
    const snapshot = decision.getSnapshot();
    const reasons = reasonsAgainstOneKey(stage, expense, reviewerOf(snapshot));
    setAgainst(reasons);
    if (reasons.length > 0) return;
    choose(decision, 'approved');
    if (values.observacion.trim() === '')
      await setFieldValue('observacion', approvalPhrase(phrasesOf(cockpit.getSnapshot())));
    await saveAndGoOn();
  };
  const actions: Partial<Record<ShortcutAction, () => void>> = {
    approve: () => choose(decision, 'approved'),
    reject: () => {
      choose(decision, 'rejected');
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
      cockpit.send({ type: 'CHANGE' });
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

/** The keys of the screen, and the switch of those that are letters alone: voices and hands press them by mistake. */
export function CockpitHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { singleKeys, setSingleKeys } = useCockpitPlace();
  return (
    <TitledDialog title="Atajos de teclado" size="sm" open={open} onClose={onClose}>
      <Dialog.Description color="fg.muted">
        No funcionan mientras escribe en un campo, salvo los de Ctrl.
      </Dialog.Description>
      <ToggleSwitch
        label="Atajos de una sola tecla"
        checked={singleKeys}
        onText="Atajos de una sola tecla: activos"
        offText="Atajos de una sola tecla: apagados; quedan los de Ctrl"
        onChange={setSingleKeys}
      />
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap="4"
        rowGap="2.5"
        alignItems="center"
      >
        {shortcuts.map(({ action, label, does, ctrl = false }) => (
          <chakra.div
            key={action}
            display="contents"
            color={ctrl || singleKeys ? undefined : 'fg.subtle'}
          >
            <dt>
              <chakra.kbd
                px="2"
                py="0.5"
                borderWidth="1px"
                borderColor="border.emphasized"
                borderRadius="l1"
                bg="bg.subtle"
                textStyle="sm"
                fontWeight="semibold"
                whiteSpace="nowrap"
              >
                {label}
              </chakra.kbd>
            </dt>
            <dd>{does}</dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </TitledDialog>
  );
}
