import { isPending } from '#machines/flows/flow.selectors.ts';
import { awaitsCode, showsRecovery } from '#machines/flows/session/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { CenteredShell } from '../../components/CenteredShell.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { CodeForm } from './CodeForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';

/** The two faces of the first screen: signing in, and asking for a new password. */
const faces = {
  login: {
    title: 'INICIO DE SESIÓN',
    Form: LoginForm,
    leave: { type: 'FORGOT_PASSWORD' },
    link: 'Restablecer contraseña',
  },
  recovery: {
    title: 'Restablecer contraseña',
    Form: RecoveryForm,
    leave: { type: 'BACK' },
    link: 'Volver al inicio de sesión',
  },
} as const;

export function LoginView() {
  const session = Session.useActorRef();
  const code = Session.useSelector(awaitsCode);
  const recovery = Session.useSelector(showsRecovery);
  const pending = Session.useSelector(isPending);
  const { title, Form, leave, link } = faces[recovery ? 'recovery' : 'login'];
  if (code)
    return (
      <CenteredShell
        title="Código de verificación"
        subtitle="Su contraseña es correcta. Falta el segundo factor."
      >
        <CodeForm />
      </CenteredShell>
    );
  return (
    <CenteredShell title={title} subtitle="Reembolso de caja menor de las tiendas">
      <Form />
      <GuardedButton
        variant="ghost"
        fullWidth
        waiting={pending}
        onClick={() => session.send(leave)}
      >
        {link}
      </GuardedButton>
    </CenteredShell>
  );
}
