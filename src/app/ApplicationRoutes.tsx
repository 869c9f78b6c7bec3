import { useMachine } from '@xstate/react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { countedScreens, isCounted } from '#contract/permissions.ts';
import { administrator } from '#machines/domain/people/authority.ts';
import { redirectFor } from '#machines/domain/people/profiles.ts';
import { isOpen, searchMachine } from '#machines/flows/search/search.machine.ts';
import {
  factsOf,
  isExpired,
  landingOf,
  permissionsOf,
} from '#machines/flows/session/session.setup.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import {
  ConnectionBanner,
  QueueBar,
  QueueLogout,
  QueueNotice,
} from '../features/queue/QueueBar.tsx';
import { LogoutView } from '../features/session/LogoutView.tsx';
import { LoadingState, ScreenBoundary } from '../ui/feedback/FailedState.tsx';
import { WaitingContext } from '../ui/layout/Page.tsx';
import { whenIdle } from '../ui/layout/loadable.ts';
import { useShortcut } from '../ui/layout/use-keys.ts';
import { loadMotion } from '../ui/overlay/Moving.tsx';
import { clearListPositions } from '../ui/table/list-positions.ts';
import { withCalls } from '../wire/with-calls.ts';
import { AppShell } from './AppShell.tsx';
import { ExpenseQueueProvider } from '../features/queue/ExpenseQueueProvider.tsx';
import { PendingCounts, PendingCountsProvider } from '../shell/PendingCounts.tsx';
import { FirstStepsContext } from '../shell/first-steps.ts';
import { Session } from '../shell/session.ts';
import {
  Account,
  ChangePassword,
  FormsWithoutSignal,
  Help,
  NextStep,
  QueuePanel,
  SearchDialog,
  SessionExpiredDialog,
  loadPermitted,
  reload,
  screenRoutes,
} from './screen-routes.tsx';
import { menuFor } from './menu.ts';
import { pathTo, patterns, root } from '../shell/screens/paths.ts';
import { openScreens } from '../shell/screens/screen-table.ts';

/** Only a build on a secure origin has a service worker; without it the application does not start offline. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** The shell around the screen; with the pending counts for users whose permissions have them. */
function Frame() {
  const permissions = Session.useSelector(permissionsOf);
  const { pathname } = useLocation();
  // The next user of this tab starts at the top of every list.
  useEffect(() => clearListPositions, []);
  if (!isCounted(permissions)) return <Shell />;
  return (
    <PendingCountsProvider pathname={pathname}>
      <CountedShell />
    </PendingCountsProvider>
  );
}

function CountedShell() {
  // Selected separately, so that an unchanged count renders nothing.
  const waiting = PendingCounts.useSelector((counts) => dataOf(counts)?.pendientes ?? 0);
  const onlyStore = PendingCounts.useSelector((counts) => dataOf(counts)?.unica_tienda ?? null);
  return (
    <WaitingContext value={waiting}>
      <Shell waiting={waiting} onlyStore={onlyStore} />
    </WaitingContext>
  );
}

/** An administrator of the company, whom «Puesta en marcha» leads. */
const leads = (person: ReturnType<typeof factsOf>): boolean =>
  person?.tipoperfil_id === administrator && person.permisos.includes('business');

/** The shell, with the sign-in dialog over the screen when the session has expired. */
function Shell({ waiting = 0, onlyStore = null }: { waiting?: number; onlyStore?: number | null }) {
  const person = Session.useSelector(factsOf);
  const permissions = Session.useSelector(permissionsOf);
  const expired = Session.useSelector(isExpired);
  const counted = countedScreens.find((name) => permissions.includes(name));
  const { pathname } = useLocation();
  const [searched, send] = useMachine(search);
  const [changes, setChanges] = useState(0);
  const countChange = useCallback(() => setChanges((count) => count + 1), []);
  // Mounted from the first screen on that is not the list itself.
  const [led, setLed] = useState(false);
  if (!led && leads(person) && pathname !== pathTo('listarUsuarios')) setLed(true);
  const openSearch = useCallback(() => send({ type: 'OPEN' }), [send]);
  useShortcut('k', openSearch);
  return (
    <AppShell
      userName={person?.nombre ?? ''}
      roleName={person?.tipoperfil_nombre ?? ''}
      account={(['cuenta', 'ayuda'] as const).map((name) => ({
        to: pathTo(name),
        label: openScreens[name].label,
        icon: openScreens[name].icon,
        active: pathname === pathTo(name),
      }))}
      banner={
        <>
          <ConnectionBanner />
          {permissions.includes('crearGasto') ? (
            <QueueBar Panel={QueuePanel} Forms={FormsWithoutSignal} />
          ) : null}
        </>
      }
      logoutTo={pathTo('logout')}
      onSearch={openSearch}
      nav={menuFor(onlyStore)
        .filter(({ permission }) => permissions.includes(permission))
        .map(({ permission, to, label, icon }) => ({
          to,
          label,
          icon,
          active: pathname === to,
          count: permission === counted ? waiting : 0,
        }))}
    >
      {led ? (
        <Suspense>
          <NextStep changes={changes} />
        </Suspense>
      ) : null}
      <FirstStepsContext value={countChange}>
        <Outlet />
      </FirstStepsContext>
      {isOpen(searched) ? (
        <Suspense>
          <SearchDialog snapshot={searched} send={send} />
        </Suspense>
      ) : null}
      {expired ? (
        <Suspense>
          <SessionExpiredDialog>
            {permissions.includes('crearGasto') ? <QueueNotice /> : null}
          </SessionExpiredDialog>
        </Suspense>
      ) : null}
    </AppShell>
  );
}

/** The screens of a signed-in user; users who record expenses also get the expense queue of this device. */
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

/** Redirects once to the address with which the user opened the application. */
function Landing() {
  const session = Session.useActorRef();
  const [to] = useState(() => landingOf(session.getSnapshot()));
  useEffect(() => session.send({ type: 'LINK.FOLLOWED' }), [session]);
  return <Navigate to={to} replace />;
}

/** The screens of every signed-in user. */
const ownScreens = [
  [patterns.cambiarClave, ChangePassword],
  [patterns.cuenta, Account],
  [patterns.ayuda, Help],
] as const;

function PersonRoutes() {
  const permissions = Session.useSelector(permissionsOf);
  const { pathname } = useLocation();
  useEffect(
    () =>
      whenIdle(() => {
        void loadPermitted(permissions).then(loadMotion);
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
        {ownScreens.map(([pattern, Screen]) => (
          <Route
            key={pattern}
            path={pattern}
            element={
              <Suspense fallback={<LoadingState />}>
                <Screen />
              </Suspense>
            }
          />
        ))}
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

const search = withCalls(searchMachine);
