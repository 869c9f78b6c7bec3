import { chakra } from '@chakra-ui/react/styled-system';
import { Formik } from 'formik';
import type { Successor } from '#machines/flows/records/record-list.machine.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { SuccessorField } from './SuccessorField.tsx';

export interface HandoverDialogProps {
  open: boolean;
  /** The person who goes, and whether for good. */
  name: string;
  deletes: boolean;
  /** The charge of the person, as a sentence without its end. */
  held: string;
  successors: readonly Successor[];
  loading: boolean;
  error: string | undefined;
  onPass: (pasar_a: number) => void;
  onRetry: () => void;
  onCancel: () => void;
}

/** Asks who takes over what hangs on a person before he or she is switched off or deleted. */
export function HandoverDialog({
  open,
  name,
  deletes,
  held,
  successors,
  loading,
  error,
  onPass,
  onRetry,
  onCancel,
}: HandoverDialogProps) {
  const [only] = successors.length === 1 ? successors : [];
  const deed = deletes ? 'eliminar' : 'desactivar';
  return (
    <Formik
      enableReinitialize
      initialValues={{ pasar_a: only?.id ?? null }}
      onSubmit={({ pasar_a }) => {
        if (pasar_a !== null) onPass(pasar_a);
      }}
    >
      {({ values, submitForm }) => (
        <ConfirmDialog
          open={open}
          title={deletes ? 'Confirmar eliminación' : 'Desactivar usuario'}
          confirmLabel={`Pasar todo y ${deed}`}
          cancelTone={deletes ? 'danger' : 'neutral'}
          reasons={
            values.pasar_a === null && error === undefined ? ['Elija quién recibe todo.'] : []
          }
          error={error}
          onConfirm={error === undefined ? () => void submitForm() : onRetry}
          onCancel={onCancel}
        >
          <chakra.p mb="4">
            <strong>{name}</strong>: {held}. Antes de {deed} su usuario, todo pasa a otra persona
            del mismo perfil; lo que ya decidió queda a su nombre.
          </chakra.p>
          {loading ? (
            <LoadingState label="Buscando quién puede recibirlo…" />
          ) : (
            <SuccessorField successors={successors} />
          )}
        </ConfirmDialog>
      )}
    </Formik>
  );
}
