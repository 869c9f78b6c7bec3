import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router-dom';
import { redirectFor } from '#machines/domain/profiles.ts';
import { ConnectionProvider } from './actors/ConnectionProvider.tsx';
import { beginSession, SessionProvider } from './actors/SessionProvider.tsx';
import { storedPermissions } from './actors/stored-session.ts';
import { LoadingState } from './components/LoadingState.tsx';
import { ScreenBoundary } from './components/ScreenBoundary.tsx';
import { Application, AppRoutes, Login } from './routes/AppRoutes.tsx';
import { loadAhead, reload } from './routes/screen-routes.ts';
import { whenIdle } from './routes/when-idle.ts';
import { askFirstList } from './screens/first-lists.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

/** Points at a link or gives it the focus: the code of its screen is loaded before it is opened. */
function loadLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link instanceof HTMLAnchorElement) void loadAhead(link.hash.slice(1));
}
for (const pointed of ['pointerover', 'focusin']) document.addEventListener(pointed, loadLinked);

/** From here on somebody who still waits is told so, milliseconds. */
const patience = 1_000;

/**
 * Asks at once for the session, for the code of the screen and for its list. What is rendered first has the code:
 * React holds back for 300 ms what comes after a fallback.
 */
function ask(): (Promise<unknown> | undefined)[] {
  if (!beginSession()) return [Login.ahead()];
  const path = window.location.hash.slice(1);
  const address = redirectFor(path, storedPermissions()) ?? path;
  askFirstList(address);
  return [Application.ahead(), loadAhead(address)];
}
const impatience = new Promise((resolve) => setTimeout(resolve, patience));
void Promise.race([Promise.all(ask()), impatience]).then(() => {
  createRoot(root).render(<Root />);
  whenIdle(() => void Application.ahead());
});

function Root() {
  return (
    <StrictMode>
      <ThemeProvider>
        <SessionProvider>
          <ConnectionProvider>
            <HashRouter>
              <ScreenBoundary onRetry={reload}>
                <Suspense fallback={<LoadingState />}>
                  <AppRoutes />
                </Suspense>
              </ScreenBoundary>
            </HashRouter>
          </ConnectionProvider>
        </SessionProvider>
      </ThemeProvider>
    </StrictMode>
  );
}
