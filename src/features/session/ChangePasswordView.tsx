import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import {
  asksForCurrentPassword,
  factsOf,
  mustChangePassword,
  passwordIsChanged,
} from '#machines/flows/session/session.setup.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { Session } from '../../shell/session.ts';
import { pathTo, root } from '../../shell/screens/paths.ts';
import { openScreens } from '../../shell/screens/screen-table.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

const { label: title } = openScreens.cambiarClave;

/** A page without navigation while a password change is pending, otherwise a normal screen. */
export function ChangePasswordView() {
  const pending = Session.useSelector(mustChangePassword);
  if (!pending)
    return (
      <Page
        title={title}
        width="narrow"
        back={{ to: pathTo('cuenta'), label: openScreens.cuenta.label }}
      >
        <Section>
          <ChangePasswordForm />
        </Section>
      </Page>
    );
  return (
    <CenteredShell
      title={title}
      subtitle="Antes de continuar debe elegir una contraseña nueva."
      footer={<TextLink to={pathTo('logout')}>Salir</TextLink>}
    >
      <ChangePasswordForm />
    </CenteredShell>
  );
}

/** Loaded lazily, so that the login page does not wait for it. */
const CurrentPasswordDialog = lazy(() => import('./CurrentPasswordDialog.tsx'));

/** Form for a new password; navigates to the root once it is stored. */
function ChangePasswordForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const pending = Session.useSelector(isPending);
  const { email = '', nombre = '' } = Session.useSelector(factsOf) ?? {};
  const asks = Session.useSelector(asksForCurrentPassword);
  const changed = Session.useSelector(passwordIsChanged);
  return (
    <>
      {changed ? <Navigate to={root} /> : null}
      <NewPasswordForm
        label="Cambiar contraseña"
        nombre={nombre}
        email={email}
        problem={asks ? null : problem}
        pending={pending}
        onChoose={(password) => session.send({ type: 'CHANGE_PASSWORD', password })}
      />
      {/* Outside the form: a submit in the dialog would bubble to it. */}
      {asks ? (
        <Suspense>
          <CurrentPasswordDialog />
        </Suspense>
      ) : null}
    </>
  );
}
