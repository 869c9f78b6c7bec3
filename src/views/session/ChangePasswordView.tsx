import { mustChangePassword } from '#machines/flows/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { CenteredShell } from '../../components/CenteredShell.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { pathTo } from '../../routes/paths.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

const title = 'Cambiar contraseña';

/** Alone on the page while a change is pending, otherwise a screen like the others. */
export function ChangePasswordView() {
  const pending = Session.useSelector(mustChangePassword);
  if (!pending)
    return (
      <Page title={title} width="narrow">
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
