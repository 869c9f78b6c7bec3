import { Suspense, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { redirectFor } from '#machines/domain/people/profiles.ts';
import { factsOf, landingOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { ExpenseQueueProvider } from './ExpenseQueueProvider.tsx';
import { registerServiceWorker } from './service-worker.ts';
import { Session } from './SessionProvider.tsx';
import { loadMotion } from '../ui/overlay/Moving.tsx';
import { LoadingState } from '../ui/feedback/LoadingState.tsx';
import { ScreenBoundary } from '../ui/feedback/ScreenBoundary.tsx';
import { patterns, root } from './screens/paths.ts';
import { QueueLogout } from '../features/queue/QueueBar.tsx';
import { LogoutView } from '../features/session/LogoutView.tsx';
import { Frame } from './Frame.tsx';
import { ChangePassword, loadPermitted, reload, screenRoutes } from './screen-routes.ts';
import { whenIdle } from './when-idle.ts';

/** The screens of somebody who is signed in; who records expenses has a queue of them on this device. */
export function ApplicationRoutes() {
  const person = Session.useSelector(factsOf);
  const records = person?.permisos.includes('crearGasto') ?? false;
  useEffect(() => (records ? whenIdle(registerServiceWorker) : undefined), [records]);
  if (person === null || !records) return <PersonRoutes />;
  return (
    <ExpenseQueueProvider key={person.id_usuario} id_usuario={person.id_usuario}>
      <PersonRoutes />
    </ExpenseQueueProvider>
  );
}

/** Leads to where the link led with which the person came, once. */
function Landing() {
  const session = Session.useActorRef();
  const [to] = useState(() => landingOf(session.getSnapshot()));
  useEffect(() => session.send({ type: 'LINK.FOLLOWED' }), [session]);
  return <Navigate to={to} replace />;
}

function PersonRoutes() {
  const permissions = Session.useSelector(permissionsOf);
  const { pathname } = useLocation();
  useEffect(
    () =>
      whenIdle(() => {
        loadPermitted(permissions);
        void loadMotion();
      }),
    [permissions],
  );
  if (pathname === patterns.login || pathname === root) return <Landing />;
  const elsewhere = redirectFor(pathname, permissions);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  return (
    <Routes>
      <Route
        path={patterns.logout}
        element={permissions.includes('crearGasto') ? <QueueLogout /> : <LogoutView />}
      />
      <Route element={<Frame />}>
        <Route path={patterns.cambiarClave} element={<ChangePassword />} />
        {screenRoutes.map(({ pattern, stage, turns, Screen }) => (
          <Route
            key={pattern}
            path={pattern}
            element={
              <ScreenBoundary key={turns ? pattern : pathname} onRetry={reload}>
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
