import { Formik } from 'formik';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import * as yup from 'yup';
import { newPassword } from '#contract/calls/session.calls.ts';
import {
  factsOf,
  isPending,
  passwordIsChanged,
  problemOf,
} from '#machines/flows/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { FormBody } from '../../components/FormBody.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { root } from '../../routes/paths.ts';
import { ProblemAlert } from '../shared/ProblemAlert.tsx';

const schema = yup.object({
  password: newPassword(),
  confirmation: yup
    .string()
    .required('Este campo es obligatorio')
    .oneOf([yup.ref('password')], 'La contraseña no coincide'),
});

/** A new password and its confirmation. Once it is stored the person goes to the root. */
export function ChangePasswordForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  const email = Session.useSelector(factsOf)?.email ?? '';
  const changed = Session.useSelector(passwordIsChanged);
  const navigate = useNavigate();
  useEffect(() => {
    if (changed) void navigate(root);
  }, [changed, navigate]);
  return (
    <Formik
      initialValues={{ password: '', confirmation: '' }}
      initialErrors={{ password: 'Este campo es obligatorio' }}
      validationSchema={schema}
      onSubmit={({ password }) => session.send({ type: 'CHANGE_PASSWORD', password })}
    >
      {({ isValid }) => (
        <FormBody label="Cambiar contraseña">
          <ProblemAlert problem={problem} />
          {/* Tells a password manager whose password this is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            name="password"
            label="Nueva contraseña"
            autoComplete="new-password"
            help="De 8 a 10 letras y números"
            required
          />
          <PasswordField
            name="confirmation"
            label="Confirmar contraseña"
            autoComplete="new-password"
            required
          />
          <GuardedButton
            type="submit"
            size="lg"
            fullWidth
            disabled={!isValid}
            loading={pending}
            loadingLabel="Guardando…"
          >
            Cambiar contraseña
          </GuardedButton>
        </FormBody>
      )}
    </Formik>
  );
}
