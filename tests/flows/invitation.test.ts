import { expect, test } from 'vitest';
import { answered, problemOf } from '#machines/flows/steps/result.ts';
import {
  type InvitationEvent,
  invitationMachine,
  invitedOf,
  invitingMachine,
  isInvited,
  passwordIsChosen,
} from '#machines/flows/invitations/invitation.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

const marta = answered({
  ...{ nombre: 'Marta Díaz', perfil: 'Responsable de tienda' },
  ...{ email: 'marta@cajamenor.test', vence: '2026-06-20 10:00' },
});
const chosen = answered([{ status: '200' as const, msg: '', email: 'marta@cajamenor.test' }]);
const gone = refused(404, 'Este enlace no es válido.');
const used = refused(409, 'Esta invitación ya se usó.');

const events = {
  RETRY: [{ type: 'RETRY' }],
  CHOOSE_PASSWORD: [{ type: 'CHOOSE_PASSWORD', password: 'Fresno4821' }],
} satisfies EventFixtures<InvitationEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: invitationMachine,
    inputs: [{ invitacion: 'secreto' }],
    events,
    outcomes: {
      invitacion: [marta, used, gone, refusedBy.rule],
      aceptarInvitacion: [chosen, used, gone, refusedBy.rule],
    },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

test('a password that is refused can be replaced, and the link says for whom it is', async () => {
  const { actor, requests, reaches } = beginJourney(
    invitationMachine,
    { invitacion: 'secreto' },
    {
      invitacion: [new Error('offline'), marta],
      aceptarInvitacion: [refused(422, 'Es de las más usadas'), chosen],
    },
  );
  await reaches('failedToLoad');
  actor.send({ type: 'RETRY' });
  expect(invitedOf(await reaches('choosing')).nombre).toBe('Marta Díaz');
  actor.send({ type: 'CHOOSE_PASSWORD', password: 'Colombia1' });
  expect(problemOf(await reaches('choosing.refused'))?.msg).toBe('Es de las más usadas');
  actor.send({ type: 'CHOOSE_PASSWORD', password: 'Fresno4821' });
  expect(passwordIsChosen(await reaches('chosen'))).toBe(true);
  expect(requests.invitacion).toEqual([{ invitacion: 'secreto' }, { invitacion: 'secreto' }]);
  expect(requests.aceptarInvitacion).toEqual([
    { invitacion: 'secreto', password: 'Colombia1' },
    { invitacion: 'secreto', password: 'Fresno4821' },
  ]);
});

test('after a lost answer the next try says that the link was used', async () => {
  const { actor, reaches } = beginJourney(
    invitationMachine,
    { invitacion: 'secreto' },
    { invitacion: [marta], aceptarInvitacion: [new Error('offline'), used] },
  );
  await reaches('choosing');
  actor.send({ type: 'CHOOSE_PASSWORD', password: 'Fresno4821' });
  await reaches('choosing.refused');
  actor.send({ type: 'CHOOSE_PASSWORD', password: 'Fresno4821' });
  expect(problemOf(await reaches('closed'))?.msg).toBe('Esta invitación ya se usó.');
});

test('inviting: every edge is walked, and a refusal can be tried again', async () => {
  const report = await takeTour({
    machine: invitingMachine,
    inputs: [{ id_usuario: 9 }],
    events: { INVITE: [{ type: 'INVITE' }] },
    outcomes: { invitarUsuario: [answered(written()), refusedBy.change] },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
  const { actor, requests, reaches } = beginJourney(
    invitingMachine,
    { id_usuario: 9 },
    { invitarUsuario: [refusedBy.permission, answered(written())] },
  );
  actor.send({ type: 'INVITE' });
  expect(problemOf(await reaches('ready.refused'))?.status).toBe(403);
  actor.send({ type: 'INVITE' });
  expect(isInvited(await reaches('invited'))).toBe(true);
  expect(requests.invitarUsuario).toEqual([{ id_usuario: 9 }, { id_usuario: 9 }]);
});
