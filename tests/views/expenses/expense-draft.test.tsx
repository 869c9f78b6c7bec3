import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { idempotencyGuard } from '#contract/errors.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { readDraft, writeDraft } from '#src/features/drafts/drafts.ts';
import { expenseEntry } from '#src/features/expenses/expense-entry.actors.ts';
import { patterns, uploadPath } from '#src/shell/screens/paths.ts';
import CreateExpenseView from '#src/features/expenses/CreateExpenseView.tsx';
import {
  type ExpenseDraftValues,
  emptyExpenseDraft,
} from '#machines/flows/expenses/expense-proposals.ts';
import { aFund, imaginedToday, noSuggestions, people, refused } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const key = { id_usuario: people.store.id, form: 'gasto', object: '3' };

const typed: ExpenseDraftValues = {
  ...emptyExpenseDraft,
  fecha_gasto: '2030-05-10',
  id_proveedor: 9,
  num_doc: '900373923',
  digito: '8',
  proveedor: 'Papelería Norte',
  recibo: 'R1',
  valor: '$ 12.500',
  concepto: 'Esferos',
  // 99 is a category that the store no longer has.
  categoria: [2, 99],
  tipo_factura: 0,
  archivo: 'recibo.png',
};

const facts = answered({
  fund: aFund,
  categories: [{ id: 2, nombre: 'Aseo', cuenta: '519525', id_formato: 1, mantenimiento: 0 }],
  departments: [{ id: 11, iso_region: 'CO', nombre_region: 'Antioquia' }],
  suggestions: noSuggestions,
  today: imaginedToday,
  file: null,
  origin: null,
});
const photo = new File(['x'], 'recibo.png', { type: 'image/png' });

function open(answers: Answers = {}, address = '/crearGasto/3') {
  const entry = answering(expenseEntry, { loadEntry: [facts], ...answers });
  const user = renderScreen(
    <CreateExpenseView
      machines={{ entry: entry.logic, lookup: answering(supplierLookupMachine, {}).logic }}
    />,
    patterns.crearGasto,
    address,
    people.store,
  );
  return { user, asked: entry.asked };
}

beforeEach(() => {
  localStorage.setItem('id_usuario', String(people.store.id));
  writeDraft(key, { values: typed, shown: {}, idempotencyKey: 'k-1', saved: Date.now() });
});

const concept = () => screen.findByRole('textbox', { name: 'Concepto' });

test('a draft is restored; a file that the browser could not store must be chosen again', async () => {
  open();
  expect(await screen.findByText('Recuperamos lo que había escrito')).toBeVisible();
  expect(await concept()).toHaveValue('Esferos');
  expect(
    screen.getByRole('combobox', { name: 'Documento del proveedor' }),
  ).toHaveAccessibleDescription('Papelería Norte');
  expect(screen.getByRole('checkbox', { name: 'Aseo' })).toBeChecked();
  expect(await screen.findByText('Elija otra vez el archivo de soporte')).toBeVisible();
  expect(screen.getByText(/no pudo conservar «recibo.png»/)).toBeVisible();
});

test('a stored file is restored with its draft', async () => {
  open({ loadEntry: [answered({ ...facts.answer, file: photo })] });
  expect(await screen.findByText('recibo.png')).toBeVisible();
  expect(screen.queryByText('Elija otra vez el archivo de soporte')).not.toBeInTheDocument();
});

test('a stored file that the draft does not name is not restored', async () => {
  writeDraft(key, {
    values: { ...typed, archivo: '' },
    shown: {},
    idempotencyKey: 'k-1',
    saved: Date.now(),
  });
  open({ loadEntry: [answered({ ...facts.answer, file: photo })] });
  await concept();
  expect(screen.queryByText('recibo.png')).not.toBeInTheDocument();
});

test('the file of a recorded expense is restored and uploaded; the draft of the next remains', async () => {
  const { user, asked } = open(
    {
      loadEntry: [answered({ ...facts.answer, file: photo })],
      cargarSoporte: [answered([{ status: '200', soporte: 'abc.png' }])],
    },
    uploadPath(3, 70),
  );
  expect(await screen.findByText('Recuperamos el archivo que había elegido')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enviar el soporte' }));
  await screen.findByText('Datos almacenados');
  expect(asked.cargarSoporte).toMatchObject([{ id_gasto: 70, archivo: photo }]);
  expect(readDraft(key, emptyExpenseDraft, Date.now())?.values.concepto).toBe('Esferos');
});

test('a restored expense is saved with its previous idempotency key, and its draft is removed', async () => {
  const { user, asked } = open({
    enviarGasto: [answered([{ status: '200', id_gasto: 70 }])],
    cargarSoporte: [answered([{ status: '200', soporte: 'abc.png' }])],
  });
  await user.upload(await screen.findByLabelText('Archivo de soporte'), photo);
  await user.click(screen.getByRole('button', { name: 'Guardar gasto' }));
  await screen.findByText('Datos almacenados');
  expect(asked.enviarGasto).toMatchObject([
    { idempotencyKey: 'k-1', body: { categoria: [2], recibo: 'R1' } },
  ]);
  expect(readDraft(key, emptyExpenseDraft, Date.now())).toBeNull();
});

test('a key used with other data is reported; saving as another expense uses a new key', async () => {
  const { user, asked } = open({
    enviarGasto: [
      refused(409, 'El estado actual no permite esta acción.', [
        { guardia: idempotencyGuard, mensaje: 'Esta solicitud ya se usó con otros datos.' },
      ]),
      answered([{ status: '200', id_gasto: 71 }]),
    ],
    cargarSoporte: [answered([{ status: '200', soporte: 'abc.png' }])],
  });
  await user.upload(await screen.findByLabelText('Archivo de soporte'), photo);
  await user.click(screen.getByRole('button', { name: 'Guardar gasto' }));
  expect(await screen.findByText('Este gasto ya había quedado registrado')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver la caja actual' })).toHaveAttribute(
    'href',
    '/cajaActual/3',
  );
  await user.click(screen.getByRole('button', { name: 'Es otro gasto' }));
  await user.click(await screen.findByRole('button', { name: 'Guardar gasto' }));
  await screen.findByText('Datos almacenados');
  const keys = (asked.enviarGasto as { idempotencyKey: string }[]).map(
    ({ idempotencyKey }) => idempotencyKey,
  );
  expect(keys[0]).toBe('k-1');
  expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
});

test('discarding a draft empties the form and removes the stored draft', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(await concept()).toHaveValue('');
  expect(screen.getByRole('combobox', { name: 'Documento del proveedor' })).toHaveValue('');
  expect(readDraft(key, emptyExpenseDraft, Date.now())).toBeNull();
  // The proposed date alone is not saved as a draft.
  expect(screen.getByLabelText('Fecha de compra')).toHaveValue('2030-05-20');
  await user.type(await concept(), 'T');
  await user.clear(await concept());
  window.dispatchEvent(new Event('pagehide'));
  expect(readDraft(key, emptyExpenseDraft, Date.now())).toBeNull();
});

test('leaving the page needs a confirmation only with a file that could not be stored', async () => {
  const { user } = open();
  await concept();
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await user.upload(await screen.findByLabelText('Archivo de soporte'), photo);
  await screen.findByText('recibo.png');
  expect(leave()).toBe(true);
});
