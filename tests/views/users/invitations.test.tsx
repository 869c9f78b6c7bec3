import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import InvitationsView from '#src/features/invitations/InvitationsView.tsx';
import { type HandedOver, handingOver } from '#src/features/invitations/hand-over.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { refused } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const waiting = { estado: 'porEnviar', desde: '', vence: '2026-06-20 10:00' };
const person = (id: number, nombre: string, invitacion: object = waiting) => ({
  id,
  nombre,
  perfil: 'Supervisor',
  email: `p${id}@cajamenor.test`,
  celular: '3001234567',
  invitacion,
});
const ana = person(9, 'Ana Ruiz');
const luz = person(10, 'Luz Gil', { ...waiting, estado: 'enviada', desde: '2026-06-17 10:00' });
const link = (id: number, nombre: string) => ({
  ...person(id, nombre),
  enlace: `https://caja.test/#/invitacion/secreto-${id}`,
  vence: '2026-06-20 10:00',
});

const handed = (changes: Partial<HandedOver>) =>
  answered({ enlaces: [link(9, 'Ana Ruiz')], por: 'copiar', hecho: true, ...changes });

function open(answers: Answers, search = '') {
  const { logic, asked } = answering(handingOver, answers);
  const user = renderScreen(
    <InvitationsView machine={logic} />,
    patterns.invitaciones,
    `/editarUsuario/invitaciones${search}`,
    admin,
  );
  return { user, asked };
}

const box = (name: RegExp) => screen.findByRole('checkbox', { name });
const button = (name: string) => screen.findByRole('button', { name });

test('marks who has no link yet, and one press makes and hands over the link', async () => {
  const { user, asked } = open({
    loadData: [answered([ana, luz]), answered([ana, luz])],
    writeRequest: [handed({})],
  });
  expect(await box(/Ana Ruiz · Supervisor.*Invitación por enviar/)).toBeChecked();
  expect(await box(/Luz Gil · Supervisor.*Invitación enviada el/)).not.toBeChecked();
  await user.click(await button('Copiar enlace'));
  expect(asked.writeRequest).toEqual([{ request: { usuarios: [9], por: 'copiar' } }]);
  const result = await screen.findByRole('region', { name: 'Enlaces creados' });
  expect(result).toHaveFocus();
  expect(await box(/Ana Ruiz/)).not.toBeChecked();
  const card = within(within(result).getByRole('article', { name: 'Invitación de Ana Ruiz' }));
  expect(card.getByText('https://caja.test/#/invitacion/secreto-9')).toBeVisible();
  expect(card.getByRole('img', { name: 'Código QR de la invitación de Ana Ruiz' })).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Copiar enlace' }));
  expect(await card.findByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('https://caja.test/#/invitacion/secreto-9');
});

test('marks the person of the address', async () => {
  open({ loadData: [answered([ana, luz])] }, '?usuario=10');
  expect(await box(/Luz Gil/)).toBeChecked();
  expect(await box(/Ana Ruiz/)).not.toBeChecked();
});

test('a link is handed over to one person, a sheet is printed for several', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user, asked } = open({
    loadData: [answered([ana, luz]), answered([ana, luz])],
    writeRequest: [
      handed({ enlaces: [link(9, 'Ana Ruiz'), link(10, 'Luz Gil')], por: 'imprimir' }),
    ],
  });
  await user.click(await box(/Luz Gil/));
  expect(await button('WhatsApp')).toHaveAccessibleDescription(
    'Marque una sola persona: cada enlace es de una.',
  );
  await user.click(await button('Imprimir hoja'));
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(asked.writeRequest).toEqual([{ request: { usuarios: [9, 10], por: 'imprimir' } }]);
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
});

test('without a person marked no link is made', async () => {
  const { user } = open({ loadData: [answered([ana])] });
  await user.click(await box(/Ana Ruiz/));
  expect(await button('Copiar enlace')).toHaveAccessibleDescription('Marque al menos una persona.');
});

test('says that the browser did not copy, and shows the link; a refusal makes none', async () => {
  const { user } = open({
    loadData: [answered([ana]), answered([ana]), answered([ana])],
    writeRequest: [refused(409, 'La persona ya eligió su contraseña.'), handed({ hecho: false })],
  });
  await user.click(await button('Copiar enlace'));
  expect(await screen.findByRole('alert')).toHaveTextContent('La persona ya eligió su contraseña.');
  expect(screen.queryByRole('article')).toBeNull();
  await user.click(await button('Copiar enlace'));
  expect(
    await screen.findByText('El navegador no deja copiar: seleccione el enlace y cópielo.'),
  ).toBeVisible();
  expect(screen.getByText('https://caja.test/#/invitacion/secreto-9')).toBeVisible();
});

test('has nothing to hand over when everybody has chosen a password', async () => {
  open({ loadData: [answered([])] });
  expect(await screen.findByText('Nadie está por entrar')).toBeVisible();
});
