import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Absences } from '#machines/flows/absence/absence.machine.ts';
import { answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { absence } from '#src/features/absence/absence.actors.ts';
import { userRecords } from '#src/features/records/record-list.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import OwnAbsence from '#src/features/absence/OwnAbsence.tsx';
import UserListView from '#src/features/users/UserListView.tsx';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { finishedOnboarding } from '../users/finished-onboarding.ts';

const supervisor = { id: 3, profile: 3 } as const;
const none: Absences = {
  id_ausente: 3,
  nombre: 'Luz Marina',
  delega: 1,
  hoy: '2030-12-01',
  delegaciones: [],
  candidatos: [
    { id: 4, nombre: 'Carlos' },
    { id: 5, nombre: 'Berta' },
  ],
};
const agreed = {
  id: 9,
  id_usuario: 3,
  nombre: 'Luz Marina',
  id_delegado: 4,
  delegado: 'Carlos',
  desde: '2030-12-01',
  hasta: '2030-12-05',
};
const one: Absences = { ...none, delegaciones: [agreed] };
const saved = answered([{ status: '200' as const, msg: 'Datos almacenados', id_delegacion: 9 }]);

async function open(answers: Answers) {
  const { logic, asked } = answering(absence, answers);
  const user = renderScreen(
    <OwnAbsence machine={logic} />,
    patterns.cuenta,
    '/mi-cuenta',
    supervisor,
  );
  await user.click(await screen.findByRole('button', { name: 'Registrar ausencia' }));
  return { user, asked, dialog: await screen.findByRole('dialog') };
}

test('an absence needs only a delegate and a last day, and is listed once it is saved', async () => {
  const { user, asked, dialog } = await open({
    ausencias: [answered(none), answered(one)],
    delegar: [saved],
  });
  const who = await within(dialog).findByLabelText(/^Quién decide mientras tanto/);
  expect(within(dialog).getByLabelText(/^Primer día/)).toHaveValue('2030-12-01');
  await user.selectOptions(who, 'Carlos');
  const last = within(dialog).getByLabelText(/^Último día/);
  // The default is tomorrow: an absence for the rest of today is unlikely.
  expect(last).toHaveValue('2030-12-02');
  await user.clear(last);
  await fill(user, last, '2030-12-05');
  await user.click(within(dialog).getByRole('button', { name: 'Guardar ausencia' }));
  expect(await within(dialog).findByText('Datos almacenados')).toBeVisible();
  expect(within(dialog).getByRole('listitem')).toHaveTextContent(
    'Carlos decide por Luz Marina hasta el 5 dic',
  );
  expect(asked.delegar).toEqual([
    { id_ausente: 3, id_delegado: 4, desde: '2030-12-01', hasta: '2030-12-05' },
  ]);
});

test('a missing delegate, reversed dates and more than a year are invalid, and nothing is sent', async () => {
  const { user, asked, dialog } = await open({ ausencias: [answered(none)], delegar: [] });
  const who = await within(dialog).findByLabelText(/^Quién decide mientras tanto/);
  const last = within(dialog).getByLabelText(/^Último día/);
  await user.clear(last);
  await fill(user, last, '2030-11-30');
  await user.click(within(dialog).getByRole('button', { name: 'Guardar ausencia' }));
  await waitFor(() =>
    expect(who).toHaveAccessibleDescription(/Elija quién decide mientras tanto\./),
  );
  expect(last).toHaveAccessibleDescription('El último día no puede ser anterior al primero.');
  await user.clear(last);
  await fill(user, last, '2031-12-02');
  await waitFor(() =>
    expect(last).toHaveAccessibleDescription('Una ausencia dura como máximo un año.'),
  );
  expect(asked.delegar).toBeUndefined();
});

test('a refusal shows its message and leaves the delegate selected', async () => {
  const msg = 'Carlos ya decide por Berta del 1 dic al 5 dic: termine antes esa ausencia.';
  const { user, dialog } = await open({
    ausencias: [answered(none)],
    delegar: [refused(422, msg)],
  });
  const who = await within(dialog).findByLabelText(/^Quién decide mientras tanto/);
  await user.selectOptions(who, 'Berta');
  await user.click(within(dialog).getByRole('button', { name: 'Guardar ausencia' }));
  expect(await within(dialog).findByText(msg)).toBeVisible();
  expect(who).toHaveDisplayValue('Berta');
});

test('the absent user can end an absence, the delegate cannot', async () => {
  const covered = { ...agreed, id: 10, id_usuario: 8, nombre: 'Olga', id_delegado: 3 };
  const { user, asked, dialog } = await open({
    ausencias: [
      answered({ ...none, delegaciones: [agreed, { ...covered, delegado: 'Luz Marina' }] }),
      answered(none),
    ],
    terminarDelegacion: [answered(written())],
  });
  await user.click(await within(dialog).findByRole('button', { name: 'Terminar ya' }));
  await waitFor(() => expect(within(dialog).queryByRole('listitem')).toBeNull());
  expect(asked.terminarDelegacion).toEqual([{ id_delegacion: 9 }]);
});

test('without candidates the dialog shows a message', async () => {
  const { dialog } = await open({ ausencias: [answered({ ...none, candidatos: [] })] });
  expect(
    await within(dialog).findByText('No hay otra persona activa con el mismo perfil.'),
  ).toBeVisible();
});

test('a failed load can be retried, and the dialog can be closed', async () => {
  const { user, dialog } = await open({ ausencias: [new Error('offline'), answered(none)] });
  expect(await within(dialog).findByText(unreachableMessage)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Reintentar' }));
  await within(dialog).findByLabelText(/^Quién decide mientras tanto/);
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an administrator opens the dialog from the list of users, only for a supervisor', async () => {
  const row = {
    id: 3,
    razon_social: 'Luz Marina',
    tipo: 3,
    tipo_perfil: 'Supervisor',
    email: 'a@b.co',
    active_: 1,
    segundo_factor: 0,
    permisos: null,
    a_cargo: '',
    indispensable: '',
    invitacion: null,
  };
  const rows = [row, { ...row, id: 6, razon_social: 'Otra', tipo: 6 }];
  const users = answering(userRecords, { loadRows: [answered({ rows, total: 2 })] });
  const { logic, asked } = answering(absence, { ausencias: [answered(none)] });
  const user = renderScreen(
    <UserListView
      machine={users.logic}
      absenceMachine={logic}
      onboardingMachine={finishedOnboarding()}
    />,
    patterns.listarUsuarios,
    '/listarUsuarios',
    admin,
  );
  await user.click(await screen.findByRole('button', { name: 'Acciones de Otra' }));
  expect(await screen.findByRole('menuitem', { name: 'Editar Otra' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Ausencia de Otra' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Acciones de Luz Marina' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ausencia de Luz Marina' }));
  expect(await screen.findByRole('dialog', { name: 'Ausencia de Luz Marina' })).toBeVisible();
  expect(asked.ausencias).toEqual([{ id_ausente: 3 }]);
});
