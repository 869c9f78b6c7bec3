import { Outlet, useLocation } from 'react-router-dom';
import { factsOf, isExpired, permissionsOf } from '#machines/flows/session/session.selectors.ts';
import { Session } from '../actors/SessionProvider.tsx';
import { AppShell } from '../components/AppShell.tsx';
import { menuEntries } from '../screens/menu.ts';
import { pathTo } from '../screens/paths.ts';
import { openScreens } from '../screens/screen-table.ts';
import { ConnectionBanner } from '../views/session/ConnectionBanner.tsx';
import { SessionExpiredDialog } from '../views/session/SessionExpiredDialog.tsx';

/** Menu, name, role and the screen; over it the login again when the session ended in the middle. */
export function Frame() {
  const person = Session.useSelector(factsOf);
  const permissions = Session.useSelector(permissionsOf);
  const expired = Session.useSelector(isExpired);
  const { pathname } = useLocation();
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
      nav={menuEntries
        .filter(({ permission }) => permissions.includes(permission))
        .map(({ to, label, icon }) => ({ to, label, icon, active: pathname === to }))}
    >
      <Outlet />
      {expired ? <SessionExpiredDialog /> : null}
    </AppShell>
  );
}
