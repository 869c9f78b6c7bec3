import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createDetailMachine } from '#machines/flows/records/list.machine.ts';
import type { expenseDetail } from '#src/features/review/review.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ExpenseDetailView from '#src/features/review/ExpenseDetailView.tsx';
import { shown } from '#tests/kit/decision-fixtures.ts';
import { answerGone, goneSentence } from '#tests/kit/gone-receipt.ts';
import { people, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { controlsOfReceipt, receiptControls } from './receipt-controls.ts';

const open = (loadDetail: Answers[string]) =>
  renderScreen(
    <ExpenseDetailView
      machine={answering(createDetailMachine(), { loadDetail }).logic as typeof expenseDetail}
    />,
    patterns.detalleGasto,
    '/detalleGasto/7',
    people.store,
  );

const back = () => screen.findByRole('link', { name: 'Gastos de la caja' });

test('an expense of the open box links back to it and is read-only', async () => {
  open([shown({ active: 0 })]);
  expect(await back()).toHaveAttribute('href', '/cajaActual/3');
  expect(screen.getByText('Papelería Norte')).toBeVisible();
  expect(screen.getByText('10 may 2030')).toBeVisible();
  expect(screen.getByRole('link', { name: /Abrir/ })).toHaveAttribute(
    'href',
    '/documentos/soportes/abc.pdf',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(receiptControls()).toEqual(controlsOfReceipt);
});

test('an expense of a reviewed box links to the reviewed box', async () => {
  open([shown({ active: 3, estado: 6 })]);
  expect(await back()).toHaveAttribute('href', '/verCajaRevisada/12');
});

test('a receipt whose file is gone shows so in its place, and can be tried again', async () => {
  const asked = answerGone();
  const user = open([shown({ active: 0, soporte: 'abc.jpg' })]);
  fireEvent.error(await screen.findByAltText(/^Soporte del recibo/));
  expect(await screen.findByText(goneSentence)).toBeVisible();
  expect(asked).toContain('head /documentos/soportes/abc.jpg');
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByAltText(/^Soporte del recibo/)).toBeInTheDocument();
  expect(screen.queryByText(goneSentence)).not.toBeInTheDocument();
});

test('an expense without a receipt shows «Sin soporte»', async () => {
  open([shown({ active: 0, soporte: null, soporte_tipo: null })]);
  expect(await screen.findByText('Sin soporte')).toBeVisible();
});

test('a failed load can be retried; a missing expense shows the not-found message', async () => {
  const user = open([new Error('offline'), refusedBy.absence]);
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
});
