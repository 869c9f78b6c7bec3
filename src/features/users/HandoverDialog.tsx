import { chakra } from '@chakra-ui/react/styled-system';
import { Formik } from 'formik';
import type { EventFrom, SnapshotFrom } from 'xstate';
import type { Successor } from '#machines/flows/records/record-list.machine.ts';
import {
  changeProblemOf,
  failedToLoadSuccessors,
  handsOverToDelete,
  leavingOf,
  successorsAreLoading,
  successorsOf,
} from '#machines/flows/records/record-list.selectors.ts';
import { useProblemMessage } from '../../shell/problems/ProblemAlert.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';
import type { userRecords } from '../records/record-list.actors.ts';

/** Selects the successor who takes over the whole charge of a user. */
export function SuccessorField({ successors }: { successors: readonly Successor[] }) {
  return (
    <SelectField
      name="pasar_a"
      label="Pasar todo a"
      required
      disabled={successors.length === 0}
      help={
        successors.length === 0
          ? 'No hay otra persona activa con el mismo perfil: cree o active una primero.'
          : undefined
      }
      options={optionsOf(successors)}
    />
  );
}

interface HandoverDialogProps {
  snapshot: SnapshotFrom<typeof userRecords>;
  send: (event: EventFrom<typeof userRecords>) => void;
}

/** Dialog that asks for the successor before a user with a charge is deactivated or deleted. */
export function HandoverDialog({ snapshot, send }: HandoverDialogProps) {
  const leaving = leavingOf(snapshot);
  const successors = successorsOf(snapshot);
  const deletes = handsOverToDelete(snapshot);
  const problem = useProblemMessage(changeProblemOf(snapshot));
  const error = failedToLoadSuccessors(snapshot) ? problem?.msg : undefined;
  const [only] = successors.length === 1 ? successors : [];
  const action = deletes ? 'eliminar' : 'desactivar';
  return (
    <Formik
      enableReinitialize
      initialValues={{ pasar_a: only?.id ?? null }}
      onSubmit={({ pasar_a }) => {
        if (pasar_a !== null) send({ type: 'PASS', pasar_a });
      }}
    >
      {({ values, submitForm }) => (
        <ConfirmDialog
          open
          title={deletes ? 'Confirmar eliminación' : 'Desactivar usuario'}
          confirmLabel={`Pasar todo y ${action}`}
          cancelTone={deletes ? 'danger' : 'neutral'}
          reasons={
            values.pasar_a === null && error === undefined ? ['Elija quién recibe todo.'] : []
          }
          error={error}
          onConfirm={() =>
            error === undefined ? void submitForm() : send({ type: 'RETRY_CHANGE' })
          }
          onCancel={() => send({ type: 'CANCEL' })}
        >
          <chakra.p mb="4">
            <strong>{leaving?.razon_social}</strong>: {leaving?.a_cargo}. Antes de {action} su
            usuario, todo pasa a otra persona del mismo perfil; lo que ya decidió queda a su nombre.
          </chakra.p>
          {successorsAreLoading(snapshot) ? (
            <LoadingState label="Buscando quién puede recibirlo…" />
          ) : (
            <SuccessorField successors={successors} />
          )}
        </ConfirmDialog>
      )}
    </Formik>
  );
}
