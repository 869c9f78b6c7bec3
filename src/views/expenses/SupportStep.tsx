import { useSelector } from '@xstate/react';
import { Formik, useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import type { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  awaitsFile,
  failedToUpload,
  fieldErrorsOf,
  fileOf,
  isUploading,
  percentOf,
  problemOf,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { FormBody } from '../../components/FormBody.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { Section } from '../../components/Section.tsx';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { SupportField } from './SupportField.tsx';

/** The expense is kept; its file is under way, did not arrive, or was never chosen. */
export function SupportStep({ entry }: { entry: ActorRefFrom<typeof expenseEntryMachine> }) {
  const file = useSelector(entry, fileOf);
  const awaiting = useSelector(entry, awaitsFile);
  const uploading = useSelector(entry, isUploading);
  const failed = useSelector(entry, failedToUpload);
  const percent = useSelector(entry, percentOf);
  const problem = useSelector(entry, problemOf);
  const errors = useSelector(entry, fieldErrorsOf);
  return (
    <Formik
      initialValues={{ archivo: file }}
      // Trying again is choosing the file that is there once more.
      onSubmit={({ archivo }) => entry.send({ type: 'CHOOSE_FILE', file: archivo })}
    >
      <FormBody label="Soporte del gasto">
        <Section
          title={uploading ? 'Enviando el soporte' : 'Falta el soporte del gasto'}
          description={
            uploading
              ? 'El gasto ya quedó registrado. No cierre esta página hasta que el archivo llegue.'
              : 'El gasto ya quedó registrado y no se pierde. Elija su archivo de soporte para completarlo.'
          }
        >
          <SupportField
            progress={uploading ? percent : undefined}
            uploadError={errors.archivo}
            onFileChange={(chosen) => {
              if (chosen !== null) entry.send({ type: 'CHOOSE_FILE', file: chosen });
            }}
          />
        </Section>
        {failed ? (
          <>
            <ProblemAlert problem={problem} title="El archivo no llegó" />
            <ButtonRow>
              <GuardedButton type="submit" size="lg">
                Reintentar el envío
              </GuardedButton>
            </ButtonRow>
          </>
        ) : null}
        {awaiting ? <KeptSupport /> : null}
      </FormBody>
    </Formik>
  );
}

/** The file that was under way when the page was closed: it is sent when the person says so. */
function KeptSupport() {
  const { values } = useFormikContext<{ archivo: File | null }>();
  if (values.archivo === null) return null;
  return (
    <>
      <InlineAlert tone="info" title="Recuperamos el archivo que había elegido">
        El envío se interrumpió antes de terminar.
      </InlineAlert>
      <ButtonRow>
        <GuardedButton type="submit" size="lg">
          Enviar el soporte
        </GuardedButton>
      </ButtonRow>
    </>
  );
}
