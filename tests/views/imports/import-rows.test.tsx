import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ReviewedRow } from '#contract/calls/imports.calls.ts';
import { rowImportMachine } from '#machines/flows/imports/row-import.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ImportRowsView from '#src/features/imports/ImportRowsView.tsx';
import { refused } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const row = (changes: Partial<ReviewedRow>): ReviewedRow => ({
  fila: 2,
  nombre: 'Ana Rojas',
  resultado: 'correcta',
  mensajes: [],
  ...changes,
});

const review = (...filas: ReviewedRow[]) =>
  answered({
    filas,
    avisos: ['No se leen estas columnas, que no se conocen: «Notas».'],
    huella: 'a',
  });

const wrong = row({
  fila: 7,
  nombre: 'Luis Gil',
  resultado: 'error',
  mensajes: ['El número de documento ya está registrado'],
});

const open = (answers: Record<string, Answers[string]>) => {
  const { logic, asked } = answering(rowImportMachine, answers);
  const user = renderScreen(
    <ImportRowsView machine={logic} />,
    patterns.importarUsuarios,
    '/crearUsuario/importar',
    { id: 1, profile: 1 },
  );
  return { user, asked };
};

const file = (name = 'personas.csv') => new File(['x'], name, { type: 'text/csv' });
const chooser = () => screen.findByLabelText('Archivo para importar');

describe('the import of users', () => {
  test('shows the errors of a row, and imports the valid rows', async () => {
    const { user, asked } = open({
      revisarImportacion: [review(row({}), row({ fila: 3 }), wrong)],
      importarFilas: [
        answered([{ status: '200', msg: 'Se crearon 2 filas.', creadas: 2, cambiadas: 0 }]),
      ],
    });
    await user.upload(await chooser(), file());
    const refusedRow = within(await screen.findByRole('row', { name: /^Fila 7/ }));
    expect(refusedRow.getByText('Con errores')).toBeVisible();
    expect(refusedRow.getByText('El número de documento ya está registrado')).toBeVisible();
    expect(screen.getByText('«personas.csv»: 2 correctas · 1 con errores')).toBeVisible();
    expect(screen.getByText(/«Notas»/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Importar las 2 correctas' }));
    expect(await screen.findByText('Se crearon 2 filas.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
    expect(asked.importarFilas).toMatchObject([{ tabla: 'usuarios', huella: 'a' }]);
  });

  test('is disabled without a valid row', async () => {
    const { user, asked } = open({ revisarImportacion: [review(wrong)], importarFilas: [] });
    await user.upload(await chooser(), file());
    const button = await screen.findByRole('button', { name: 'Importar las 0 correctas' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(asked.importarFilas ?? []).toEqual([]);
  });

  test('shows why a file cannot be read, and accepts another file', async () => {
    const { user } = open({
      revisarImportacion: [refused(422, 'El archivo es un PDF.'), review(row({}))],
    });
    await user.upload(await chooser(), file('a.csv'));
    expect(await screen.findByText('El archivo es un PDF.')).toBeVisible();
    await user.upload(await chooser(), file('b.csv'));
    expect(await screen.findByRole('button', { name: 'Importar la correcta' })).toBeVisible();
  });

  test('offers a new review when the data changed after the review', async () => {
    const { user } = open({
      revisarImportacion: [review(row({})), review(row({ resultado: 'registrada' }))],
      importarFilas: [refused(409, 'Los datos cambiaron.')],
    });
    await user.upload(await chooser(), file());
    await user.click(await screen.findByRole('button', { name: 'Importar la correcta' }));
    expect(await screen.findByText('No se creó ninguna fila')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Revisar de nuevo' }));
    expect(await screen.findByText('Ya registrada')).toBeVisible();
  });
});

test('the import of stores names the table of stores and links to its template', async () => {
  const { logic, asked } = answering(rowImportMachine, { revisarImportacion: [review(row({}))] });
  const user = renderScreen(
    <ImportRowsView machine={logic} />,
    patterns.importarTiendas,
    '/crearTienda/importar',
    { id: 1, profile: 1 },
  );
  await user.upload(await chooser(), file());
  await screen.findByRole('button', { name: 'Importar la correcta' });
  expect(asked.revisarImportacion).toMatchObject([{ tabla: 'tiendas' }]);
  expect(screen.getByRole('link', { name: 'Descargar la plantilla' })).toHaveAttribute(
    'href',
    '/documentos/plantillas?tabla=tiendas',
  );
});
