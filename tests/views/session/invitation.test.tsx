import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { invitationMessages } from '#machines/domain/people/invitation.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { InvitationView, invitation } from '#src/features/invitations/InvitationView.tsx';
import { UserInvitation, inviting } from '#src/features/users/UserAccess.tsx';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { admin, aUser } from '#tests/kit/record-fixtures.ts';
import { fillIn } from '../fill-in.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const marta = answered({
  nombre: 'Marta Díaz',
  perfil: 'Responsable de tienda',
  email: 'marta@cajamenor.test',
  vence: '2026-06-20 10:00',
});

describe('an invited user', () => {
  const open = (answers: Answers) => {
    const { logic, asked } = answering(invitation, { loadData: [marta], ...answers });
    const user = renderScreen(
      <InvitationView secret="secreto" machine={logic} />,
      patterns.invitacion,
      '/invitacion/secreto',
      admin,
    );
    return { user, asked };
  };
  const field = (name: string) => screen.findByLabelText(name);
  const save = () => screen.findByRole('button', { name: /^Guardar contraseña/ });

  test('sees name and profile, and must choose an acceptable password', async () => {
    const { user, asked } = open({
      writeRequest: [
        refused(422, 'Esa contraseña es de las más usadas: elija otra menos común'),
        answered([{ status: '200' as const, msg: '', email: 'marta@cajamenor.test' }]),
      ],
    });
    expect(await screen.findByText('Marta Díaz')).toBeVisible();
    expect(screen.getByText(/Responsable de tienda/)).toBeVisible();
    expect(screen.getByText(/vence el 20 jun 2026 10:00/)).toBeVisible();
    await fillIn(user, await field('Nueva contraseña'), 'MartaDiaz1');
    expect(await save()).toHaveAccessibleDescription(/no puede contener el nombre/);
    await fillIn(user, await field('Nueva contraseña'), 'Colombia1');
    await fillIn(user, await field('Confirmar contraseña'), 'Colombia1');
    await user.click(await save());
    expect(await screen.findByRole('alert')).toHaveTextContent('es de las más usadas');
    await user.click(await save());
    expect(await screen.findByText('Su contraseña quedó guardada')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ir al ingreso' })).toHaveAttribute('href', '/logout');
    expect(asked.writeRequest).toHaveLength(2);
  });

  test.each([
    [404, invitationMessages.unknown],
    [409, invitationMessages.used],
  ])('%i: sees why the link is invalid, and a link to the sign-in', async (status, sentence) => {
    open({ loadData: [refused(status, sentence)] });
    expect(await screen.findByText(sentence)).toBeVisible();
    // No password can be chosen.
    expect(screen.getByRole('heading', { name: 'Invitación' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ir al ingreso' })).toBeVisible();
    expect(screen.queryByLabelText('Nueva contraseña')).toBeNull();
  });

  test('can retry after a network error', async () => {
    const { user } = open({ loadData: [new Error('offline'), marta] });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await field('Nueva contraseña')).toBeVisible();
  });
});

describe('an administrator', () => {
  const invitacion = {
    estado: 'enviada' as const,
    desde: '2026-06-17 10:00',
    vence: '2026-06-20 10:00',
  };
  const open = (changes: Parameters<typeof aUser>[0], answers: Answers = {}, sendsMails = true) => {
    const { logic, asked } = answering(inviting, answers);
    const user = renderScreen(
      <UserInvitation user={aUser(changes)} locked={[]} sendsMails={sendsMails} machine={logic} />,
      patterns.editarUsuario,
      '/editarUsuario/9',
      admin,
    );
    return { user, asked };
  };

  test('sees the dates of an invitation, and sends another one after a refusal', async () => {
    const { user, asked } = open(
      { invitacion },
      { writeRequest: [refusedBy.permission, answered(written())] },
    );
    expect(
      await screen.findByText(
        'Invitación enviada el 17 jun 2026 10:00 · vence el 20 jun 2026 10:00',
      ),
    ).toBeVisible();
    const again = screen.getByRole('button', { name: 'Invitar de nuevo' });
    await user.click(again);
    expect(await screen.findByRole('alert')).toHaveTextContent('No tiene permiso para hacer esto.');
    await user.click(again);
    expect(await screen.findByText(/^Invitación por enviar a ana@cajamenor.test/)).toBeVisible();
    const sent = { request: { id_usuario: 9 } };
    expect(asked.writeRequest).toEqual([sent, sent]);
  });

  test('sees that an invitation has expired', async () => {
    open({ invitacion: { ...invitacion, estado: 'vencida' } });
    expect(await screen.findByText('La invitación venció el 20 jun 2026 10:00')).toBeVisible();
  });

  test('cannot invite an inactive user, and sees why', async () => {
    open({ invitacion: { estado: 'ninguna', desde: '', vence: '' }, active_: 0 });
    const button = await screen.findByRole('button', { name: 'Invitar por correo' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(invitationMessages.inactive);
  });

  test('hands over a link where the server sends no mail', async () => {
    open({ invitacion: { ...invitacion, estado: 'porEnviar', desde: '' } }, {}, false);
    expect(
      await screen.findByText('Invitación por enviar · vence el 20 jun 2026 10:00'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Invitar/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Entregar un enlace' })).toHaveAttribute(
      'href',
      '/editarUsuario/invitaciones?usuario=9',
    );
  });

  test('sees no invitation for a user who has chosen a password', () => {
    open({ invitacion: null });
    expect(screen.queryByText('Invitación')).toBeNull();
  });
});
