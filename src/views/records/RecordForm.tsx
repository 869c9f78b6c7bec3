import { chakra } from '@chakra-ui/react/styled-system';
import { Formik, useFormikContext } from 'formik';
import { type ReactNode, useId } from 'react';
import { isLoading, isPending, problemOf } from '#machines/flows/flow.selectors.ts';
import type { RecordKind } from '#machines/flows/records/record-kind.ts';
import {
  factsOf,
  failedToSave,
  isEditing,
  noticeOf,
} from '#machines/flows/records/record-form.selectors.ts';
import { fieldErrors, type Problem, problemOfRules } from '#machines/flows/result.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { FormBody } from '../../components/FormBody.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { InvalidFields } from '../../components/InvalidFields.tsx';
import { UnsavedGuard } from '../../components/UnsavedGuard.tsx';
import { LoadSection } from '../problems/LoadProblem.tsx';
import { loadOf } from '../problems/load-of.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import type { RecordFormFlow } from './use-record-form.ts';

export interface RecordFormProps<Facts, Values extends object, Request> {
  flow: RecordFormFlow<Facts, Values, Request>;
  kind: RecordKind<Facts, Values, Request>;
  initialValues: (facts: Facts) => Values;
  /** Names the form. */
  label: string;
  saveLabel: string;
  /** Reasons why this person may change nothing of it. */
  locked?: readonly string[];
  /** Shows a refusal of the server. */
  refused: (problem: Problem) => ReactNode;
  children: (facts: Facts) => ReactNode;
}

/** Sentence at a field; that of the whole form stands once, over its button. */
const missingMessage = 'Este campo es obligatorio';

/** The form of one record: its fields, and the outcome of a save. Nothing that was typed is lost. */
export function RecordForm<Facts, Values extends object, Request>({
  flow: { snapshot, send },
  kind,
  initialValues,
  label,
  saveLabel,
  locked = [],
  refused,
  children,
}: RecordFormProps<Facts, Values, Request>) {
  const facts = factsOf(snapshot);
  const outcomeId = useId();
  const load = loadOf(snapshot, send);
  if (load.failed || facts === null || isLoading(snapshot)) return <LoadSection {...load} />;
  const open = isEditing(snapshot) && locked.length === 0;
  const validate = (values: Values) =>
    fieldErrors(
      problemOfRules(
        kind.refusals(values, facts).map(({ guardia, mensaje }) => ({
          guardia,
          mensaje: mensaje === kind.incomplete ? missingMessage : mensaje,
        })),
      ),
    );
  return (
    <Formik
      initialValues={initialValues(facts)}
      // Only what is loaded anew changes them: the settings that are in force after a save.
      enableReinitialize
      validate={validate}
      onSubmit={(values) => send({ type: 'SAVE', values })}
    >
      <FormBody label={label}>
        <UnsavedGuard saved={noticeOf(snapshot) !== null} />
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
          <Outcome
            notice={noticeOf(snapshot)}
            problem={problemOf(snapshot)}
            unanswered={failedToSave(snapshot)}
            incomplete={kind.incomplete}
            refused={refused}
          />
          <ButtonRow>
            {failedToSave(snapshot) ? (
              <GuardedButton size="lg" onClick={() => send({ type: 'RETRY' })}>
                Reintentar
              </GuardedButton>
            ) : (
              <GuardedButton
                type="submit"
                size="lg"
                loading={isPending(snapshot)}
                loadingLabel="Guardando…"
                reasons={
                  noticeOf(snapshot) === null ? locked : ['Los datos ya quedaron guardados.']
                }
              >
                {saveLabel}
              </GuardedButton>
            )}
          </ButtonRow>
        </chakra.div>
      </FormBody>
    </Formik>
  );
}

interface OutcomeProps {
  notice: string | null;
  problem: Problem | null;
  unanswered: boolean;
  incomplete: string;
  refused: (problem: Problem) => ReactNode;
}

/** Outcome of the last save, in one place over the button. */
function Outcome({ notice, problem, unanswered, incomplete, refused }: OutcomeProps) {
  const { submitCount, isValid } = useFormikContext();
  if (notice !== null) return <InlineAlert tone="success">{notice}</InlineAlert>;
  if (unanswered)
    return <ProblemAlert problem={problem} title="No se sabe si los datos se guardaron" />;
  if (submitCount > 0 && !isValid)
    return (
      <InlineAlert tone="danger">
        {incomplete}
        <InvalidFields />
      </InlineAlert>
    );
  return problem === null ? null : refused(problem);
}
