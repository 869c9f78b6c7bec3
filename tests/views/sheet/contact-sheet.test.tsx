import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { contactSheetMachine } from '#machines/flows/review/contact-sheet.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ContactSheetView from '#src/features/review/ContactSheetView.tsx';
import { answerGone, goneSentence } from '#tests/kit/gone-receipt.ts';
import { boxFacts, people } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { EverythingSeen, answering, renderScreen } from '../review/render-screen.tsx';

test('the observation for all begins empty; a phrase of the approvals is a chip to press', async () => {
  const phrases = { approved: ['Soporte completo y legible'], rejected: ['Ilegible'] };
  localStorage.setItem(`frases/${people.supervisor.id}`, JSON.stringify(phrases));
  const { logic } = answering(contactSheetMachine, {
    loadBox: [answered(boxFacts({ active: 2 }, { id: 1 }))],
  });
  const user = renderScreen(
    <ContactSheetView stage="supervisor" machine={logic} />,
    patterns.soportesSupervisor,
    patterns.soportesSupervisor.replace(':idCaja', '12'),
    people.supervisor,
  );
  const observation = await screen.findByLabelText('Observación para todos');
  expect(observation).toHaveValue('');
  const chips = within(screen.getByRole('list', { name: 'Frases para la observación' }));
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'Soporte completo y legible',
  ]);
  await user.click(chips.getByRole('button'));
  expect(observation).toHaveValue('Soporte completo y legible');
});

test('the contact sheet counts seen receipts, approves them, and names the refused expenses', async () => {
  vi.stubGlobal('IntersectionObserver', EverythingSeen);
  const rows = [
    { id: 1, recibo: 'R1' },
    { id: 2, recibo: 'R2', proveedor_nombre: 'Ferretería Sur' },
    { id: 3, recibo: 'R3' },
    { id: 4, recibo: 'R4', informe_novedad: 'La factura electrónica no se encontró.' },
  ];
  const left = { guardia: 'expenseIsUndecided', mensaje: 'Ya está decidido.', gastos: [2] };
  const { logic, asked } = answering(contactSheetMachine, {
    loadBox: [
      answered(boxFacts({ active: 2 }, ...rows)),
      answered(boxFacts({ active: 2 }, ...rows)),
    ],
    aprobarGastos: [answered([{ status: '200', msg: '', aprobados: [1], dejados: [left] }])],
  });
  const user = renderScreen(
    <ContactSheetView stage="supervisor" machine={logic} />,
    patterns.soportesSupervisor,
    patterns.soportesSupervisor.replace(':idCaja', '12'),
    people.supervisor,
  );
  await expect(screen.findByText('Sin novedad (3)')).resolves.toBeVisible();
  expect(screen.getByText('La factura electrónica no se encontró.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Revisar el recibo R4' })).toHaveAttribute(
    'href',
    '/detalleGastoSupervisor/12/4',
  );
  expect(screen.getByRole('button', { name: 'Aprobar 0 sin novedad' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  fireEvent.load(screen.getByAltText('Soporte del recibo R1'));
  fireEvent.load(screen.getByAltText('Soporte del recibo R2'));
  fireEvent.load(screen.getByAltText('Soporte del recibo R4'));
  expect(screen.getByText('Falta 1 soporte por ver')).toBeVisible();
  fireEvent.error(screen.getByAltText('Soporte del recibo R3'));
  expect(screen.getByText('No se pudo mostrar el soporte')).toBeVisible();

  const observation = screen.getByLabelText('Observación para todos');
  await user.click(screen.getByRole('button', { name: 'Aprobar 2 sin novedad' }));
  expect(screen.getByText('El campo de observaciones es obligatorio')).toBeVisible();
  expect(asked.aprobarGastos).toBeUndefined();
  await fill(user, observation, 'Todo en orden');
  await user.click(screen.getByRole('button', { name: 'Aprobar 2 sin novedad' }));
  await expect(screen.findByText('Se aprobó 1 gasto.')).resolves.toBeVisible();
  expect(screen.getByText('Recibo R2 · Ferretería Sur: Ya está decidido.')).toBeVisible();
  expect(asked.aprobarGastos).toEqual([
    { id_caja: 12, gastos: [1, 2], observacion: 'Todo en orden' },
  ]);
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
  expect(screen.getByRole('button', { name: 'Aprobar 1 sin novedad' })).toBeVisible();
});

test('a card whose receipt file is gone says so', async () => {
  answerGone();
  const { logic } = answering(contactSheetMachine, {
    loadBox: [answered(boxFacts({ active: 2 }, { id: 3, recibo: 'R3' }))],
  });
  renderScreen(
    <ContactSheetView stage="supervisor" machine={logic} />,
    patterns.soportesSupervisor,
    patterns.soportesSupervisor.replace(':idCaja', '12'),
    people.supervisor,
  );
  fireEvent.error(await screen.findByAltText('Soporte del recibo R3'));
  expect(await screen.findByText(goneSentence)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Abrir el original' })).toBeNull();
});

test('a box of more expenses than a window holds shows them all', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ id: index + 1 }));
  const { logic } = answering(contactSheetMachine, {
    loadBox: [answered(boxFacts({ active: 2 }, ...rows))],
  });
  renderScreen(
    <ContactSheetView stage="supervisor" machine={logic} />,
    patterns.soportesSupervisor,
    patterns.soportesSupervisor.replace(':idCaja', '12'),
    people.supervisor,
  );
  await screen.findByText('Sin novedad (30)');
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(30));
});
