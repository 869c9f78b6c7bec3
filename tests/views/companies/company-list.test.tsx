import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { type CompanyRow, companyRecords } from '#src/features/records/record-list.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import CompanyListView from '#src/features/companies/CompanyListView.tsx';
import { admin } from '#tests/kit/record-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const rows: CompanyRow[] = [
  { id: 4, nombre: 'TCC', ciudad: 'NACIONAL', id_ciudad: 1146, active_: 1 },
  { id: 5, nombre: 'Motorizado', ciudad: 'Medellín', id_ciudad: 5001, active_: 0 },
];

const open = (listed: CompanyRow[]) =>
  renderScreen(
    <CompanyListView
      machine={
        answering(companyRecords, { loadRows: [answered({ rows: listed, total: listed.length })] })
          .logic
      }
    />,
    patterns.listarEmpresa,
    '/listarEmpresa',
    admin,
  );

test('a company is listed with its city, edit link, active switch and delete action', async () => {
  const user = open(rows);
  const row = await screen.findByRole('row', { name: /Motorizado/ });
  expect(row).toHaveTextContent('Medellín');
  expect(within(row).getByRole('switch', { name: 'Activo: Motorizado' })).not.toBeChecked();
  expect(within(row).getByRole('link', { name: 'Editar Motorizado' })).toHaveAttribute(
    'href',
    '/editarEmpresa/5',
  );
  await user.click(await within(row).findByRole('button', { name: 'Acciones de Motorizado' }));
  expect(await screen.findByRole('menuitem', { name: 'Eliminar Motorizado' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Crear empresa' })).toHaveAttribute(
    'href',
    '/crearEmpresa',
  );
});

test('a cancelled deletion returns the focus to the menu of its company', async () => {
  const user = open(rows);
  const menu = await screen.findByRole('button', { name: 'Acciones de Motorizado' });
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: 'Eliminar Motorizado' }));
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Acciones de Motorizado' })).toHaveFocus(),
  );
});

test('an empty list shows a message', async () => {
  open([]);
  expect(await screen.findByText('Todavía no hay empresas de envío')).toBeVisible();
});
