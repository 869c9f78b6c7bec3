import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { ownMails } from '#src/features/mails/OwnMails.tsx';
import { AccountView } from '#src/features/session/AccountView.tsx';
import { ownSessions } from '#src/features/session/OpenSessions.tsx';
import { people } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const machines = () => ({
  sessions: answering(ownSessions, { loadData: [answered([])] }).logic,
  factor: answering(secondFactorMachine, {
    miSegundoFactor: [answered({ activo: 0, exigido: 0, codigos_restantes: 0 })],
  }).logic,
  mails: answering(ownMails, {
    loadData: [answered({ email: 'ana@cajamenor.test', hora: '07:00', correos: [] })],
  }).logic,
});

const open = (person: (typeof people)[keyof typeof people]) =>
  renderScreen(<AccountView machines={machines()} />, patterns.cuenta, '/mi-cuenta', person);

test('the account shows second factor and sessions, and links to the password change', async () => {
  open(people.store);
  expect(await screen.findByRole('heading', { name: 'Mi cuenta', level: 1 })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Cambiar contraseña' })).toHaveAttribute(
    'href',
    '/cambiar-clave',
  );
  expect(screen.queryByLabelText('Nueva contraseña')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Activar el segundo factor' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Sesiones abiertas' })).toBeVisible();
});

test('a user whose decisions can be delegated has a card for absences', async () => {
  open(people.supervisor);
  expect(await screen.findByRole('region', { name: 'Ausencia' })).toBeVisible();
});

test('a store has no card for absences', async () => {
  open(people.store);
  await screen.findByRole('region', { name: 'Contraseña' });
  expect(screen.queryByRole('region', { name: 'Ausencia' })).toBeNull();
});
