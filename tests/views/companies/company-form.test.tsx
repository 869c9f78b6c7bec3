import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { companyFormMachine } from '#machines/flows/companies/company.form.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import CompanyView from '#src/features/companies/CompanyView.tsx';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { admin, cities } from '#tests/kit/record-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { fillIn } from '../fill-in.ts';

function create(answers: Answers, redirectDelay?: number) {
  const { logic, asked } = answering(
    companyFormMachine,
    { loadForm: [answered({ company: null, cities })], ...answers },
    redirectDelay,
  );
  const user = renderScreen(
    <CompanyView machine={logic} />,
    patterns.crearEmpresa,
    '/crearEmpresa',
    admin,
  );
  return { user, asked };
}

const name = () => screen.findByRole('textbox', { name: 'Nombre' });
const zone = () => screen.findByRole('combobox', { name: 'Zona' });
const save = () => screen.findByRole('button', { name: 'Guardar empresa' });

test('an empty form requires all fields', async () => {
  const { user } = create({});
  expect(await name()).toHaveFocus();
  expect(await zone()).toHaveValue('NACIONAL');
  await user.clear(await zone());
  await user.click(await save());
  expect(await screen.findByRole('alert')).toHaveTextContent('Por favor complete todos los campos');
  expect(await name()).toBeInvalid();
  expect(await zone()).toBeInvalid();
});

test('a city is found by typing without accents and chosen from the list', async () => {
  const { user, asked } = create({ saveRecord: [answered(written())] }, 0);
  await fillIn(user, await name(), 'Envía');
  await fillIn(user, await zone(), 'quindio');
  await user.click(await screen.findByRole('option', { name: 'Armenia (Quindío)' }));
  await user.click(await save());
  expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/listarEmpresa');
  expect(asked.saveRecord).toEqual([
    expect.objectContaining({
      request: { path: '/crearEmpresa', body: { nombre: 'Envía', zona: 63001 } },
    }),
  ]);
});

test('a text that matches one city selects it; a text that matches several is an error', async () => {
  const { user } = create({});
  await fillIn(user, await zone(), 'medellin');
  await user.tab();
  expect(await zone()).toHaveValue('Medellín (Antioquia)');
  await fillIn(user, await zone(), 'armenia');
  await user.tab();
  expect(await zone()).toHaveValue('armenia');
  expect(await screen.findByText('Elija una ciudad de la lista.')).toBeVisible();
});

test('a refusal shows its message and leaves the form filled in', async () => {
  const { user } = create({ saveRecord: [refused(422, 'La zona no es válida.')] });
  await fillIn(user, await name(), 'Envía');
  await fillIn(user, await zone(), 'NACIONAL');
  await user.click(await save());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Existen errores, por favor corregir y enviar nuevamente');
  expect(alert).toHaveTextContent('La zona no es válida.');
  expect(await name()).toHaveValue('Envía');
});

test('an existing company is loaded and updated', async () => {
  const company = { id: 4, nombre: 'TCC', ciudad: 'NACIONAL', id_ciudad: 1146, active_: 1 };
  const { logic, asked } = answering(companyFormMachine, {
    loadForm: [answered({ company, cities })],
    saveRecord: [answered(written())],
  });
  const user = renderScreen(
    <CompanyView machine={logic} />,
    patterns.editarEmpresa,
    '/editarEmpresa/4',
    admin,
  );
  expect(await zone()).toHaveValue('NACIONAL');
  await fillIn(user, await name(), 'TCC Express');
  await user.click(await save());
  expect(await screen.findByText('Registro actualizado')).toBeVisible();
  expect(asked.saveRecord).toEqual([
    expect.objectContaining({
      request: {
        path: '/editarEmpresa',
        body: { nombre: 'TCC Express', zona: 1146, id_elemento: 4 },
      },
    }),
  ]);
});
