import { describe, expect, test } from 'vitest';
import {
  type OwnSession,
  type OwnSessionsContext,
  type OwnSessionsEvent,
  ownSessionsMachine,
} from '#machines/flows/session/own-sessions.machine.ts';
import { answered, isPending, problemOf } from '#machines/flows/steps/result.ts';
import * as own from '#machines/flows/session/own-sessions.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const here: OwnSession = {
  id: 4,
  equipo: 'Chrome en Windows',
  ip: '203.0.113.9',
  desde: '2030-05-20 08:00',
  ultima_actividad: '2030-05-20 09:30',
  actual: 1,
};
const elsewhere: OwnSession = { ...here, id: 5, equipo: 'Safari en iPhone', actual: 0 };
const closed = answered([{ status: '200' as const, msg: 'Se cerró la otra sesión.', cerradas: 1 }]);

const events = {
  RETRY: [{ type: 'RETRY' }],
  REFRESH: [{ type: 'REFRESH' }],
  CLOSE_OTHERS: [{ type: 'CLOSE_OTHERS' }],
  DISMISS: [{ type: 'DISMISS' }],
} satisfies EventFixtures<OwnSessionsEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: ownSessionsMachine,
    inputs: [undefined],
    events,
    outcomes: {
      misSesiones: [answered([here, elsewhere]), answered([here]), refusedBy.permission],
      cerrarOtrasSesiones: [closed, refusedBy.session],
    },
    abstraction: ({ sessions }: OwnSessionsContext) => sessions.length,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('closing the others', () => {
  const begin = (answers: Answers) =>
    beginJourney(ownSessionsMachine, undefined, {
      misSesiones: [answered([here, elsewhere])],
      ...answers,
    });
  const close = { type: 'CLOSE_OTHERS' } as const;

  test('is announced in the words of the server, then the sessions come again', async () => {
    const { actor, requests, clock, now, reaches } = begin({
      misSesiones: [answered([here, elsewhere]), answered([here])],
      cerrarOtrasSesiones: [closed],
    });
    await reaches('showing.untouched');
    actor.send(close);
    expect(isPending(now())).toBe(true);
    expect(now().can(close)).toBe(false);
    expect(own.noticeOf(now())).toBeNull();
    expect(own.noticeOf(await reaches('showing.closed'))).toBe('Se cerró la otra sesión.');
    expect(requests.cerrarOtrasSesiones).toEqual([{}]);
    clock.increment(3_000);
    const alone = await reaches('showing.untouched');
    expect(own.sessionsOf(alone)).toEqual([here]);
    expect([own.closingReasonsOf(alone), alone.can(close)]).toEqual([
      ['No hay otras sesiones abiertas.'],
      false,
    ]);
  });

  test('without an answer can be tried again', async () => {
    const { actor, reaches } = begin({ cerrarOtrasSesiones: [new Error('offline'), closed] });
    await reaches('showing.untouched');
    actor.send(close);
    const failed = await reaches('showing.failedToClose');
    expect(own.failedToClose(failed)).toBe(true);
    expect(problemOf(failed)?.status).toBeNull();
    actor.send(close);
    await reaches('showing.closed');
  });
});
