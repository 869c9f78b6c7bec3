import { Session } from '../../app/SessionProvider.tsx';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { pathTo } from '../../app/screens/paths.ts';
import SecondFactor from './SecondFactor.tsx';

/** Alone on the page while the profile must have a second factor and the person has none. */
export function EnrolmentView() {
  const session = Session.useActorRef();
  return (
    <CenteredShell
      title="Segundo factor"
      subtitle="Su perfil exige un segundo factor. Actívelo para continuar."
      footer={<TextLink to={pathTo('logout')}>Salir</TextLink>}
    >
      <SecondFactor onSaved={() => session.send({ type: 'ENROLLED' })} />
    </CenteredShell>
  );
}
