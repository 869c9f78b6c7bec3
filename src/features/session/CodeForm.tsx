import * as yup from 'yup';
import { codeFields } from '#contract/calls/session.calls.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';
import { CodeField } from './CodeField.tsx';

const schema = yup.object(codeFields);

/** The second half of a sign-in; also over the page when the session ended in the middle of the work. */
export function CodeForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  return (
    <Form
      label="Código de verificación"
      initialValues={{ codigo: '' }}
      validationSchema={schema}
      onSubmit={({ codigo }) => session.send({ type: 'CODE', codigo: codigo.trim() })}
    >
      <ProblemAlert problem={problem} />
      <CodeField
        autoFocus
        help="El de 6 dígitos de su aplicación de autenticación o, sin ella, un código de recuperación."
      />
      <GuardedButton type="submit" size="lg" fullWidth busy={pending && 'Verificando…'}>
        Verificar
      </GuardedButton>
      <GuardedButton
        variant="ghost"
        fullWidth
        waiting={pending}
        onClick={() => session.send({ type: 'START_AGAIN' })}
      >
        Volver a la contraseña
      </GuardedButton>
    </Form>
  );
}
