import { expect, test } from 'vitest';
import { answered, problemOf } from '#machines/flows/steps/result.ts';
import {
  noticeOf,
  type OwnMailsEvent,
  ownMailsMachine,
  ownMailsOf,
} from '#machines/flows/mails/own-mails.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

const mails = answered({
  ...{ email: 'ana@cajamenor.test', hora: '07:00' },
  correos: [
    {
      ...{ tipo: 'llegada' as const, cuando: 'inmediato' as const },
      opciones: ['inmediato' as const, 'diario' as const, 'nunca' as const],
    },
  ],
});
const daily = { llegada: 'diario' as const };

const events = {
  RETRY: [{ type: 'RETRY' }],
  SAVE: [{ type: 'SAVE', choices: daily }],
} satisfies EventFixtures<OwnMailsEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: ownMailsMachine,
    inputs: [undefined],
    events,
    outcomes: {
      misCorreos: [mails, refusedBy.session],
      guardarMisCorreos: [answered(written()), refusedBy.rule],
    },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

test('a choice that was not saved is sent again, and announced once it is', async () => {
  const { actor, requests, reaches } = beginJourney(ownMailsMachine, undefined, {
    misCorreos: [new Error('offline'), mails],
    guardarMisCorreos: [new Error('offline'), answered(written())],
  });
  await reaches('failedToLoad');
  actor.send({ type: 'RETRY' });
  expect(ownMailsOf(await reaches('choosing'))?.hora).toBe('07:00');
  actor.send({ type: 'SAVE', choices: daily });
  const refused = await reaches('choosing.refused');
  expect([noticeOf(refused), problemOf(refused)?.status]).toEqual([null, null]);
  actor.send({ type: 'SAVE', choices: daily });
  const saved = await reaches('saved');
  expect([noticeOf(saved), problemOf(saved)]).toEqual(['Datos almacenados', null]);
  expect(requests.guardarMisCorreos).toEqual([daily, daily]);
});
