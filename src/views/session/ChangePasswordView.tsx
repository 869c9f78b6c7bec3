import { lazy, Suspense } from 'react';
import { mayBeReplaced } from '#machines/domain/delegation.ts';
import { mailKindsOf } from '#machines/domain/mail-choice.ts';
import { factsOf, mustChangePassword } from '#machines/flows/session/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { CenteredShell } from '../../components/CenteredShell.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { pathTo } from '../../screens/paths.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import type { OwnAbsenceProps } from '../absence/OwnAbsence.tsx';
import type { OwnMailsProps } from '../mails/OwnMails.tsx';
import type { OpenSessionsProps } from './OpenSessions.tsx';
import type { SecondFactorProps } from './SecondFactor.tsx';

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
