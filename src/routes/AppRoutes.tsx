import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { redirectFor } from '#machines/domain/profiles.ts';
import { isLoading, problemOf } from '#machines/flows/flow.selectors.ts';
import {
  isUnreachable,
  mustChangePassword,
  mustEnrol,
  permissionsOf,
  showsApplication,
} from '#machines/flows/session/session.selectors.ts';
import { Session } from '../actors/SessionProvider.tsx';
import { FailedState } from '../components/FailedState.tsx';
import { LoadingState } from '../components/LoadingState.tsx';
import { ScreenBoundary } from '../components/ScreenBoundary.tsx';
import { patterns, root } from '../screens/paths.ts';
import { ChangePasswordView } from '../views/session/ChangePasswordView.tsx';
import { EnrolmentView } from '../views/session/EnrolmentView.tsx';
import { LoginView } from '../views/session/LoginView.tsx';
import { LogoutView } from '../views/session/LogoutView.tsx';
import { Frame } from './Frame.tsx';
import { screenRoutes } from './screen-routes.ts';

/** Code that did not arrive is asked for again only by a page that begins anew; drafts outlive it. */
const reload = () => window.location.reload();

/** Which screens there are depends on the session alone. */
export function AppRoutes() {
  const session = Session.useActorRef();
  const restoring = Session.useSelector(isLoading);
  const unreachable = Session.useSelector(isUnreachable);
  const problem = Session.useSelector(problemOf);
  const pendingChange = Session.useSelector(mustChangePassword);
  const pendingEnrolment = Session.useSelector(mustEnrol);
  const application = Session.useSelector(showsApplication);

  if (restoring) return <LoadingState />;
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
        <Route path={patterns.cambiarClave} element={<ChangePasswordView />} />
        <Route path="*" element={<Navigate to={patterns.cambiarClave} replace />} />
      </Routes>
    );
  if (pendingEnrolment)
    return (
      <Routes>
        <Route path={patterns.logout} element={<LogoutView />} />
        <Route path="*" element={<EnrolmentView />} />
      </Routes>
    );
  if (application) return <ApplicationRoutes />;
  return (
    <Routes>
      <Route path={patterns.login} element={<LoginView />} />
      <Route path="*" element={<Navigate to={patterns.login} replace />} />
    </Routes>
  );
}

function ApplicationRoutes() {
  const permissions = Session.useSelector(permissionsOf);
  const { pathname } = useLocation();
  const elsewhere = redirectFor(pathname, permissions);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  return (
    <Routes>
      <Route path={patterns.logout} element={<LogoutView />} />
      <Route element={<Frame />}>
        <Route path={patterns.cambiarClave} element={<ChangePasswordView />} />
        {screenRoutes.map(({ pattern, stage, Screen }) => (
          <Route
            key={pattern}
            path={pattern}
            element={
              <ScreenBoundary key={pathname} onRetry={reload}>
                <Suspense fallback={<LoadingState />}>
                  <Screen stage={stage} />
                </Suspense>
              </ScreenBoundary>
            }
          />
        ))}
      </Route>
      <Route path="*" element={<Navigate to={redirectFor('', permissions) ?? root} replace />} />
    </Routes>
  );
}
