import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router-dom';
import { ConnectionProvider } from './actors/ConnectionProvider.tsx';
import { SessionProvider } from './actors/SessionProvider.tsx';
import { AppRoutes } from './routes/AppRoutes.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <SessionProvider>
        <ConnectionProvider>
          <HashRouter>
            <AppRoutes />
          </HashRouter>
        </ConnectionProvider>
      </SessionProvider>
    </ThemeProvider>
  </StrictMode>,
);
