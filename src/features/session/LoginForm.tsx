import * as yup from 'yup';
import { loginFields } from '#contract/calls/session.calls.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';

const schema = yup.object(loginFields);

interface LoginFormProps {
  /** Whose password is asked for; without it anybody may enter. */
  email?: string;
}

/** User and password; also over the page when the session ended in the middle of the work. */
export function LoginForm({ email = '' }: LoginFormProps) {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  return (
    <Form
      label="Inicio de sesión"
      initialValues={{ email, password: '' }}
      validationSchema={schema}
      onSubmit={(values) =>
        session.send({ type: 'LOGIN', ...values, email: values.email.trim().toLowerCase() })
      }
    >
      <ProblemAlert problem={problem} />
      <TextField
        name="email"
        label="Usuario (correo electrónico)"
        type="email"
        autoComplete="username"
        required
        readOnly={email !== ''}
        autoFocus={email === ''}
      />
      <PasswordField name="password" label="Contraseña" required />
      <GuardedButton type="submit" size="lg" fullWidth busy={pending && 'Iniciando sesión…'}>
        Iniciar sesión
      </GuardedButton>
    </Form>
  );
}
