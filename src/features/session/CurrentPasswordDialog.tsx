import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { useRef } from 'react';
import * as yup from 'yup';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { factsOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../shell/session.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';

const schema = yup.object({ current: yup.string().required('Este campo es obligatorio') });

/** Asks for the current password when the sign-in is older than five minutes. */
export default function CurrentPasswordDialog() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  const email = Session.useSelector(factsOf)?.email ?? '';
  const body = useRef<HTMLDivElement>(null);
  const cancel = () => session.send({ type: 'CANCEL' });
  return (
    <Dialog.Root
      open
      placement="center"
      size="sm"
      closeOnEscape={!pending}
      closeOnInteractOutside={false}
      initialFocusEl={() => body.current?.querySelector('input[type=password]') ?? null}
      onOpenChange={({ open }) => {
        if (!open) cancel();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Confirme que es usted</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body ref={body} display="grid" gap="4" pb="6">
              <p>
                Entró hace más de cinco minutos: escriba su contraseña actual para guardar la nueva.
              </p>
              <Form
                label="Confirmar identidad"
                initialValues={{ current: '' }}
                validationSchema={schema}
                onSubmit={({ current }) =>
                  session.send({ type: 'PROVE_IDENTITY', password_actual: current })
                }
              >
                <ProblemAlert problem={problem} />
                {/* Tells password managers which account the password belongs to. */}
                <input type="text" autoComplete="username" value={email} readOnly hidden />
                <PasswordField name="current" label="Contraseña actual" required />
                <ButtonRow>
                  <GuardedButton
                    tone="neutral"
                    variant="outline"
                    waiting={pending}
                    onClick={cancel}
                  >
                    Cancelar
                  </GuardedButton>
                  <GuardedButton type="submit" busy={pending && 'Guardando…'}>
                    Guardar contraseña
                  </GuardedButton>
                </ButtonRow>
              </Form>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
