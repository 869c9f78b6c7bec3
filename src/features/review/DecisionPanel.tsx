import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { type StageName, stages } from '#machines/domain/box/stages.ts';
import { staysOpen } from '#machines/domain/expense/expense-places.ts';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import {
  type ShortcutAction,
  phrasesOf,
  shortcutActionOf,
} from '#machines/flows/review/cockpit.machine.ts';
import {
  type DecisionValues,
  approvalPhrase,
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
import { type AnyDecision, choose, useCockpitPlace } from './LoadedExpense.tsx';
import { DecisionEnd, outcomeId } from './DecisionOutcome.tsx';

interface DecisionPanelProps {
  decision: AnyDecision;
  stage: StageName;
  expense: Expense;
  /** Fields that only this stage has. */
  children?: ReactNode;
}

const whyNotId = 'motivos-de-solo-lectura';

/** Approve or reject, why, and Save; or why this person cannot decide. */
export function DecisionPanel({ decision, stage, expense, children }: DecisionPanelProps) {
  const snapshot = useSnapshot(decision);
  const reviewing = isReviewing(snapshot);
  const readOnly = isReadOnly(snapshot);
  const choice = choiceOf(snapshot, stage);
  const { approveAndGoOn, against } = useDecisionKeys(decision, stage, expense);
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
            onChoose={(value) => choose(decision, value)}
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
              {reviewing ? <OwnPhrases decision={decision} choice={choice} /> : null}
            </chakra.div>
          )}
        </chakra.fieldset>
        {against.length === 0 ? null : (
          <InlineAlert
            tone="warning"
            title="No se aprueba de una vez"
            reasons={against.map(({ mensaje }) => mensaje)}
          />
        )}
        <DecisionEnd
          decision={decision}
          stage={stage}
          quick={
            reviewing && staysOpen(stage) ? <QuickApproval onApprove={approveAndGoOn} /> : null
          }
        />
      </chakra.div>
    </Section>
  );
}

/**
 * On a phone the receipt needs the space: no observation before a choice, and no phrases for that of an approval until it is
 * written.
 */
const observationLook = {
  display: 'grid',
  gap: '1.5',
  xlDown: {
    '&[data-choice=none]': { display: 'none' },
    '&[data-choice=approved]:not(:focus-within) ul': { display: 'none' },
  },
  // On a desk the phrases stand on the line of the label: the split of accounting needs each line below.
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

/** Approves and leads on by one press; it says what it writes. */
function QuickApproval({ onApprove }: { onApprove: () => void }) {
  const { cockpit } = useCockpitPlace();
  const phrase = useSelector(cockpit, (snapshot) => approvalPhrase(phrasesOf(snapshot)));
  const { observacion } = useFormikContext<DecisionValues>().values;
  return (
    <GuardedButton variant="outline" size="lg" fullWidth onClick={onApprove}>
      <chakra.span minW="0" display="grid" lineHeight="1.15" textStyle={{ xl: 'sm' }}>
        Aprobar y seguir{' '}
        {observacion.trim() === '' ? (
          <chakra.span textStyle="xs" fontWeight="normal" truncate>
            con «{phrase}»
          </chakra.span>
        ) : null}
      </chakra.span>
    </GuardedButton>
  );
}

/** The text of the chosen reason, and what the person wrote last: it becomes the observation, or its end, by one press. */
function OwnPhrases({ decision, choice }: { decision: AnyDecision; choice: Choice | null }) {
  const { cockpit } = useCockpitPlace();
  const phrases = useSelector(cockpit, phrasesOf);
  const reasons = useSelector(decision, reasonsOf);
  const { values, setFieldValue } = useFormikContext<DecisionValues>();
  const reason = reasons.find(({ id }) => id === values.id_rechazo)?.nombre ?? '';
  const { observacion } = values;
  const offered = phrasesFor(choice, reason, phrases).filter(
    (phrase) => phrase !== observacion.trim(),
  );
  if (offered.length === 0) return null;
  return (
    <chakra.ul
      aria-label="Frases para la observación"
      display="flex"
      flexWrap="wrap"
      gap="1.5"
      listStyleType="none"
    >
      {offered.map((phrase) => (
        <chakra.li key={phrase} minW="0">
          <chakra.button
            type="button"
            title={phrase}
            onClick={() => void setFieldValue('observacion', withPhrase(observacion, phrase))}
            display="block"
            maxW="full"
            truncate
            minH={{ base: '9', xl: '7' }}
            px="2.5"
            borderRadius="full"
            borderWidth="1px"
            borderColor="border.control"
            bg="bg.panel"
            textStyle="sm"
            cursor="pointer"
            _hover={{ bg: 'teal.50' }}
          >
            {phrase}
          </chakra.button>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Somebody else was quicker: what this person had written can still be read and copied. */
function WrittenBefore({ saved }: { saved: string }) {
  const { observacion } = useFormikContext<DecisionValues>().values;
  if (observacion.trim() === '' || observacion === saved) return null;
  return (
    <InlineAlert tone="info" title="Lo que usted había escrito no se guardó">
      {observacion}
    </InlineAlert>
  );
}

interface OneStep {
  /** Approves with the phrase of the person where nothing is written, saves, and opens what waits next. */
  approveAndGoOn: () => void;
  /** Why it did nothing, until another key does something. */
  against: readonly FailedGuard[];
}

/** The keys of the decision on the screen; what the flow does not take now is left alone. */
function useDecisionKeys(decision: AnyDecision, stage: StageName, expense: Expense): OneStep {
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
