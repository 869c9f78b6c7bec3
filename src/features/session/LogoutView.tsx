import { useEffect } from 'react';
import { Session } from '../../shell/session.ts';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';

/** Ends the session when opened; the routes then lead to the login. */
export function LogoutView() {
  const session = Session.useActorRef();
  useEffect(() => {
    session.send({ type: 'LOGOUT' });
  }, [session]);
  return <LoadingState label="Cerrando sesión…" />;
}
