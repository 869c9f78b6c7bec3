import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { type StageName, stages } from '#machines/domain/stages/stages.ts';
import { staysOpen } from '#machines/domain/expense/expense-places.ts';
import type { Choice } from '#machines/domain/case/joint-approval.ts';
import { phrasesOf } from '#machines/flows/review/cockpit.machine.ts';
import {
  type DecisionValues,
  approvalPhrase,
  asksProposed,
  choiceOf,
  fieldErrorsOf,
  isDone,
  isPending,
  isReadOnly,
  isReviewing,
  phrasesFor,
  readOnlyReasons,
  reasonsAgainstOneKey,
  reasonsOf,
  reviewerOf,
  withPhrase,
} from '#machines/flows/review/decision-rules.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { RadioGroup } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useKeys } from '../../ui/layout/use-keys.ts';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { Reveal } from '../../ui/overlay/Moving.tsx';
import { type AnyDecision, choose, useCockpitContext } from './LoadedExpense.tsx';
import { DecisionEnd, outcomeId } from './DecisionOutcome.tsx';
import { PhraseList } from './PhraseList.tsx';
import { type ShortcutAction, shortcutActionOf } from './shortcuts.ts';

interface DecisionPanelProps {
  decision: AnyDecision;
  stage: StageName;
  expense: Expense;
  /** Fields of this stage only. */
  children?: ReactNode;
}

const whyNotId = 'motivos-de-solo-lectura';

/** Fields of the decision with the save button; or the reasons why this user cannot decide. */
export function DecisionPanel({ decision, stage, expense, children }: DecisionPanelProps) {
  const snapshot = useSnapshot(decision);
  const reviewing = isReviewing(snapshot);
  const readOnly = isReadOnly(snapshot);
  const choice = choiceOf(snapshot, stage);
  const { values, setFieldValue } = useFormikContext<DecisionValues>();
  const { observacion } = values;
  const offered = useOfferedPhrases(decision, choice);
  /** A phrase that was offered for one choice never explains the other. */
  const decide = (other: Choice) => {
    if (choice !== null && choice !== other && offered.includes(observacion.trim()))
      void setFieldValue('observacion', '');
    choose(decision, other);
  };
  const steps = { decision, stage, expense, decide };
  const { approveAndGoOn, rejectAndGoOn, against } = useDecisionKeys(steps);
  return (
    <Section dense>
      <chakra.div display="grid" gap="1.5">
        {readOnly ? (
          <>
            <InlineAlert
              id={whyNotId}
              tone="info"
              title="Solo lectura"
              reasons={readOnlyReasons(snapshot, stage)}
            />
            <WrittenBefore saved={expense[`obs_${stages[stage].sufijo}`]} />
          </>
        ) : null}
        <chakra.fieldset
          disabled={!reviewing}
          aria-describedby={reviewing ? undefined : readOnly ? whyNotId : outcomeId}
          display="grid"
          gap="1.5"
          minW="0"
        >
          <RadioGroup
            name="estado"
            label="Estado"
            variant="buttons"
            required={!readOnly}
            options={[
              { value: 'approved', label: 'Aprobado', icon: Check, tone: 'success' },
              { value: 'rejected', label: 'Rechazado', icon: X, tone: 'danger' },
            ]}
            disabled={!reviewing}
            value={choice}
            error={fieldErrorsOf(snapshot).estado}
            onChoose={decide}
          />
          <Reveal when={choice === 'rejected'}>
            <SelectField
              name="id_rechazo"
              label="Motivo de rechazo"
              required
              options={optionsOf(reasonsOf(snapshot))}
            />
          </Reveal>
          {children}
          {readOnly ? null : (
            <chakra.div css={observationLook} data-choice={choice ?? 'none'}>
              <TextAreaField
                name="observacion"
                label="Observaciones"
                required
                rows={2}
                maxLength={1000}
              />
              {reviewing ? (
                <PhraseList
                  phrases={offered.filter((phrase) => phrase !== observacion.trim())}
                  onChoose={(phrase) =>
                    void setFieldValue('observacion', withPhrase(observacion, phrase))
                  }
                />
              ) : null}
            </chakra.div>
          )}
        </chakra.fieldset>
        {against.length === 0 ? null : (
          <InlineAlert
            tone="warning"
            title="Antes de aprobar, revise esto"
            reasons={against.map(({ mensaje }) => mensaje)}
          />
        )}
        <DecisionEnd
          decision={decision}
          stage={stage}
          quick={
            reviewing && staysOpen(stage) ? (
              <QuickDecisions choice={choice} onApprove={approveAndGoOn} onReject={rejectAndGoOn} />
            ) : null
          }
        />
      </chakra.div>
    </Section>
  );
}

/**
 * On phones the receipt needs the space: the observation is hidden before a choice, and the phrases of an approval
 * until the observation has the focus.
 */
const observationLook = {
  display: 'grid',
  gap: '1.5',
  xlDown: {
    '&[data-choice=none]': { display: 'none' },
    '&[data-choice=approved]:not(:focus-within) ul': { display: 'none' },
  },
  // On wide screens the phrases share the line of the label: the split of accounting needs the lines below.
  xl: {
    position: 'relative',
    '& ul': {
      position: 'absolute',
      top: '-1',
      insetEnd: '0',
      maxW: 'calc(100% - 8.5rem)',
      flexWrap: 'nowrap',
      overflowX: 'auto',
    },
    '& ul button': { minH: '6', maxW: '9rem' },
  },
} as const;

interface QuickDecisionsProps {
  choice: Choice | null;
  onApprove: () => void;
  onReject: () => void;
}

/** Buttons that decide and open the next expense. The approval shows the phrase that it writes, whole. */
function QuickDecisions({ choice, onApprove, onReject }: QuickDecisionsProps) {
  const { cockpit } = useCockpitContext();
  const phrase = useSelector(cockpit, (snapshot) => approvalPhrase(phrasesOf(snapshot)));
  const { observacion } = useFormikContext<DecisionValues>().values;
  const writesPhrase = phrase !== '' && observacion.trim() === '' && choice !== 'rejected';
  return (
    <chakra.div css={quickRow}>
      <GuardedButton variant="outline" size="lg" fullWidth onClick={onApprove}>
        <chakra.span css={quickLook}>
          Aprobar y seguir{' '}
          {writesPhrase ? (
            <chakra.span textStyle="xs" fontWeight="normal">
              con «{phrase}»
            </chakra.span>
          ) : null}
        </chakra.span>
      </GuardedButton>
      <GuardedButton variant="outline" tone="danger" size="lg" fullWidth onClick={onReject}>
        <chakra.span css={quickLook}>Rechazar y seguir</chakra.span>
      </GuardedButton>
    </chakra.div>
  );
}

/** The buttons grow with the phrase. */
const quickRow = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2',
  '& button': { height: 'auto', minH: '11', px: '2', py: '0.5' },
} as const;

const quickLook = {
  minW: '0',
  display: 'grid',
  lineHeight: '1.15',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  xl: { textStyle: 'sm' },
} as const;

/** Another user decided first: shows the unsaved observation, so that it can be copied. */
function WrittenBefore({ saved }: { saved: string }) {
  const { observacion } = useFormikContext<DecisionValues>().values;
  if (observacion.trim() === '' || observacion === saved) return null;
  return (
    <InlineAlert tone="info" title="Lo que usted había escrito no se guardó">
      {observacion}
    </InlineAlert>
  );
}

/** The text of the chosen reason, for a rejection, and the user's latest phrases of the choice. */
function useOfferedPhrases(decision: AnyDecision, choice: Choice | null): string[] {
  const { cockpit } = useCockpitContext();
  const phrases = useSelector(cockpit, phrasesOf);
  const reasons = useSelector(decision, reasonsOf);
  const { id_rechazo } = useFormikContext<DecisionValues>().values;
  const reason = reasons.find(({ id }) => id === id_rechazo)?.nombre ?? '';
  return phrasesFor(choice, reason, phrases);
}

interface OneStep {
  /**
   * Approves, with the latest phrase of an approval as observation when it is empty, saves, and opens the next pending
   * expense. Without an observation and a phrase it opens the observation.
   */
  approveAndGoOn: () => void;
  /** Rejects, saves, and opens the next pending expense; opens the reason or the observation that is missing. */
  rejectAndGoOn: () => void;
  /** Reasons why `approveAndGoOn` did nothing; cleared by the next shortcut. */
  against: readonly FailedGuard[];
}

interface StepProps extends Pick<DecisionPanelProps, 'decision' | 'stage' | 'expense'> {
  decide: (choice: Choice) => void;
}

/** After the control has rendered. */
const focusOn = (selector: string): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());

const focusField = (name: keyof DecisionValues): number => focusOn(`[name=${name}]`);

/** Keyboard shortcuts of the decision; ignored when the flow does not accept the action. */
function useDecisionKeys({ decision, stage, expense, decide }: StepProps): OneStep {
  const [against, setAgainst] = useState<readonly FailedGuard[]>([]);
  const { cockpit, singleKeys } = useCockpitContext();
  const { values, setFieldValue, submitForm } = useFormikContext<DecisionValues>();
  const isWritten = values.observacion.trim() !== '';
  /** Blurs the focused field first, as a click on the button would: its blur handler may change the values. */
  const save = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return submitForm();
  };
  const saveAndGoOn = async () => {
    await save();
    const snapshot = decision.getSnapshot();
    // The answer may have arrived already.
    if (isPending(snapshot) || isDone(snapshot) || asksProposed(snapshot))
      cockpit.send({ type: 'GO_ON' });
  };
  const approveAndGoOn = async () => {
    const snapshot = decision.getSnapshot();
    const reasons = reasonsAgainstOneKey(stage, expense, reviewerOf(snapshot));
    setAgainst(reasons);
    if (reasons.some(({ guardia }) => guardia === 'invoiceIsChosen'))
      focusOn('[data-invoices] input');
    if (reasons.length > 0) return;
    const phrase = approvalPhrase(phrasesOf(cockpit.getSnapshot()));
    // What was written for a rejection is no reason to approve: the person reads it again first.
    const begins = choiceOf(snapshot, stage) === 'rejected';
    decide('approved');
    if (begins || (!isWritten && phrase === '')) {
      focusField('observacion');
      return;
    }
    if (!isWritten) await setFieldValue('observacion', phrase);
    await saveAndGoOn();
  };
  const rejectAndGoOn = async () => {
    const begins = choiceOf(decision.getSnapshot(), stage) !== 'rejected';
    setAgainst([]);
    decide('rejected');
    if (begins || values.id_rechazo === null) focusField('id_rechazo');
    else if (!isWritten) focusField('observacion');
    else await saveAndGoOn();
  };
  const actions: Partial<Record<ShortcutAction, () => void>> = {
    approve: () => decide('approved'),
    reject: () => {
      decide('rejected');
      focusField('id_rechazo');
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
      // A pending save is never left: the flow moves on after the answer.
      cockpit.send({ type: 'GO_ON' });
      return true;
    }
    if (action === 'change') {
      if (!snapshot.can({ type: 'CHANGE' })) return false;
      cockpit.send({ type: 'CHANGE' });
      return true;
    }
    if ((action === 'save' || action === 'saveAndGoOn') && asksProposed(snapshot)) {
      if (action === 'saveAndGoOn') cockpit.send({ type: 'GO_ON' });
      decision.send({ type: 'CONFIRM' });
      return true;
    }
    const act = actions[action];
    if (act === undefined || !isReviewing(snapshot)) return false;
    setAgainst([]);
    act();
    return true;
  });
  return {
    approveAndGoOn: () => void approveAndGoOn(),
    rejectAndGoOn: () => void rejectAndGoOn(),
    against,
  };
}
