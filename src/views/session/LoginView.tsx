import { useState } from 'react';
import { CenteredShell } from '../../components/CenteredShell.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { LoginForm } from './LoginForm.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';

/** The two faces of the first screen: signing in, and asking for a new password. */
const faces = {
  login: {
    title: 'INICIO DE SESIÓN',
    Form: LoginForm,
    other: 'recovery',
    link: 'Restablecer contraseña',
  },
  recovery: {
    title: 'Restablecer contraseña',
    Form: RecoveryForm,
    other: 'login',
    link: 'Volver al inicio de sesión',
  },
} as const;

export function LoginView() {
  const [face, setFace] = useState<keyof typeof faces>('login');
  const { title, Form, other, link } = faces[face];
  return (
    <CenteredShell title={title} subtitle="Reembolso de caja menor de las tiendas">
      <Form />
      <GuardedButton variant="ghost" fullWidth onClick={() => setFace(other)}>
        {link}
      </GuardedButton>
    </CenteredShell>
  );
}
