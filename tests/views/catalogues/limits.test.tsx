import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import LimitsView, { limitForm, limitList } from '#src/features/catalogues/LimitsView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const limit: AnswerOf<'/topes'>[number] = {
  id: 4,
  id_categoria: 2,
  categoria: 'Aseo',
  id_formato: null,
  formato: '',
  id_tienda: 3,
  tienda: 'Norte',
  clase: 'caja',
  valor: 200_000,
  efecto: 'avisar',
  desde: '2020-06-01',
};

function open(shown: AnswerOf<'/topes'>) {
  const list = answering(limitList, {
    loadData: [answered(shown), answered(shown)],
    writeRequest: [answered(written())],
  });
  const form = answering(limitForm, {
    loadForm: [
      answered({
        limit: null,
        categories: [{ id: 2, nombre: 'Aseo' }],
        formats: [{ id: 1, nombre: 'Express' }],
        stores: [{ id: 3, nombre: 'Norte' }],
      }),
    ],
    saveRecord: [answered(written())],
  });
  const user = renderScreen(
    <LimitsView machine={{ list: list.logic, form: form.logic }} />,
    patterns.topes,
    '/catalogos/topes',
    admin,
  );
  return { user, list, form };
}

test('a limit is listed with where it holds and what happens, and ends after a question', async () => {
  const everywhere = { ...limit, id: 5, tienda: '', efecto: 'impedir' as const };
  const { user, list } = open([limit, everywhere]);
  expect(await screen.findByRole('row', { name: /Norte.*Se avisa/ })).toHaveTextContent(
    'Cada caja',
  );
  expect(screen.getByRole('row', { name: /Todas las tiendas.*No se registra/ })).toBeVisible();
  const [end] = screen.getAllByRole('button', { name: 'Quitar el tope de Aseo' });
  if (end === undefined) throw new Error('No button');
  await user.click(end);
  const question = await screen.findByRole('alertdialog', { name: '¿Quitar el tope?' });
  expect(list.asked.writeRequest).toBeUndefined();
  await user.click(within(question).getByRole('button', { name: 'Quitar' }));
  expect(await screen.findByText('El tope terminó')).toBeVisible();
  expect(list.asked.writeRequest).toEqual([{ request: { id_elemento: 4 } }]);
});

test('what is missing is said beside its field; a limit of a format is created', async () => {
  const { user, form } = open([]);
  const [create] = await screen.findAllByRole('button', { name: 'Crear tope' });
  if (create === undefined) throw new Error('No button');
  await user.click(create);
  const save = await screen.findByRole('button', { name: 'Guardar' });
  await user.click(save);
  const category = screen.getByRole('combobox', { name: /^Categoría/ });
  const value = screen.getByRole('textbox', { name: /^Valor/ });
  for (const field of [category, value]) expect(field).toBeInvalid();
  expect(form.asked.saveRecord).toBeUndefined();
  await user.selectOptions(category, 'Aseo');
  await user.type(value, 'x');
  await user.click(save);
  expect(value).toHaveAccessibleDescription(expect.stringContaining('Solo números'));
  await user.clear(value);
  await user.type(value, '150.000');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Formato/ }), 'Express');
  await user.click(screen.getByRole('radio', { name: 'No se registra' }));
  await user.click(save);
  expect(await screen.findByText('Datos almacenados')).toBeVisible();
  expect(form.asked.saveRecord).toMatchObject([
    {
      request: {
        path: '/guardarTope',
        body: {
          id_categoria: 2,
          id_formato: 1,
          id_tienda: null,
          clase: 'gasto',
          valor: 150_000,
          efecto: 'impedir',
        },
      },
    },
  ]);
});

test('a withholding has no value of its own: it follows from the UVT', async () => {
  const { user } = open([]);
  const [create] = await screen.findAllByRole('button', { name: 'Crear tope' });
  if (create === undefined) throw new Error('No button');
  await user.click(create);
  await user.selectOptions(
    await screen.findByRole('combobox', { name: /^Tope de/ }),
    'Retención en la fuente: es un servicio',
  );
  expect(screen.queryByRole('textbox', { name: /^Valor/ })).toBeNull();
  expect(screen.getByText('Su valor sale de la UVT, en Configuración.')).toBeVisible();
});
