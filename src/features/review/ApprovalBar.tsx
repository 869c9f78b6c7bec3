import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { Check } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { fieldOf } from '#machines/domain/expense/expense-guards.ts';
import {
  type ContactSheetSnapshot,
  type contactSheetMachine,
  approvalReasons,
  chosenCount,
  cleanCardsOf,
  leftLines,
  noticeOf,
  phrasesOf,
  unseenCount,
} from '#machines/flows/review/contact-sheet.machine.ts';
import { withPhrase } from '#machines/flows/review/decision-rules.ts';
import { isPending, isUnanswered, problemOf } from '#machines/flows/steps/result.ts';

import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { ProblemAlert, formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { Submission } from '../../shell/problems/Submission.tsx';
import { PhraseList } from './PhraseList.tsx';

interface ApprovalBarProps {
  sheet: ActorRefFrom<typeof contactSheetMachine>;
  /** Path of the box. */
  box: string;
}

/** Approves the ticked expenses whose receipts were seen; shows the outcome and the expenses left out. */
export function ApprovalBar({ sheet, box }: ApprovalBarProps) {
  const snapshot = useSnapshot(sheet);
  const problem = problemOf(snapshot);
  const notice = noticeOf(snapshot);
  const left = leftLines(snapshot);
  if (isUnanswered(snapshot))
    return (
      <Submission
        snapshot={snapshot}
        send={sheet.send}
        title="No se sabe si los gastos quedaron aprobados"
        back="Volver a los soportes"
      />
    );
  return (
    <>
      <chakra.div display="grid" gap="3" maxH="40dvh" overflowY="auto" _empty={{ display: 'none' }}>
        {notice === null ? null : (
          <InlineAlert
            tone="success"
            title={notice}
            isResult
            action={
              <LinkButton to={box} size="sm" variant="outline">
                Volver a la caja
              </LinkButton>
            }
          />
        )}
        {left.length > 0 ? (
          <InlineAlert
            tone="warning"
            title={
              left.length === 1 ? 'Quedó 1 sin aprobar' : `Quedaron ${left.length} sin aprobar`
            }
            reasons={left}
          />
        ) : null}
        {problem?.status ? <ProblemAlert problem={problem} /> : null}
      </chakra.div>
      {cleanCardsOf(snapshot).length === 0 ? null : (
        <Form
          label="Aprobación de los gastos sin novedad"
          initialValues={noObservation}
          validateOnBlur={false}
          onSubmit={({ observacion }, { setErrors, setSubmitting }) => {
            sheet.send({ type: 'APPROVE', observacion });
            setErrors(formErrors(problemOf(sheet.getSnapshot())?.motivos ?? [], fieldOf));
            setSubmitting(false);
          }}
        >
          <ApprovalFields snapshot={snapshot} />
        </Form>
      )}
    </>
  );
}

const noObservation = { observacion: '' };

/** The bar has an action or a message to show. */
export const hasApprovalBar = (snapshot: ContactSheetSnapshot): boolean =>
  cleanCardsOf(snapshot).length > 0 || noticeOf(snapshot) !== null || problemOf(snapshot) !== null;

function ApprovalFields({ snapshot }: { snapshot: ContactSheetSnapshot }) {
  const chosen = chosenCount(snapshot);
  const unseen = unseenCount(snapshot);
  const pending = isPending(snapshot);
  const { values, setFieldValue } = useFormikContext<typeof noObservation>();
  const { observacion } = values;
  return (
    <chakra.div
      display="grid"
      gap="3"
      alignItems="end"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto auto' }}
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1.5" minW="0">
        <TextField
          name="observacion"
          label="Observación para todos"
          required
          maxLength={1000}
          disabled={pending}
        />
        <PhraseList
          phrases={phrasesOf(snapshot).filter((phrase) => phrase !== observacion.trim())}
          disabled={pending}
          onChoose={(phrase) => void setFieldValue('observacion', withPhrase(observacion, phrase))}
        />
      </chakra.div>
      <chakra.p
        role="status"
        textStyle="sm"
        color="fg.warning"
        pb={{ sm: '3' }}
        _empty={{ display: 'none' }}
      >
        {unseenText(unseen)}
      </chakra.p>
      <GuardedButton
        type="submit"
        icon={Check}
        size="lg"
        reasons={approvalReasons(snapshot)}
        waiting={!snapshot.can({ type: 'APPROVE', observacion: '' })}
        busy={pending && 'Aprobando…'}
      >
        {`Aprobar ${chosen} sin novedad`}
      </GuardedButton>
    </chakra.div>
  );
}

const unseenText = (count: number): string =>
  count === 0 ? '' : count === 1 ? 'Falta 1 soporte por ver' : `Faltan ${count} soportes por ver`;
