import { render, screen } from '@testing-library/react';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLoading } from '#machines/flows/steps/result.ts';
import { beginSession } from '#src/app/prefetched-session.ts';
import { Session, SessionProvider, restoredSession } from '#src/app/SessionProvider.tsx';

const over = {
  status: 401,
  data: [{ status: '401', msg: 'Su sesión terminó.' }],
} as AxiosResponse;

const request = () => vi.spyOn(axios.Axios.prototype, 'request');
let sent: ReturnType<typeof request>;
beforeEach(() => {
  localStorage.setItem('isLogin', '1');
  sent = request();
  sent.mockImplementation(() => Promise.reject(new AxiosError('', '', undefined, undefined, over)));
});
afterEach(() => localStorage.clear());

function Known() {
  return Session.useSelector(isLoading) ? null : <p>Se sabe</p>;
}

async function renderSession(): Promise<void> {
  const { unmount } = render(
    <SessionProvider>
      <Known />
    </SessionProvider>,
  );
  await screen.findByText('Se sabe');
  unmount();
}

test('the machine takes the answer that was prefetched, once', async () => {
  expect(beginSession()).not.toBeNull();
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(1);
  localStorage.setItem('isLogin', '1');
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('when nobody answered, the machine asks for itself', async () => {
  sent.mockImplementationOnce(() => Promise.reject(new AxiosError('Network Error')));
  await beginSession();
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('without the stored flag nobody is asked', async () => {
  localStorage.setItem('isLogin', '0');
  expect(beginSession()).toBeNull();
  await renderSession();
  expect(sent).not.toHaveBeenCalled();
});

test('the session is known before anything is rendered, and asked for once', async () => {
  await beginSession();
  const snapshot = await restoredSession();
  render(
    <SessionProvider snapshot={snapshot}>
      <Known />
    </SessionProvider>,
  );
  expect(screen.queryByText('Se sabe')).not.toBeNull();
  expect(sent).toHaveBeenCalledTimes(1);
});

test('while it is not answered the page begins without it', async () => {
  sent.mockImplementationOnce(() => new Promise(() => {}));
  void beginSession();
  expect(await restoredSession()).toBeUndefined();
});
