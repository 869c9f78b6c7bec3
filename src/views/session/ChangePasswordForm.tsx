import { lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPending, problemOf } from '#machines/flows/flow.selectors.ts';
import {
  asksForCurrentPassword,
  factsOf,
  passwordIsChanged,
} from '#machines/flows/session/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { root } from '../../screens/paths.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** Not part of what the login page waits for. */
const CurrentPasswordDialog = lazy(() => import('./CurrentPasswordDialog.tsx'));

/** A new password and its confirmation. Once it is stored the person goes to the root. */
export function ChangePasswordForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  const { email = '', nombre = '' } = Session.useSelector(factsOf) ?? {};
  const asks = Session.useSelector(asksForCurrentPassword);
  const changed = Session.useSelector(passwordIsChanged);
  const navigate = useNavigate();
  useEffect(() => {
    if (changed) void navigate(root);
  }, [changed, navigate]);
  return (
    <>
      <NewPasswordForm
        label="Cambiar contraseña"
        nombre={nombre}
        email={email}
        problem={asks ? null : problem}
        pending={pending}
        onChoose={(password) => session.send({ type: 'CHANGE_PASSWORD', password })}
      />
      {/* Outside of the form: what is sent in the dialog would be sent in both. */}
      {asks ? (
        <Suspense>
          <CurrentPasswordDialog />
        </Suspense>
      ) : null}
    </>
  );
}
