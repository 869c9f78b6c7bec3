import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useListPosition, returnPath } from '#src/ui/table/list-positions.ts';

function List() {
  useListPosition(true);
  return <Link to="/caja">Abrir</Link>;
}

/** Rendered only once. */
const Opened = () => <Link to={returnPath('/lista')}>Volver</Link>;

it('gives the opened screen the return path with the query on its first render', async () => {
  render(
    <MemoryRouter initialEntries={['/lista?buscar=a&pagina=2']}>
      <Routes>
        <Route path="/lista" element={<List />} />
        <Route path="/caja" element={<Opened />} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Abrir' }));
  expect(screen.getByRole('link', { name: 'Volver' })).toHaveAttribute(
    'href',
    '/lista?buscar=a&pagina=2',
  );
});
