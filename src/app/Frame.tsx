import { useMachine } from '@xstate/react';
import { Suspense, useCallback, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { isCounted } from '#contract/permissions.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { factsOf, isExpired, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { isOpen } from '#machines/flows/search/search.machine.ts';
import { PendingCounts, PendingCountsProvider } from './PendingCounts.tsx';
import { search } from '../features/search/search.actors.ts';
import { Session } from './SessionProvider.tsx';
import { AppShell } from './AppShell.tsx';
import { forgetPlaces } from '../ui/table/list-places.ts';
import { useShortcut } from '../ui/layout/use-shortcut.ts';
import { WaitingContext } from '../ui/feedback/waiting-context.ts';
import { menuFor } from './screens/menu.ts';
import { pathTo } from './screens/paths.ts';
import { openScreens } from './screens/screen-table.ts';
import { ConnectionBanner, QueueBar, QueueNotice } from '../features/queue/QueueBar.tsx';
import { SessionExpiredDialog } from '../features/session/SessionExpiredDialog.tsx';
import { FormsWithoutSignal, QueuePanel, SearchDialog } from './screen-routes.ts';

/** Menu, name, role and the screen; for whoever something may wait for, with how much it is. */
export function Frame() {
  const permissions = Session.useSelector(permissionsOf);
  const { pathname } = useLocation();
  // Another person in this tab begins at the beginning of every list.
  useEffect(() => forgetPlaces, []);
  if (!isCounted(permissions)) return <Shell />;
  return (
    <PendingCountsProvider pathname={pathname}>
      <CountedShell />
    </PendingCountsProvider>
  );
}

function CountedShell() {
  // Each by itself: as much as before renders nothing.
  const waiting = PendingCounts.useSelector((counts) => dataOf(counts)?.pendientes ?? 0);
  const onlyStore = PendingCounts.useSelector((counts) => dataOf(counts)?.unica_tienda ?? null);
  return (
    <WaitingContext value={waiting}>
      <Shell waiting={waiting} onlyStore={onlyStore} />
    </WaitingContext>
  );
}

/** Over the screen the login again when the session ended in the middle. */
function Shell({ waiting = 0, onlyStore = null }: { waiting?: number; onlyStore?: number | null }) {
  const person = Session.useSelector(factsOf);
  const permissions = Session.useSelector(permissionsOf);
  const expired = Session.useSelector(isExpired);
  const { pathname } = useLocation();
  const [searched, send] = useMachine(search);
  const openSearch = useCallback(() => send({ type: 'OPEN' }), [send]);
  useShortcut('k', openSearch);
  return (
    <AppShell
      userName={person?.nombre ?? ''}
      roleName={person?.tipoperfil_nombre ?? ''}
      account={{
        to: pathTo('cambiarClave'),
        label: openScreens.cambiarClave.label,
        icon: openScreens.cambiarClave.icon,
        active: pathname === pathTo('cambiarClave'),
      }}
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
          count: permission === 'misPendientes' ? waiting : 0,
        }))}
    >
      <Outlet />
      {isOpen(searched) ? (
        <Suspense>
          <SearchDialog snapshot={searched} send={send} />
        </Suspense>
      ) : null}
      {expired ? (
        <SessionExpiredDialog>
          {permissions.includes('crearGasto') ? <QueueNotice /> : null}
        </SessionExpiredDialog>
      ) : null}
    </AppShell>
  );
}
