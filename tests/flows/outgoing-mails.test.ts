import { describe, expect, test } from 'vitest';
import {
  type OutgoingMail,
  type OutgoingMailsContext,
  type OutgoingMailsEvent,
  outgoingMailsMachine,
} from '#machines/flows/mails/outgoing-mails.machine.ts';
import { answered, problemOf } from '#machines/flows/steps/result.ts';
import * as mails from '#machines/flows/mails/outgoing-mails.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const failed: OutgoingMail = {
  id: 4,
  para: 'ana@tienda.test',
  asunto: 'Caja menor: contraseña temporal',
  estado: 'fallido',
  intentos: 11,
  proximo_intento: '',
  error: 'connect ECONNREFUSED',
  creado: '2026-06-17 10:00',
};
const waiting: OutgoingMail = { ...failed, estado: 'pendiente', intentos: 0, error: '' };

const events = {
  RETRY: [{ type: 'RETRY' }],
  REFRESH: [{ type: 'REFRESH' }],
  RESTART: [{ type: 'RESTART', id_correo: 4 }],
  RETRY_RESTART: [{ type: 'RETRY_RESTART' }],
  DISMISS: [{ type: 'DISMISS' }],
} satisfies EventFixtures<OutgoingMailsEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: outgoingMailsMachine,
    inputs: [undefined],
    events,
    outcomes: {
      correosSalientes: [answered([failed]), answered([]), refusedBy.permission],
      reintentarCorreo: [answered(written()), refusedBy.session, refusedBy.change],
    },
    abstraction: ({ mails: rows }: OutgoingMailsContext) => rows.length,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('a mail that was given up', () => {
  const begin = (answers: Answers) =>
    beginJourney(outgoingMailsMachine, undefined, {
      correosSalientes: [answered([failed])],
      ...answers,
    });
  const restart = { type: 'RESTART', id_correo: 4 } as const;

  test('goes back to the queue, and the list shows it there', async () => {
    const { actor, requests, clock, now, reaches } = begin({
      correosSalientes: [answered([failed]), answered([waiting])],
      reintentarCorreo: [answered(written())],
    });
    await reaches('showing.untouched');
    actor.send(restart);
    expect(mails.isRestarting(now(), 4)).toBe(true);
    expect(now().can(restart)).toBe(false);
    expect(mails.noticeOf(await reaches('showing.restarted'))).toBe(
      'El correo se enviará de nuevo en un momento.',
    );
    expect(requests.reintentarCorreo).toEqual([{ id_correo: 4 }]);
    clock.increment(3_000);
    expect(mails.mailsOf(await reaches('showing.untouched'))).toEqual([waiting]);
  });

  test('that is out meanwhile says so, and leaves the list', async () => {
    const { actor, reaches } = begin({
      correosSalientes: [answered([failed]), answered([])],
      reintentarCorreo: [refusedBy.change],
    });
    await reaches('showing.untouched');
    actor.send(restart);
    const refused = await reaches('showing.refused');
    expect(mails.restartIsRefused(refused)).toBe(true);
    expect(problemOf(refused)?.status).toBe(409);
    actor.send({ type: 'DISMISS' });
    expect(problemOf(await reaches('empty'))).toBeNull();
  });

  test('without an answer is asked for once more', async () => {
    const { actor, requests, reaches } = begin({
      reintentarCorreo: [new Error('offline'), answered(written())],
    });
    await reaches('showing.untouched');
    actor.send(restart);
    expect(mails.failedToRestart(await reaches('showing.failedToRestart'))).toBe(true);
    actor.send({ type: 'RETRY_RESTART' });
    await reaches('showing.restarted');
    expect(requests.reintentarCorreo).toEqual([{ id_correo: 4 }, { id_correo: 4 }]);
  });
});
