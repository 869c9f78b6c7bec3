import { lazy, Suspense } from 'react';
import { Session } from '../../app/SessionProvider.tsx';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { pathTo } from '../../app/screens/paths.ts';

const SecondFactor = lazy(() => import('./SecondFactor.tsx'));

/** Alone on the page while the profile must have a second factor and the person has none. */
export function EnrolmentView() {
  const session = Session.useActorRef();
  return (
    <CenteredShell
      title="Segundo factor"
      subtitle="Su perfil exige un segundo factor. Actívelo para continuar."
      footer={<TextLink to={pathTo('logout')}>Salir</TextLink>}
    >
      <Suspense fallback={<LoadingState size="inline" />}>
        <SecondFactor onSaved={() => session.send({ type: 'ENROLLED' })} />
      </Suspense>
    </CenteredShell>
  );
}
