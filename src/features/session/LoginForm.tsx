import * as yup from 'yup';
import { codeFields, loginFields } from '#contract/calls/session.calls.ts';
import { linkOf } from '#machines/flows/session/session.setup.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { leaveForCompany } from '../../shell/screens/company-address.ts';
import { Session } from '../../shell/session.ts';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx';
import { pageSetting } from '../../wire/page-settings.ts';

/** Field for a TOTP or recovery code. */
export function CodeField({ help, autoFocus }: { help?: string; autoFocus?: boolean }) {
  return (
    <TextField
      name="codigo"
      label="Código"
      autoComplete="one-time-code"
      maxLength={40}
      required
      {...(help !== undefined && { help })}
      {...(autoFocus && { autoFocus })}
    />
  );
}

const codeSchema = yup.object(codeFields);

/** Second step of the sign-in; also used by the dialog of an expired session. */
export function CodeForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  return (
    <Form
      label="Código de verificación"
      initialValues={{ codigo: '' }}
      validationSchema={codeSchema}
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

const loginSchema = yup.object(loginFields);

interface LoginFormProps {
  /** Fixed user; without it any user may sign in. */
  email?: string;
}

/** First step of the sign-in; also used by the dialog of an expired session. */
export function LoginForm({ email = '' }: LoginFormProps) {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  return (
    <Form
      label="Inicio de sesión"
      initialValues={{ email, password: '' }}
      validationSchema={loginSchema}
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

/** Signs in without a password, where that is switched on; also in the dialog of an expired session. */
export function CompanyButton() {
  const pending = Session.useSelector(isPending);
  const link = Session.useSelector(linkOf);
  if (pageSetting('company-sign-in') !== 'si') return null;
  return (
    <GuardedButton
      variant="outline"
      size="lg"
      fullWidth
      waiting={pending}
      // In the dialog of an expired session the link is the screen below it.
      onClick={() => leaveForCompany(undefined, link ?? window.location.hash.slice(1))}
    >
      Ingresar con la cuenta de la compañía
    </GuardedButton>
  );
}
