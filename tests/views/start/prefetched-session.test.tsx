import { render, screen } from '@testing-library/react';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLoading } from '#machines/flows/steps/result.ts';
import { SessionProvider } from '#src/app/SessionProvider.tsx';
import { Session } from '#src/shell/session.ts';
import { Prefetched, prefetch } from '#src/wire/client.ts';

const over = {
  status: 401,
  data: [{ status: '401', msg: 'Su sesión terminó.' }],
} as AxiosResponse;

const session = [
  {
    status: '200',
    msg: '',
    email: 'tienda@cajamenor.test',
    cambiar_clave: 'no',
    permisos: 'listarTiendas',
    nombre: 'Ana',
    id_usuario: 20,
    tipoperfil_id: 2,
    tipoperfil_nombre: 'Responsable de tienda',
    vence: 43_200_000,
    inactividad: 1_800_000,
  },
];

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

const ask = () => prefetch('/auth/sesion', {});

test('the session machine uses the prefetched answer once', async () => {
  await ask();
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(1);
  localStorage.setItem('isLogin', '1');
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('after a failed prefetch, the machine sends its own request', async () => {
  sent.mockImplementationOnce(() => Promise.reject(new AxiosError('Network Error')));
  await ask();
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a pending prefetch is awaited without a second request', async () => {
  sent.mockImplementationOnce(async () => ({ status: 200, data: session, headers: {} }));
  void ask();
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(1);
});

test('without the stored flag no request is sent', async () => {
  localStorage.setItem('isLogin', '0');
  await renderSession();
  expect(sent).not.toHaveBeenCalled();
});

test('a prefetched session is available on the first render', async () => {
  await ask();
  render(
    <SessionProvider>
      <Known />
    </SessionProvider>,
  );
  expect(screen.queryByText('Se sabe')).not.toBeNull();
  expect(sent).toHaveBeenCalledTimes(1);
});

test('the end of the session drops every prefetched answer', async () => {
  const facts = new Prefetched<string>();
  await facts.ask('gasto 7', Promise.resolve('Taxi'));
  await renderSession();
  expect(sent).toHaveBeenCalledTimes(1);
  expect(facts.takeArrived('gasto 7')).toBeUndefined();
});
