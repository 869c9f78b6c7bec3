import { KeyRound } from 'lucide-react';
import { mayBeReplaced } from '#machines/domain/people/delegation.ts';
import { mailKindsOf } from '#machines/domain/people/mail-choice.ts';
import { factsOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../shell/session.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { openScreens } from '../../shell/screens/screen-table.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { pageSetting } from '../../wire/page-settings.ts';
import OwnAbsence, { type OwnAbsenceProps } from '../absence/OwnAbsence.tsx';
import {
  OwnCompanyAccount,
  type OwnCompanyAccountProps,
} from '../company-sign-in/OwnCompanyAccount.tsx';
import OwnMails, { type OwnMailsProps } from '../mails/OwnMails.tsx';
import OpenSessions, { type OpenSessionsProps } from './OpenSessions.tsx';
import SecondFactor, { type SecondFactorProps } from './SecondFactor.tsx';

export interface AccountViewProps {
  machines?: {
    company?: OwnCompanyAccountProps['machine'];
    absence?: OwnAbsenceProps['machine'];
    sessions?: OpenSessionsProps['machine'];
    factor?: SecondFactorProps['machine'];
    mails?: OwnMailsProps['machine'];
  };
}

/** mi-cuenta: the user's own settings. */
export function AccountView({ machines = {} }: AccountViewProps) {
  const person = Session.useSelector(factsOf);
  const profile = person?.tipoperfil_id ?? 0;
  return (
    <Page title={openScreens.cuenta.label} subtitle={person?.email} width="narrow">
      <Section
        title="Contraseña"
        description="De 8 a 10 letras y números."
        actions={
          <LinkButton to={pathTo('cambiarClave')} icon={KeyRound} variant="outline">
            {openScreens.cambiarClave.label}
          </LinkButton>
        }
      />
      {pageSetting('company-sign-in') === 'si' ? (
        <OwnCompanyAccount machine={machines.company} />
      ) : null}
      <Section title="Segundo factor">
        <SecondFactor machine={machines.factor} />
      </Section>
      {mayBeReplaced(profile) ? <OwnAbsence machine={machines.absence} /> : null}
      {mailKindsOf(profile).length > 0 ? (
        <OwnMails profile={profile} machine={machines.mails} />
      ) : null}
      <OpenSessions machine={machines.sessions} />
    </Page>
  );
}
