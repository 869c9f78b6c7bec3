import { useEffect } from 'react';
import { Navigate, Route, Routes, useLocation, useMatch } from 'react-router-dom';
import { isLoading, problemOf } from '#machines/flows/steps/result.ts';
import {
  isSigningOut,
  isUnreachable,
  mustChangePassword,
  mustEnrol,
  mustReadNotice,
  showsApplication,
  signOutIsUnfinished,
} from '#machines/flows/session/session.setup.ts';
import { Session } from '../shell/session.ts';
import { FailedState, LoadingState } from '../ui/feedback/FailedState.tsx';
import { patterns } from '../shell/screens/paths.ts';
import { LogoutView } from '../features/session/LogoutView.tsx';
import { loadable } from '../ui/layout/loadable.ts';
import { ChangePassword } from './screen-routes.tsx';

export const Application = loadable(
  async () => (await import('./ApplicationRoutes.tsx')).ApplicationRoutes,
);
export const Login = loadable(
  async () => (await import('../features/session/LoginView.tsx')).LoginView,
);
const Enrolment = loadable(
  async () => (await import('../features/session/SecondFactor.tsx')).EnrolmentView,
);

const Notice = loadable(
  async () => (await import('../features/session/NoticeView.tsx')).NoticeView,
);

const Invitation = loadable(
  async () => (await import('../features/invitations/InvitationView.tsx')).InvitationView,
);

/** The routes for each state of the session. */
export function AppRoutes() {
  const session = Session.useActorRef();
  const restoring = Session.useSelector(isLoading);
  const unreachable = Session.useSelector(isUnreachable);
  const signingOut = Session.useSelector(isSigningOut);
  const unfinished = Session.useSelector(signOutIsUnfinished);
  const problem = Session.useSelector(problemOf);
  const pendingChange = Session.useSelector(mustChangePassword);
  const pendingEnrolment = Session.useSelector(mustEnrol);
  const pendingNotice = Session.useSelector(mustReadNotice);
  const application = Session.useSelector(showsApplication);
  const invitation = useMatch(patterns.invitacion);

  // Shown whatever user is signed in: the invitation may be for another person.
  const secret = invitation?.params.secreto;
  if (secret !== undefined) return <Invitation key={secret} secret={secret} />;
  if (restoring) return <LoadingState />;
  if (signingOut) return <LoadingState label="Cerrando sesión…" />;
  if (unfinished)
    return (
      <FailedState
        title="La sesión todavía no se ha cerrado"
        message={
          problem?.status
            ? problem.msg
            : 'Falta la señal. Se cierra apenas vuelva; hasta entonces esta página no se abre para nadie.'
        }
        supportCode={problem?.codigo_soporte}
        onRetry={() => session.send({ type: 'RETRY' })}
      />
    );
  if (unreachable)
    return (
      <FailedState
        message={problem?.msg}
        supportCode={problem?.codigo_soporte}
        onRetry={() => session.send({ type: 'RETRY' })}
      />
    );
  if (pendingChange)
    return (
      <Routes>
        <Route path={patterns.logout} element={<LogoutView />} />
        <Route path={patterns.cambiarClave} element={<ChangePassword />} />
        <Route path="*" element={<Navigate to={patterns.cambiarClave} replace />} />
      </Routes>
    );
  if (pendingEnrolment || pendingNotice)
    return (
      <Routes>
        <Route path={patterns.logout} element={<LogoutView />} />
        <Route path="*" element={pendingNotice ? <Notice /> : <Enrolment />} />
      </Routes>
    );
  if (application) return <Application />;
  return (
    <Routes>
      <Route path={patterns.login} element={<Login />} />
      <Route path="*" element={<SignInFirst />} />
    </Routes>
  );
}

/** Goes to the sign-in, after which the session leads to the requested address. */
function SignInFirst() {
  const session = Session.useActorRef();
  const { pathname, search } = useLocation();
  useEffect(
    () => session.send({ type: 'LINK.OPENED', link: pathname + search }),
    [session, pathname, search],
  );
  return <Navigate to={patterns.login} replace />;
}
