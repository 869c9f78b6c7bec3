import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import {
  awaitsFile,
  type expenseEntryMachine,
  failedToUpload,
  fieldErrorsOf,
  fileOf,
  isUploading,
  percentOf,
  problemOf,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import { ButtonRow } from '../../ui/fields/ButtonRow.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';
import { ReceiptField } from './ReceiptField.tsx';

/** The expense is saved; its file is under way, did not arrive, or was never chosen. */
export function ReceiptStep({ entry }: { entry: ActorRefFrom<typeof expenseEntryMachine> }) {
  const snapshot = useSnapshot(entry);
  const uploading = isUploading(snapshot);
  return (
    <Form
      label="Soporte del gasto"
      initialValues={{ archivo: fileOf(snapshot) }}
      // Trying again is choosing the file that is there once more.
      onSubmit={({ archivo }) => entry.send({ type: 'CHOOSE_FILE', file: archivo })}
    >
      <Section
        title={uploading ? 'Enviando el soporte' : 'Falta el soporte del gasto'}
        description={
          uploading
            ? 'El gasto ya quedó registrado. No cierre esta página hasta que el archivo llegue.'
            : 'El gasto ya quedó registrado y no se pierde. Elija su archivo de soporte para completarlo.'
        }
      >
        <ReceiptField
          progress={uploading ? percentOf(snapshot) : undefined}
          uploadError={fieldErrorsOf(snapshot).archivo}
          onFileChange={(chosen) => {
            if (chosen !== null) entry.send({ type: 'CHOOSE_FILE', file: chosen });
          }}
        />
      </Section>
      {failedToUpload(snapshot) ? (
        <>
          <ProblemAlert problem={problemOf(snapshot)} title="El archivo no llegó" />
          <ButtonRow>
            <GuardedButton type="submit" size="lg">
              Reintentar el envío
            </GuardedButton>
          </ButtonRow>
        </>
      ) : null}
      {awaitsFile(snapshot) ? <StoredReceipt /> : null}
    </Form>
  );
}

/** The file that was under way when the page was closed: it is sent when the person says so. */
function StoredReceipt() {
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
