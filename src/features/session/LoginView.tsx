import { useSearchParams } from 'react-router-dom';
import * as yup from 'yup';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { awaitsCode, noticeOf, showsRecovery } from '#machines/flows/session/session.setup.ts';
import { recoveryFields } from '#contract/calls/session.calls.ts';
import { Session } from '../../shell/session.ts';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { DemoSignIn } from './DemoSignIn.tsx';
import { CodeForm, CompanyButton, LoginForm } from './LoginForm.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { loadable } from '../../ui/layout/loadable.ts';
import { pageSetting } from '../../wire/page-settings.ts';

const CompanyRefusal = loadable(
  async () => (await import('../company-sign-in/CompanyRefusal.tsx')).CompanyRefusal,
);

/** Variants of the login screen: sign-in and password recovery. */
const faces = {
  login: {
    title: 'INICIO DE SESIÓN',
    Face: LoginForm,
    leave: { type: 'FORGOT_PASSWORD' },
    link: 'Restablecer contraseña',
  },
  recovery: {
    title: 'Restablecer contraseña',
    Face: RecoveryForm,
    leave: { type: 'BACK' },
    link: 'Volver al inicio de sesión',
  },
} as const;

export function LoginView() {
  const session = Session.useActorRef();
  const code = Session.useSelector(awaitsCode);
  const recovery = Session.useSelector(showsRecovery);
  const pending = Session.useSelector(isPending);
  const [search] = useSearchParams();
  const refusal = search.get('compania');
  const { title, Face, leave, link } = faces[recovery ? 'recovery' : 'login'];
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
      {refusal === null ? null : <CompanyRefusal motivo={refusal} />}
      <Face />
      {recovery ? null : <CompanyButton />}
      <GuardedButton
        variant="ghost"
        fullWidth
        waiting={pending}
        onClick={() => session.send(leave)}
      >
        {link}
      </GuardedButton>
      {pageSetting('demonstration') === '' || recovery ? null : <DemoSignIn />}
    </CenteredShell>
  );
}

const schema = yup.object(recoveryFields);

/** Requests a temporary password by mail; the answer does not reveal whether the address exists. */
function RecoveryForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const notice = Session.useSelector(noticeOf);
  const pending = Session.useSelector(isPending);
  return (
    <Form
      label="Restablecer contraseña"
      initialValues={{ email: '' }}
      validationSchema={schema}
      onSubmit={({ email }) => session.send({ type: 'RECOVER', email: email.trim().toLowerCase() })}
    >
      <ProblemAlert problem={problem} />
      {notice === null ? null : <InlineAlert tone="success">{notice}</InlineAlert>}
      <TextField
        name="email"
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
      <GuardedButton type="submit" size="lg" fullWidth busy={pending && 'Enviando…'}>
        Enviar contraseña temporal
      </GuardedButton>
    </Form>
  );
}
