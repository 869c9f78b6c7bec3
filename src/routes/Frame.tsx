import { useMachine } from '@xstate/react';
import { Suspense, useCallback } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { factsOf, isExpired, permissionsOf } from '#machines/flows/session/session.selectors.ts';
import { isOpen } from '#machines/flows/search/search.selectors.ts';
import { search } from '../actors/search.actors.ts';
import { Session } from '../actors/SessionProvider.tsx';
import { AppShell } from '../components/AppShell.tsx';
import { useShortcut } from '../components/use-shortcut.ts';
import { menuEntries } from '../screens/menu.ts';
import { pathTo } from '../screens/paths.ts';
import { openScreens } from '../screens/screen-table.ts';
import { ConnectionBanner } from '../views/session/ConnectionBanner.tsx';
import { SessionExpiredDialog } from '../views/session/SessionExpiredDialog.tsx';
import { SearchDialog } from './screen-routes.ts';

/** Menu, name, role and the screen; over it the login again when the session ended in the middle. */
export function Frame() {
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
      banner={<ConnectionBanner />}
      logoutTo={pathTo('logout')}
      onSearch={openSearch}
      nav={menuEntries
        .filter(({ permission }) => permissions.includes(permission))
        .map(({ to, label, icon }) => ({ to, label, icon, active: pathname === to }))}
    >
      <Outlet />
      {isOpen(searched) ? (
        <Suspense>
          <SearchDialog snapshot={searched} send={send} />
        </Suspense>
      ) : null}
      {expired ? <SessionExpiredDialog /> : null}
    </AppShell>
  );
}
