/** A sign-out that has not reached the server: what the page shows, sends and stores. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionProvider, SessionProvider } from '#src/app/SessionProvider.tsx';
import { storeSignOut } from '#src/wire/browser-storage.ts';
import { AppRoutes, Login } from '#src/app/AppRoutes.tsx';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';

const flag = 'cierre_pendiente';
const sent: string[] = [];
let answers: Record<string, () => Promise<unknown>>;

const refusal = (status: number, motivos: object[] = []) =>
  Promise.reject(
    new AxiosError('', '', undefined, undefined, {
      status,
      data: [{ status: String(status), msg: 'No.', motivos }],
    } as AxiosResponse),
  );
const offline = () => Promise.reject(new AxiosError('Network Error'));
const done = () => Promise.resolve({ data: [{ status: '200' }], headers: {} });

beforeEach(() => {
  sent.length = 0;
  answers = { '/auth/logout': done };
  vi.spyOn(axios.Axios.prototype, 'request').mockImplementation((config) => {
    const path = typeof config === 'string' ? config : (config.url ?? '');
    sent.push(path);
    return (answers[path] ?? offline)();
  });
});
afterEach(() => localStorage.clear());

async function open() {
  await Login.preload();
  render(
    <ThemeProvider>
      <SessionProvider>
        <ConnectionProvider>
          <MemoryRouter initialEntries={['/historialCaja']}>
            <AppRoutes />
          </MemoryRouter>
        </ConnectionProvider>
      </SessionProvider>
    </ThemeProvider>,
  );
}

const unfinished = () => screen.findByText('La sesión todavía no se ha cerrado');
const calls = () => sent.filter((path) => path.startsWith('/auth/'));

test('a pending sign-out locks the page until the server has confirmed it', async () => {
  localStorage.setItem('isLogin', '1');
  storeSignOut(true);
  answers = { '/auth/logout': offline };
  await open();
  expect(await unfinished()).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Falta la señal.');
  expect(calls()).toEqual(['/auth/logout']);
  const retry = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
  // An outdated page has an old token; its refusal does not confirm that the session has ended.
  answers = { '/auth/logout': () => refusal(401, [{ guardia: 'tokenIsCurrent', mensaje: 'No.' }]) };
  await retry();
  expect(await unfinished()).toBeVisible();
  expect(localStorage.getItem(flag)).toBe('1');
  answers = { '/auth/logout': () => refusal(401) };
  await retry();
  expect(await screen.findByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  expect(localStorage.getItem(flag)).toBeNull();
});

test('a pending sign-out ends when another tab receives the confirmation', async () => {
  storeSignOut(true);
  answers = { '/auth/logout': offline };
  await open();
  await unfinished();
  localStorage.removeItem(flag);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: flag, newValue: null }));
  });
  expect(await screen.findByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  expect(calls()).toEqual(['/auth/logout']);
});

test('a pending sign-out must succeed before the next sign-in is sent', async () => {
  await open();
  await userEvent.type(await screen.findByLabelText(/^Usuario/), 'ana@cajamenor.test');
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Fresno4821');
  storeSignOut(true);
  answers = { '/auth/logout': offline, '/auth/user': () => refusal(401) };
  const signIn = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Iniciar sesión' }));
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('No fue posible conectar');
  expect(calls()).toEqual(['/auth/logout']);
  answers = { ...answers, '/auth/logout': done };
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Fresno4821');
  await signIn();
  expect(await screen.findByText('No.')).toBeVisible();
  expect(calls()).toEqual(['/auth/logout', '/auth/logout', '/auth/user']);
});
