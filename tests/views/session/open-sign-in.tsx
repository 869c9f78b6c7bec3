import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { isLoading } from '#machines/flows/steps/result.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { Session } from '#src/shell/session.ts';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';
import { LoginView } from '#src/features/session/LoginView.tsx';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering } from '../review/render-screen.tsx';

/** Renders the sign-in without a session. */
export function openSignIn(answers: Answers) {
  const { logic, asked } = answering(sessionMachine, {
    authSesion: [refusedBy.session],
    ...answers,
  });
  const machine = logic.provide({
    actions: { endStoredSession: () => undefined, removeStoredAnswers: () => undefined },
  });
  const Restored = () => (Session.useSelector(isLoading) ? null : <LoginView />);
  render(
    <ThemeProvider>
      <Session.Provider logic={machine}>
        <MemoryRouter>
          <Restored />
        </MemoryRouter>
      </Session.Provider>
    </ThemeProvider>,
  );
  return asked;
}
