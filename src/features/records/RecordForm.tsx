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
  failedToSave,
  idOf,
  idempotencyKeyOf,
  isEditing,
  noticeOf,
  shownValues,
  typedOver,
  wasSavedBefore,
} from '#machines/flows/records/record-form.machine.ts';
import { type Problem, isLoading, isPending, problemOf } from '#machines/flows/steps/result.ts';
import { LoadSection, type Loadable, loadOf } from '../../app/problems/LoadProblem.tsx';
import { ProblemAlert, formErrors } from '../../app/problems/ProblemAlert.tsx';
import { useDestination } from '../../app/screens/use-destination.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow, StickyBar } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InvalidFields } from '../../ui/fields/InvalidFields.tsx';
import { newIdempotencyKey } from '../../wire/client.ts';
import { SavedDraft, useFormDraft } from '../drafts/SavedDraft.tsx';

type RecordFormMachine<Facts, Values, Request> = ReturnType<
  typeof createRecordFormMachine<Facts, Values, Request>
>;

interface RecordFormFlow<Facts, Values, Request> {
  snapshot: SnapshotFrom<RecordFormMachine<Facts, Values, Request>>;
  send: (event: RecordFormEvent<Values>) => void;
}

/** Fields of a form that is not loaded yet. */
const unknown = {};

/** The object of the drafts of a form; a new record has none of its own. */
const draftObject = (id: number | null): number => id ?? 0;

/**
 * The flow of the form of one record, begun with the key of its draft; leads to the list once the record is saved.
 * @param id null for a new one
 */
export function useRecordForm<Facts, Values, Request>(
  machine: RecordFormMachine<Facts, Values, Request>,
  { draft }: Pick<RecordKind<Facts, Values, Request>, 'draft'>,
  id: number | null,
): RecordFormFlow<Facts, Values, Request> {
  const { idempotencyKey } = useFormDraft(draft, draftObject(id), unknown);
  const [snapshot, send] = useActor(machine, { input: { id, idempotencyKey } });
  useDestination(snapshot.output ?? undefined);
  return { snapshot, send };
}

interface RecordFormProps<Facts, Values extends object, Request> {
  flow: RecordFormFlow<Facts, Values, Request>;
  kind: RecordKind<Facts, Values, Request>;
  initialValues: (facts: Facts) => Values;
  /** Names the form. */
  label: string;
  saveLabel: string;
  /** Reasons why this person may change nothing of it. */
  locked?: readonly string[];
  /** Over what the server refused. */
  refusedTitle?: string;
  /** Shows it in another way. */
  refused?: (problem: Problem) => ReactNode;
  /** Its button stays in sight at the lower edge. */
  barred?: boolean;
  children: (facts: Facts) => ReactNode;
}

/** The form of one record: its fields, and the outcome of a save. Nothing that was typed is lost. */
export function RecordForm<Facts, Values extends object, Request>(
  props: RecordFormProps<Facts, Values, Request>,
) {
  const { snapshot, send } = props.flow;
  const facts = factsOf(snapshot);
  const [loaded, setLoaded] = useState({ facts, count: 0 });
  if (loaded.facts !== facts) setLoaded({ facts, count: loaded.count + 1 });
  const load = loadOf(snapshot, send);
  if (load.failed || facts === null || isLoading(snapshot)) return <LoadSection {...load} />;
  // What is loaded anew is another form: the settings that are in force after a save.
  return <LoadedForm key={loaded.count} {...props} facts={facts} />;
}

/** The form of what is loaded, with what the same person had typed before and not saved. */
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
}: RecordFormProps<Facts, Values, Request> & { facts: Facts }) {
  const outcomeId = useId();
  const draft = useRecordDraft(kind.draft, idOf(snapshot), initialValues(facts));
  const open = isEditing(snapshot) && locked.length === 0;
  const Row = barred ? StickyBar : ButtonRow;
  const startAnew = () => send({ type: 'START_ANEW', idempotencyKey: newIdempotencyKey() });
  return (
    <Form
      label={label}
      initialValues={draft.restored?.values ?? draft.untouched}
      validate={(values) => formErrors(kind.refusals(values, facts))}
      onSubmit={(values) => send({ type: 'SAVE', values })}
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
            wasSavedBefore(snapshot) ? <StoredBefore onStartAnew={startAnew} /> : refused(problem)
          }
        </Outcome>
        <Row>
          {failedToSave(snapshot) ? (
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

/** The first try arrived, and what is typed now is something else. */
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

interface OutcomeProps {
  snapshot: Parameters<typeof noticeOf>[0] & Parameters<typeof failedToSave>[0] & Loadable;
  /** Over the fields that are wrong. */
  incomplete: string;
  /** Shows what the server refused. */
  children: (problem: Problem) => ReactNode;
}

/** Outcome of the last save, in one place over the button. */
function Outcome({ snapshot, incomplete, children }: OutcomeProps) {
  const { submitCount, isValid } = useFormikContext();
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  if (notice !== null) return <InlineAlert tone="success">{notice}</InlineAlert>;
  if (failedToSave(snapshot))
    return <ProblemAlert problem={problem} title="No se sabe si los datos se guardaron" />;
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

/** Keeps the record while its form is filled in, without what is secret. */
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
      sent={isPending(snapshot) || failedToSave(snapshot)}
      over={noticeOf(snapshot) !== null}
      warning={outdated ? changedMeanwhile : ''}
      onDiscard={() => {
        resetForm({ values: untouched });
        onDiscard();
      }}
    />
  );
}

/** Begins the form of a record with what the same person had typed, over what the record holds today. */
function useRecordDraft<Values extends object>(form: string, id: number | null, today: Values) {
  const draft = useFormDraft(form, draftObject(id), today);
  const [begun] = useState(() => {
    const { restored, untouched } = draft;
    if (restored === null) return { restored, outdated: false };
    const values = typedOver(untouched, restored);
    const same = JSON.stringify(values) === JSON.stringify(untouched);
    return {
      restored: same ? null : { ...restored, values },
      /** Somebody changed the record since it was typed. */
      outdated: changedSince(untouched, restored.shown),
    };
  });
  return { ...draft, ...begun };
}
