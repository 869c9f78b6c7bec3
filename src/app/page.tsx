import { prefetchedAnswers, beginning } from './prefetched-start.ts';
import { StrictMode, startTransition, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router-dom';
import { ConnectionProvider, SessionProvider } from './SessionProvider.tsx';
import { LoadingState, ScreenBoundary } from '../ui/feedback/FailedState.tsx';
import { Application, AppRoutes, Login } from './AppRoutes.tsx';
import { whenIdle } from '../ui/layout/loadable.ts';
import { preloadScreen, reload } from './screen-routes.tsx';
import { ThemeProvider } from '../shell/theme/ThemeProvider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

/** Preloads the code of a screen when its link is hovered or focused. */
function loadLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link instanceof HTMLAnchorElement) void preloadScreen(link.hash.slice(1));
}
for (const pointed of ['pointerover', 'focusin']) document.addEventListener(pointed, loadLinked);

/** Milliseconds of waiting, for the code and for the first answers, after which the loading state is rendered. */
const patience = { code: 1_000, answers: 250 } as const;

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Code of the first screen. */
const code =
  beginning === null ? [Login.preload()] : [Application.preload(), preloadScreen(beginning)];

/**
 * Renders when the code and the first answers have arrived, so that the screen is rendered without a fallback: React
 * delays content that replaces a fallback by 300 ms. A transition lets the browser handle other work in between.
 */
async function begin(container: HTMLElement): Promise<void> {
  const answers = Promise.race([prefetchedAnswers, after(patience.answers)]);
  await Promise.race([Promise.all([...code, answers]), after(patience.code)]);
  startTransition(() => createRoot(container).render(<Root />));
  whenIdle(() => void Application.preload());
}
void begin(root);

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
