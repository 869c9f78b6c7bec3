import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import {
  type RecordFormEvent,
  type RecordKind,
  changedSince,
  type createRecordFormMachine,
  factsOf,
  idOf,
  idempotencyKeyOf,
  isEditing,
  noticeOf,
  shownValues,
  typedOver,
  wasChanged,
  wasSavedBefore,
} from '#machines/flows/records/record-form.machine.ts';
import {
  type Problem,
  isLoading,
  isPending,
  isUnanswered,
  problemOf,
} from '#machines/flows/steps/result.ts';
import { LoadSection, type Loadable, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert, formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { useFirstStepDone } from '../../shell/first-steps.ts';
import { useDestination } from '../../shell/screens/use-destination.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow, StickyBar } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InvalidFields } from '../../ui/fields/InvalidFields.tsx';
import { newIdempotencyKey } from '../../wire/client.ts';
import { serverNow } from '../../wire/server-clock.ts';
import type { Draft } from '../drafts/drafts.ts';
import { SavedDraft, useFormDraft } from '../drafts/SavedDraft.tsx';

type RecordFormMachine<Facts, Values, Request> = ReturnType<
  typeof createRecordFormMachine<Facts, Values, Request>
>;

interface RecordFormFlow<Facts, Values, Request> {
  snapshot: SnapshotFrom<RecordFormMachine<Facts, Values, Request>>;
  send: (event: RecordFormEvent<Values>) => void;
}

/** Placeholder values of a form that is not loaded yet. */
const unknown = {};

/** `object` of the draft; every new record has 0. */
const draftObject = (id: number | null): number => id ?? 0;

/**
 * Flow of the form of one record, with the idempotency key of its draft; navigates to the list after the save.
 * @param id null for a new record
 */
export function useRecordForm<Facts, Values, Request>(
  machine: RecordFormMachine<Facts, Values, Request>,
  { draft }: Pick<RecordKind<Facts, Values, Request>, 'draft'>,
  id: number | null,
): RecordFormFlow<Facts, Values, Request> {
  const { idempotencyKey } = useFormDraft(draft, draftObject(id), unknown);
  const [snapshot, send] = useActor(machine, { input: { id, idempotencyKey } });
  useFirstStepDone(noticeOf(snapshot) !== null);
  useDestination(snapshot.output ?? undefined);
  return { snapshot, send };
}

interface RecordFormProps<Facts, Values extends object, Request> {
  flow: RecordFormFlow<Facts, Values, Request>;
  kind: RecordKind<Facts, Values, Request>;
  initialValues: (facts: Facts) => Values;
  /** Accessible name of the form. */
  label: string;
  saveLabel: string;
  /** Reasons why this user may change nothing in the record. */
  locked?: readonly string[];
  /** Title of the default alert for a refusal of the server. */
  refusedTitle?: string;
  /** Replaces the default alert for a refusal. */
  refused?: (problem: Problem) => ReactNode;
  /** Places the button in a bar that sticks to the bottom edge. */
  barred?: boolean;
  children: (facts: Facts) => ReactNode;
}

/** Form of one record: fields, draft and outcome of the save. */
export function RecordForm<Facts, Values extends object, Request>(
  props: RecordFormProps<Facts, Values, Request>,
) {
  const { snapshot, send } = props.flow;
  const facts = factsOf(snapshot);
  const [loaded, setLoaded] = useState({ facts, count: 0 });
  const [typed, setTyped] = useState<{ draft: Draft<Values>; count: number } | null>(null);
  if (loaded.facts !== facts) setLoaded({ facts, count: loaded.count + 1 });
  const load = loadOf(snapshot, send);
  if (load.failed || facts === null || isLoading(snapshot)) return <LoadSection {...load} />;
  // Reloaded facts, such as the settings after a save, mount a new form.
  return (
    <LoadedForm
      key={loaded.count}
      {...props}
      facts={facts}
      typed={typed?.count === loaded.count - 1 ? typed.draft : null}
      onReload={(draft) => setTyped({ draft, count: loaded.count })}
    />
  );
}

interface LoadedFormProps<Facts, Values extends object, Request>
  extends RecordFormProps<Facts, Values, Request> {
  facts: Facts;
  /** Values of the form before the record was loaded again, also secret ones; null when it was not. */
  typed: Draft<Values> | null;
  /** Before the record is loaded again. */
  onReload: (typed: Draft<Values>) => void;
}

/** Form of the loaded facts; begins with the user's draft when there is one. */
function LoadedForm<Facts, Values extends object, Request>({
  flow: { snapshot, send },
  kind,
  facts,
  initialValues,
  label,
  saveLabel,
  locked = [],
  refusedTitle,
  barred = false,
  refused = (problem) => <ProblemAlert problem={problem} title={refusedTitle} />,
  children,
  typed,
  onReload,
}: LoadedFormProps<Facts, Values, Request>) {
  const outcomeId = useId();
  const draft = useRecordDraft(kind.draft, idOf(snapshot), initialValues(facts), typed);
  const open = isEditing(snapshot) && locked.length === 0;
  const Row = barred ? StickyBar : ButtonRow;
  const reload = (values: Values) => {
    const shown = shownValues(draft.untouched);
    onReload({ values, shown, saved: serverNow(), idempotencyKey: idempotencyKeyOf(snapshot) });
    send({ type: 'RELOAD' });
  };
  const startAnew = () => send({ type: 'START_ANEW', idempotencyKey: newIdempotencyKey() });
  return (
    <Form
      label={label}
      initialValues={draft.restored?.values ?? draft.untouched}
      validate={(values) => formErrors(kind.refusals(values, facts))}
      onSubmit={(values) => send({ type: 'SAVE', values })}
      focusesFirst={idOf(snapshot) === null && draft.restored === null}
    >
      <RecordDraft
        draft={draft}
        kind={kind}
        snapshot={snapshot}
        open={open}
        onDiscard={startAnew}
      />
      <chakra.fieldset
        disabled={!open}
        aria-describedby={open ? undefined : outcomeId}
        display="grid"
        gap="5"
        minW="0"
      >
        {children(facts)}
      </chakra.fieldset>
      <chakra.div id={outcomeId} display="contents">
        <Outcome snapshot={snapshot} incomplete={kind.incomplete}>
          {(problem) =>
            wasSavedBefore(snapshot) ? (
              <StoredBefore onStartAnew={startAnew} />
            ) : wasChanged(snapshot) ? (
              <ChangedMeanwhile problem={problem} onReload={reload} />
            ) : (
              refused(problem)
            )
          }
        </Outcome>
        <Row>
          {isUnanswered(snapshot) ? (
            <GuardedButton size="lg" onClick={() => send({ type: 'RETRY' })}>
              Reintentar
            </GuardedButton>
          ) : (
            <GuardedButton
              type="submit"
              size="lg"
              busy={isPending(snapshot) && 'Guardando…'}
              reasons={noticeOf(snapshot) === null ? locked : ['Los datos ya quedaron guardados.']}
            >
              {saveLabel}
            </GuardedButton>
          )}
        </Row>
      </chakra.div>
    </Form>
  );
}

/** An earlier save arrived, and the form has changed since. */
function StoredBefore({ onStartAnew }: { onStartAnew: () => void }) {
  return (
    <InlineAlert
      tone="warning"
      title="Este registro ya había quedado guardado"
      action={
        <GuardedButton size="sm" variant="outline" onClick={onStartAnew}>
          Es otro registro
        </GuardedButton>
      }
    >
      La primera vez se perdió la respuesta, pero llegó con los datos de ese momento: búsquelo en la
      lista.
    </InlineAlert>
  );
}

interface ChangedMeanwhileProps<Values> {
  problem: Problem;
  onReload: (values: Values) => void;
}

/** Another person changed the record since it was shown. */
function ChangedMeanwhile<Values>({ problem, onReload }: ChangedMeanwhileProps<Values>) {
  const { values } = useFormikContext<Values>();
  return (
    <ProblemAlert problem={problem} title="No se guardó: estos datos cambiaron">
      <chakra.p mb="2">Lo que usted escribió se conserva.</chakra.p>
      <GuardedButton size="sm" variant="outline" onClick={() => onReload(values)}>
        Cargar lo nuevo
      </GuardedButton>
    </ProblemAlert>
  );
}

interface OutcomeProps {
  snapshot: Parameters<typeof noticeOf>[0] & Parameters<typeof isUnanswered>[0] & Loadable;
  /** Message above the list of invalid fields. */
  incomplete: string;
  /** Renders a refusal of the server. */
  children: (problem: Problem) => ReactNode;
}

/** Outcome of the last save, above the button. */
function Outcome({ snapshot, incomplete, children }: OutcomeProps) {
  const { submitCount, isValid } = useFormikContext();
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  if (notice !== null)
    return (
      <InlineAlert tone="success" isResult>
        {notice}
      </InlineAlert>
    );
  if (isUnanswered(snapshot))
    return <ProblemAlert problem={problem} title="No se sabe si los datos se guardaron" isResult />;
  if (submitCount > 0 && !isValid)
    return (
      <InlineAlert tone="danger">
        {incomplete}
        <InvalidFields />
      </InlineAlert>
    );
  return problem === null ? null : children(problem);
}

const changedMeanwhile = 'Desde entonces otra persona cambió este registro: revise lo que guarda.';

interface RecordDraftProps<Facts, Values extends object, Request> {
  draft: ReturnType<typeof useRecordDraft<Values>>;
  kind: RecordKind<Facts, Values, Request>;
  snapshot: RecordFormFlow<Facts, Values, Request>['snapshot'];
  open: boolean;
  onDiscard: () => void;
}

/** Saves the form as a draft while it is filled in, without its secret fields. */
function RecordDraft<Facts, Values extends object, Request>({
  draft,
  kind: { secret = [] },
  snapshot,
  open,
  onDiscard,
}: RecordDraftProps<Facts, Values, Request>) {
  const { values, resetForm } = useFormikContext<Values>();
  const { untouched, outdated } = draft;
  const shown = useMemo(() => shownValues(untouched), [untouched]);
  const saved = { ...values };
  for (const name of secret) saved[name] = untouched[name];
  return (
    <SavedDraft
      draft={draft}
      typed={{ values: saved, shown, idempotencyKey: idempotencyKeyOf(snapshot) }}
      open={open}
      sent={isPending(snapshot) || isUnanswered(snapshot)}
      over={noticeOf(snapshot) !== null}
      warning={outdated ? changedMeanwhile : ''}
      onDiscard={() => {
        resetForm({ values: untouched });
        onDiscard();
      }}
    />
  );
}

/** Applies the user's draft to the current values of the record. */
function useRecordDraft<Values extends object>(
  form: string,
  id: number | null,
  today: Values,
  typed: Draft<Values> | null,
) {
  const draft = useFormDraft(form, draftObject(id), today);
  const [begun] = useState(() => {
    const { untouched } = draft;
    const restored = typed ?? draft.restored;
    if (restored === null) return { restored, outdated: false };
    const values = typedOver(untouched, restored);
    const same = JSON.stringify(values) === JSON.stringify(untouched);
    return {
      restored: same ? null : { ...restored, values },
      /** Another user changed the record after the draft was typed. */
      outdated: changedSince(untouched, restored.shown),
    };
  });
  return { ...draft, ...begun };
}
