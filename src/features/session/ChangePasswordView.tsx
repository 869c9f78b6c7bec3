import { lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { mayBeReplaced } from '#machines/domain/people/delegation.ts';
import { mailKindsOf } from '#machines/domain/people/mail-choice.ts';
import {
  asksForCurrentPassword,
  factsOf,
  mustChangePassword,
  passwordIsChanged,
} from '#machines/flows/session/session.setup.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { pathTo, root } from '../../app/screens/paths.ts';
import type { OwnAbsenceProps } from '../absence/OwnAbsence.tsx';
import type { OwnMailsProps } from '../mails/OwnMails.tsx';
import type { OpenSessionsProps } from './OpenSessions.tsx';
import type { SecondFactorProps } from './SecondFactor.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** Its table is not part of what the login page waits for. */
const OpenSessions = lazy(() => import('./OpenSessions.tsx'));
const OwnAbsence = lazy(() => import('../absence/OwnAbsence.tsx'));
const OwnMails = lazy(() => import('../mails/OwnMails.tsx'));
const SecondFactor = lazy(() => import('./SecondFactor.tsx'));

const title = 'Cambiar contraseña';

/** Alone on the page while a change is pending, otherwise a screen like the others. */
export function ChangePasswordView({
  machines = {},
}: {
  machines?: {
    absence?: OwnAbsenceProps['machine'];
    sessions?: OpenSessionsProps['machine'];
    factor?: SecondFactorProps['machine'];
    mails?: OwnMailsProps['machine'];
  };
}) {
  const pending = Session.useSelector(mustChangePassword);
  const profile = Session.useSelector(factsOf)?.tipoperfil_id ?? 0;
  if (!pending)
    return (
      <Page title={title} width="narrow">
        <Section>
          <ChangePasswordForm />
        </Section>
        <Suspense fallback={<LoadingState />}>
          {mayBeReplaced(profile) ? <OwnAbsence machine={machines.absence} /> : null}
          {mailKindsOf(profile).length > 0 ? (
            <OwnMails profile={profile} machine={machines.mails} />
          ) : null}
          <Section title="Segundo factor">
            <SecondFactor machine={machines.factor} />
          </Section>
          <OpenSessions machine={machines.sessions} />
        </Suspense>
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

/** Not part of what the login page waits for. */
const CurrentPasswordDialog = lazy(() => import('./CurrentPasswordDialog.tsx'));

/** A new password and its confirmation. Once it is stored the person goes to the root. */
function ChangePasswordForm() {
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
