import { useEffect } from 'react';
import { Session } from '../../actors/SessionProvider.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';

/** Opening this address ends the session; the routes then lead to the login. */
export function LogoutView() {
  const session = Session.useActorRef();
  useEffect(() => {
    session.send({ type: 'LOGOUT' });
  }, [session]);
  return <LoadingState label="Cerrando sesión…" />;
}
