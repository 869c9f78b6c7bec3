/** The stored login flag, changed in the tab of an open page: no event of the browser reports it. */
import { act, render, screen } from '@testing-library/react';
import axios, { AxiosError } from 'axios';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Application, AppRoutes, Login } from '#src/app/AppRoutes.tsx';
import { ConnectionProvider, SessionProvider } from '#src/app/SessionProvider.tsx';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';

const session = {
  status: '200',
  msg: '',
  email: 'gerente@cajamenor.test',
  cambiar_clave: 'no',
  permisos: 'verTiendas',
  nombre: 'Ana Gerente',
  id_usuario: 20,
  tipoperfil_id: 8,
  tipoperfil_nombre: 'Gerente',
  vence: 43_200_000,
  inactividad: 1_800_000,
};

beforeEach(() => {
  localStorage.setItem('isLogin', '1');
  vi.spyOn(axios.Axios.prototype, 'request').mockImplementation(async (config) => {
    const path = typeof config === 'string' ? config : config.url;
    if (path === '/auth/sesion') return { data: [session], headers: {} };
    throw new AxiosError('Network Error');
  });
});
afterEach(() => localStorage.clear());

async function open() {
  await Promise.all([Login.preload(), Application.preload()]);
  render(
    <ThemeProvider>
      <SessionProvider>
        <ConnectionProvider>
          <MemoryRouter initialEntries={['/mi-cuenta']}>
            <AppRoutes />
          </MemoryRouter>
        </ConnectionProvider>
      </SessionProvider>
    </ThemeProvider>,
  );
  await screen.findAllByText('Ana Gerente');
}

test.each(['click', 'hashchange', 'focus'])(
  'without the flag the menu and the screen close at the next %s',
  async (event) => {
    await open();
    localStorage.removeItem('isLogin');
    act(() => {
      window.dispatchEvent(new Event(event));
    });
    expect(await screen.findByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
    expect(screen.queryByText('Ana Gerente')).toBeNull();
  },
);

test('with the flag the page stays', async () => {
  await open();
  act(() => {
    window.dispatchEvent(new Event('click'));
  });
  expect(screen.getAllByText('Ana Gerente')).not.toEqual([]);
});
