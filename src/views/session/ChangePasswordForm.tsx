import { Formik } from 'formik';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import * as yup from 'yup';
import { newPassword } from '#contract/calls/session.calls.ts';
import { type PasswordOwner, passwordWeakness } from '#machines/domain/password-choice.ts';
import { isPending, problemOf } from '#machines/flows/flow.selectors.ts';
import {
  asksForCurrentPassword,
  factsOf,
  passwordIsChanged,
} from '#machines/flows/session/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { FormBody } from '../../components/FormBody.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import type { Reason } from '../../components/reason.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { root } from '../../screens/paths.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';

/** Not part of what the login page waits for. */
const CurrentPasswordDialog = lazy(() => import('./CurrentPasswordDialog.tsx'));

const schemaFor = (owner: PasswordOwner) =>
  yup.object({
    password: newPassword().test('choice', (value, { createError }) => {
      const weakness = newPassword().isValidSync(value) ? passwordWeakness(value, owner) : null;
      return weakness === null || createError({ message: weakness });
    }),
    confirmation: yup
      .string()
      .required('Este campo es obligatorio')
      .oneOf([yup.ref('password')], 'La contraseña no coincide'),
  });

const labels = { password: 'Nueva contraseña', confirmation: 'Confirmar contraseña' } as const;

const fields = ['password', 'confirmation'] as const;

/** Names what is wrong with a field, as the way to it; nothing while it is right. */
const missingIn = (field: (typeof fields)[number], error: string | undefined): Reason[] =>
  error === undefined
    ? []
    : [{ text: '', links: [{ label: `${labels[field]}: ${error}`, field }] }];

/** A new password and its confirmation. Once it is stored the person goes to the root. */
export function ChangePasswordForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  const { email = '', nombre = '' } = Session.useSelector(factsOf) ?? {};
  const asks = Session.useSelector(asksForCurrentPassword);
  const schema = useMemo(() => schemaFor({ nombre, email }), [nombre, email]);
  const changed = Session.useSelector(passwordIsChanged);
  const navigate = useNavigate();
  useEffect(() => {
    if (changed) void navigate(root);
  }, [changed, navigate]);
  return (
    <>
      <Formik
        initialValues={{ password: '', confirmation: '' }}
        initialErrors={{ password: 'Este campo es obligatorio' }}
        validationSchema={schema}
        onSubmit={({ password }) => session.send({ type: 'CHANGE_PASSWORD', password })}
      >
        {({ errors }) => (
          <FormBody label="Cambiar contraseña">
            <ProblemAlert problem={asks ? null : problem} />
            {/* Tells a password manager whose password this is. */}
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              name="password"
              label={labels.password}
              autoComplete="new-password"
              help="De 8 a 10 letras y números"
              required
            />
            <PasswordField
              name="confirmation"
              label={labels.confirmation}
              autoComplete="new-password"
              required
            />
            <GuardedButton
              type="submit"
              size="lg"
              fullWidth
              reasons={fields.flatMap((field) => missingIn(field, errors[field]))}
              loading={pending}
              loadingLabel="Guardando…"
            >
              Cambiar contraseña
            </GuardedButton>
          </FormBody>
        )}
      </Formik>
      {/* Outside of the form: what is sent in the dialog would be sent in both. */}
      {asks ? (
        <Suspense>
          <CurrentPasswordDialog />
        </Suspense>
      ) : null}
    </>
  );
}
