import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { HashRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { useListAddress } from '#src/shell/screens/use-list-address.ts';

const begins = { pagina: 1, limite: 25 };

function List() {
  const { query, goWith } = useListAddress<typeof begins & { buscar?: string }>(begins, []);
  return (
    <>
      <output>{query.buscar}</output>
      <button type="button" onClick={() => goWith({ buscar: 'ferretería' })}>
        Buscar
      </button>
      <Link to="/caja">Abrir</Link>
    </>
  );
}

/** A screen whose code never loads. */
const Waited = lazy(() => new Promise<never>(() => undefined));

const renderList = () => {
  window.location.hash = '#/lista';
  render(
    <HashRouter>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/lista" element={<List />} />
          <Route path="/caja" element={<Waited />} />
        </Routes>
      </Suspense>
    </HashRouter>,
  );
};

afterEach(() => {
  window.location.hash = '';
});

it('stores a search in the address', async () => {
  renderList();
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }));
  expect(screen.getByRole('status').textContent).toBe('ferretería');
  expect(window.location.hash).toContain('#/lista?buscar=');
});

it('does not navigate back when a search takes effect after a row was opened', async () => {
  renderList();
  await userEvent.click(screen.getByRole('link', { name: 'Abrir' }));
  expect(window.location.hash).toBe('#/caja');
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }));
  expect(window.location.hash).toBe('#/caja');
});
